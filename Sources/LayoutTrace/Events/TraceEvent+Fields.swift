import Foundation
import ViewTree

extension TraceEvent {
  /// Makes an event of a kind, with blank values; `inset` is the property of an inset event.
  init(blank kind: TraceEvent.Kind, inset: GeometryProperty = .contentInset) {
    func geometry(_ value: Value) -> TraceEvent { .geometry(Geometry(view: 0, new: value)) }
    switch kind {
    case .malformed, .nameless, .unknown: self = .unknown
    case .trace: self = .header(Header())
    case .view: self = .view(NewView(view: 0, className: ""))
    case .move: self = .move(Move(view: 0, parent: nil))
    case .gone: self = .gone(view: 0)
    case .turn: self = .turn(number: 0, time: nil)
    case .commit: self = .commit
    case .committed: self = .committed(batches: 0, didHitLimit: false)
    case .dirty: self = .dirty(Invalidation(view: 0, why: ""))
    case .frame: self = geometry(.frame(.zero))
    case .bounds: self = geometry(.bounds(.zero))
    case .center: self = geometry(.center(.zero))
    case .transform: self = geometry(.transform(Transform(TraceNumbers())))
    case .anchor: self = geometry(.anchor(.zero))
    case .inset: self = geometry(.inset(inset, .zero))
    case .clean: self = .clean(view: 0)
    case .force: self = .force(view: 0, by: nil, from: nil)
    case .layout: self = .layout(view: 0, time: nil)
    case .done: self = .done(view: 0, time: nil)
    case .update: self = .update(view: 0)
    case .updated: self = .updated(view: 0)
    case .async: self = .async(work: 0, by: nil, via: nil)
    case .run: self = .run(work: 0)
    case .ran: self = .ran(work: 0)
    case .end: self = .end(turns: 0)
    }
  }

  /// Passes the values of the event to `fields`, each under its key, in the order of the grammar.
  @inline(__always)
  mutating func visit(_ fields: inout some TraceFields) {
    switch consume self {
    case .layout(var view, var time):
      fields.number(.view, &view)
      fields.time(.time, &time)
      self = .layout(view: view, time: time)
    case .done(var view, var time):
      fields.number(.view, &view)
      fields.time(.time, &time)
      self = .done(view: view, time: time)
    case .dirty(var dirty):
      dirty.visit(&fields)
      self = .dirty(dirty)
    case .geometry(var geometry):
      geometry.visit(&fields)
      self = .geometry(geometry)
    case .header(var header):
      header.visit(&fields)
      self = .header(header)
    case .view(var view):
      view.visit(&fields)
      self = .view(view)
    case .move(var move):
      move.visit(&fields)
      self = .move(move)
    case .gone(var view):
      fields.number(.view, &view)
      self = .gone(view: view)
    case .clean(var view):
      fields.number(.view, &view)
      self = .clean(view: view)
    case .turn(var number, var time, var process):
      fields.number(.turn, &number)
      fields.time(.time, &time)
      fields.text(.process, &process)
      self = .turn(number: number, time: time, process: process)
    case .committed(var batches, var didHitLimit):
      fields.number(.batches, &batches)
      fields.flag(.hit, &didHitLimit)
      self = .committed(batches: batches, didHitLimit: didHitLimit)
    case .force(var view, var by, var from):
      fields.number(.view, &view)
      fields.number(.by, &by)
      fields.text(.from, &from)
      self = .force(view: view, by: by, from: from)
    case .update(var view):
      fields.number(.view, &view)
      self = .update(view: view)
    case .updated(var view):
      fields.number(.view, &view)
      self = .updated(view: view)
    case .async(var work, var by, let via):
      var word = via?.rawValue
      fields.number(.work, &work)
      fields.number(.by, &by)
      fields.text(.via, &word)
      self = .async(work: work, by: by, via: word.flatMap(WorkKind.init(rawValue:)))
    case .run(var work):
      fields.number(.work, &work)
      self = .run(work: work)
    case .ran(var work):
      fields.number(.work, &work)
      self = .ran(work: work)
    case .end(var turns):
      fields.number(.turns, &turns)
      self = .end(turns: turns)
    case .commit: self = .commit
    case .unknown: self = .unknown
    }
  }
}

extension TraceEvent.Header {
  @inline(__always)
  fileprivate mutating func visit(_ fields: inout some TraceFields) {
    fields.number(.version, &version)
    fields.text(.tool, &tool)
    fields.text(.title, &title)
    fields.text(.source, &source)
    fields.text(.clock, &clock)
    fields.fraction(.scale, &scale)
    fields.number(.passLimit, &passLimit)
    fields.number(.nestingLimit, &nestingLimit)
  }
}

extension TraceEvent.NewView {
  @inline(__always)
  fileprivate mutating func visit(_ fields: inout some TraceFields) {
    fields.number(.view, &view)
    fields.text(.className, &className)
    fields.text(.name, &name)
    fields.place(.parent, &place)
    fields.number(.index, &index)
    fields.array(.frame, &frame)
    fields.array(.bounds, &bounds)
    fields.array(.transform, &transform)
    fields.array(.anchor, &anchor)
    fields.flag(.clean, &isClean)
  }
}

extension TraceEvent.Move {
  @inline(__always)
  fileprivate mutating func visit(_ fields: inout some TraceFields) {
    fields.number(.view, &view)
    fields.numberOrNull(.parent, &parent)
    fields.number(.index, &index)
    fields.number(.by, &by)
  }
}

extension TraceEvent.Invalidation {
  @inline(__always)
  fileprivate mutating func visit(_ fields: inout some TraceFields) {
    fields.number(.view, &view)
    fields.text(.why, &why)
    fields.number(.receiver, &receiver)
    fields.number(.by, &by)
    fields.text(.from, &from)
    fields.flag(.again, &isAgain)
  }
}

extension TraceEvent.Geometry {
  @inline(__always)
  fileprivate mutating func visit(_ fields: inout some TraceFields) {
    fields.number(.view, &view)
    if case .inset(let property, _) = new {
      // A reader knows the inset from the beginning: without it there is no value to fill in.
      var name = property.rawValue
      fields.text(.name, &name)
    }
    var numbers: TraceNumbers? = new.numbers
    fields.numbers(.new, new.shape, &numbers)
    if let numbers { new.numbers = numbers }
    var former = old?.numbers
    fields.numbers(.old, new.shape, &former)
    old = former.map { new.with($0) }
    fields.number(.by, &by)
    fields.text(.from, &from)
  }
}
