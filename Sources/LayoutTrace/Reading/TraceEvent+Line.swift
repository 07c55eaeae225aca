import ViewTree

extension TraceEvent {
  /// Makes the event of an accepted line.
  init(_ line: TraceLine, of chunk: TraceChunk) {
    if line.kind == .inset {
      guard let inset = chunk.inset(at: line.place(.name)) else {
        self = .unknown
        return
      }
      self.init(blank: .inset, inset: inset)
    } else {
      self.init(blank: line.kind)
    }
    var fields = LineFields(line: line, chunk: chunk)
    visit(&fields)
  }
}

/// Fills in the values of a line.
private struct LineFields: TraceFields {
  let line: TraceLine
  let chunk: TraceChunk

  func number(_ key: TraceKey, _ value: inout Int) { value = line[key] }
  func number(_ key: TraceKey, _ value: inout Int?) { value = line.number(key) }

  func numberOrNull(_ key: TraceKey, _ value: inout Int?) {
    value = line.number(key).flatMap { $0 == 0 ? nil : $0 }
  }

  func place(_ key: TraceKey, _ value: inout TraceEvent.Place) {
    value = line.number(key).map { $0 == 0 ? .nowhere : .inside($0) } ?? .root
  }

  func time(_ key: TraceKey, _ value: inout Int64?) { value = line.number(key).map(Int64.init) }

  func fraction(_ key: TraceKey, _ value: inout Double?) {
    value = line.has(key) ? chunk.number(at: line.place(key)) : nil
  }

  func text(_ key: TraceKey, _ value: inout String) { value = chunk.string(at: line.place(key)) }

  func text(_ key: TraceKey, _ value: inout String?) {
    value = line.has(key) ? chunk.string(at: line.place(key)) : nil
  }

  func texts(_ key: TraceKey, _ value: inout [String]) {
    value = line.has(key) ? chunk.strings(at: line.place(key)) : []
  }

  func flag(_ key: TraceKey, _ value: inout Bool) { value = line.has(key) }

  func numbers(_ key: TraceKey, _ shape: TraceShape, _ value: inout TraceNumbers?) {
    value = line.has(key) ? chunk.numbers(at: line.place(key)) : nil
  }
}

extension TraceChunk {
  /// The inset with the name at an offset; nil for one that this version does not know.
  func inset(at offset: Int) -> GeometryProperty? {
    GeometryProperty(rawValue: string(at: offset)).flatMap { $0.isInset ? $0 : nil }
  }
}
