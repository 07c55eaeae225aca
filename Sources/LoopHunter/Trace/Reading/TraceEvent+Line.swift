import Foundation
import ViewTree

extension TraceEvent {
  /// The event that an accepted line stands for.
  init(_ line: TraceLine, of chunk: TraceChunk) {
    let present = line.present
    let by = present.contains(.by) ? line.by : nil
    let time = present.contains(.time) ? Int64(line.time) : nil
    func text(_ key: TraceKeys, _ offset: UInt32) -> String? {
      present.contains(key) ? chunk.string(at: offset) : nil
    }
    switch line.kind {
    case .malformed, .nameless, .unknown: self = .unknown
    case .trace: self = .header(TraceEvent.Header(line, of: chunk))
    case .view: self = .view(TraceEvent.NewView(line, of: chunk))
    case .move:
      self = .move(
        TraceEvent.Move(
          view: line.view, parent: line.parent == 0 ? nil : line.parent,
          index: present.contains(.index) ? line.index : nil, by: by))
    case .gone: self = .gone(view: line.view)
    case .clean: self = .clean(view: line.view)
    case .turn: self = .turn(number: line.turn, time: time)
    case .commit: self = .commit
    case .committed:
      self = .committed(batches: line.batches, didHitLimit: line.trueKeys.contains(.hit))
    case .dirty:
      self = .dirty(
        TraceEvent.Invalidation(
          view: line.view, why: chunk.string(at: line.why),
          receiver: present.contains(.receiver) ? line.receiver : nil, by: by,
          from: text(.from, line.from), isAgain: line.trueKeys.contains(.again)))
    case .frame, .bounds, .center, .transform, .anchor:
      self = .geometry(
        TraceEvent.Geometry(
          view: line.view, new: TraceEvent.Value(line.kind, at: line.new, of: chunk),
          old: present.contains(.old)
            ? TraceEvent.Value(line.kind, at: line.old, of: chunk) : nil,
          by: by, from: text(.from, line.from)))
    case .inset:
      guard let property = chunk.inset(at: line.name) else {
        self = .unknown
        return
      }
      self = .geometry(
        TraceEvent.Geometry(
          view: line.view, new: .inset(property, EdgeInsets(at: line.new, of: chunk)),
          old: present.contains(.old)
            ? .inset(property, EdgeInsets(at: line.old, of: chunk)) : nil,
          by: by, from: text(.from, line.from)))
    case .force: self = .force(view: line.view, by: by, from: text(.from, line.from))
    case .layout: self = .layout(view: line.view, time: time)
    case .done: self = .done(view: line.view, time: time)
    case .update: self = .update(view: line.view)
    case .updated: self = .updated(view: line.view)
    case .async:
      self = .async(
        work: line.work, by: by,
        via: text(.via, line.via).flatMap(TraceEvent.WorkKind.init(rawValue:)))
    case .run: self = .run(work: line.work)
    case .ran: self = .ran(work: line.work)
    case .end: self = .end(turns: line.turns)
    }
  }
}

extension TraceEvent.Header {
  fileprivate init(_ line: TraceLine, of chunk: TraceChunk) {
    self.init(version: line.version)
    let mistyped = line.mistyped
    chunk.members(of: line) { key, value in
      switch key {
      case "tool": tool = chunk.string(at: value)
      case "title": title = chunk.string(at: value)
      case "clock": clock = chunk.string(at: value)
      case "scale": scale = chunk.number(at: value)
      case "passLimit" where !mistyped.contains(.passLimit): passLimit = chunk.whole(at: value)
      case "nestingLimit" where !mistyped.contains(.nestingLimit):
        nestingLimit = chunk.whole(at: value)
      default: break
      }
    }
  }
}

extension TraceEvent.NewView {
  fileprivate init(_ line: TraceLine, of chunk: TraceChunk) {
    let present = line.present
    self.init(view: line.view, className: chunk.string(at: line.className))
    if present.contains(.name) { name = chunk.string(at: line.name) }
    if present.contains(.parent) { place = line.parent == 0 ? .nowhere : .inside(line.parent) }
    if present.contains(.index) { index = line.index }
    if present.contains(.frame) { frame = CGRect(at: line.frame, of: chunk) }
    if present.contains(.bounds) { bounds = CGRect(at: line.bounds, of: chunk) }
    if present.contains(.transform) {
      transform = TraceEvent.Transform(at: line.transform, of: chunk)
    }
    if present.contains(.anchor) { anchor = CGPoint(at: line.anchor, of: chunk) }
    isClean = line.trueKeys.contains(.clean)
  }
}

extension TraceEvent.Value {
  /// The value of a geometry event, with as many numbers as its kind needs.
  init(_ kind: TraceLine.Kind, at offset: UInt32, of chunk: TraceChunk) {
    switch kind {
    case .bounds: self = .bounds(CGRect(at: offset, of: chunk))
    case .center: self = .center(CGPoint(at: offset, of: chunk))
    case .anchor: self = .anchor(CGPoint(at: offset, of: chunk))
    case .transform: self = .transform(TraceEvent.Transform(at: offset, of: chunk))
    default: self = .frame(CGRect(at: offset, of: chunk))
    }
  }
}

extension CGPoint {
  /// The point `[x, y]` at an offset.
  init(at offset: UInt32, of chunk: TraceChunk) {
    var point = CGPoint.zero
    chunk.numbers(at: offset) { if $0 == 0 { point.x = $1 } else { point.y = $1 } }
    self = point
  }
}

extension TraceChunk {
  /// The inset with the name at an offset; nil for one that this version does not know.
  func inset(at offset: UInt32) -> GeometryProperty? {
    GeometryProperty(rawValue: string(at: offset)).flatMap { $0.isInset ? $0 : nil }
  }
}

extension EdgeInsets {
  /// The insets `[top, left, bottom, right]` at an offset.
  init(at offset: UInt32, of chunk: TraceChunk) {
    self = .zero
    chunk.numbers(at: offset) { index, number in
      switch index {
      case 0: top = number
      case 1: left = number
      case 2: bottom = number
      default: right = number
      }
    }
  }
}

extension CGRect {
  /// The rectangle `[x, y, width, height]` at an offset.
  init(at offset: UInt32, of chunk: TraceChunk) {
    var rect = CGRect.zero
    chunk.numbers(at: offset) { index, number in
      switch index {
      case 0: rect.origin.x = number
      case 1: rect.origin.y = number
      case 2: rect.size.width = number
      default: rect.size.height = number
      }
    }
    self = rect
  }
}

extension TraceEvent.Transform {
  /// The transform `[a, b, c, d, tx, ty]` at an offset.
  init(at offset: UInt32, of chunk: TraceChunk) {
    self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
    chunk.numbers(at: offset) { index, number in
      switch index {
      case 0: a = number
      case 1: b = number
      case 2: c = number
      case 3: d = number
      case 4: tx = number
      default: ty = number
      }
    }
  }
}
