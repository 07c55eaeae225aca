import Foundation
import ViewTree

/// Visits an event's keys, in the order of the grammar: a reader fills them, a writer writes them.
protocol TraceFields {
  /// A whole number: a view's number or a count.
  mutating func number(_ key: TraceKey, _ value: inout Int)
  mutating func number(_ key: TraceKey, _ value: inout Int?)
  /// A view's number, or null.
  mutating func numberOrNull(_ key: TraceKey, _ value: inout Int?)
  mutating func place(_ key: TraceKey, _ value: inout TraceEvent.Place)
  mutating func time(_ key: TraceKey, _ value: inout Int64?)
  /// A finite number above 0.
  mutating func fraction(_ key: TraceKey, _ value: inout Double?)
  mutating func text(_ key: TraceKey, _ value: inout String)
  mutating func text(_ key: TraceKey, _ value: inout String?)
  mutating func texts(_ key: TraceKey, _ value: inout [String])
  mutating func flag(_ key: TraceKey, _ value: inout Bool)
  mutating func numbers(_ key: TraceKey, _ shape: TraceShape, _ value: inout TraceNumbers?)
}

extension TraceFields {
  /// A value that is an array of numbers.
  @inline(__always)
  mutating func array<Value: TraceArray>(_ key: TraceKey, _ value: inout Value?) {
    var numbers = value.map(\.numbers)
    self.numbers(key, Value.shape, &numbers)
    value = numbers.map(Value.init)
  }
}

/// Visits some keys of an event, and leaves all others unchanged.
protocol SelectiveTraceFields: TraceFields {}

extension SelectiveTraceFields {
  mutating func number(_ key: TraceKey, _ value: inout Int) {}
  mutating func number(_ key: TraceKey, _ value: inout Int?) {}
  mutating func numberOrNull(_ key: TraceKey, _ value: inout Int?) {}
  mutating func place(_ key: TraceKey, _ value: inout TraceEvent.Place) {}
  mutating func time(_ key: TraceKey, _ value: inout Int64?) {}
  mutating func fraction(_ key: TraceKey, _ value: inout Double?) {}
  mutating func text(_ key: TraceKey, _ value: inout String) {}
  mutating func text(_ key: TraceKey, _ value: inout String?) {}
  mutating func texts(_ key: TraceKey, _ value: inout [String]) {}
  mutating func flag(_ key: TraceKey, _ value: inout Bool) {}
  mutating func numbers(_ key: TraceKey, _ shape: TraceShape, _ value: inout TraceNumbers?) {}
}

/// Up to six numbers, as the arrays of a trace hold them.
package struct TraceNumbers: Sendable {
  private var values = InlineArray<6, Double>(repeating: 0)

  init() {}

  init(
    _ a: Double, _ b: Double, _ c: Double = 0, _ d: Double = 0, _ e: Double = 0, _ f: Double = 0
  ) { values = [a, b, c, d, e, f] }

  subscript(index: Int) -> Double {
    @inline(__always) get { values[index] }
    @inline(__always) set { values[index] = newValue }
  }
}

/// A value that a trace writes as an array of numbers.
package protocol TraceArray {
  static var shape: TraceShape { get }
  init(_ numbers: TraceNumbers)
  var numbers: TraceNumbers { get }
}

extension TraceArray {
  package init(_ list: [Double]) {
    var numbers = TraceNumbers()
    for (index, number) in list.enumerated() { numbers[index] = number }
    self.init(numbers)
  }

  /// The numbers, as many as there are.
  package var list: [Double] {
    let numbers = numbers
    return (0..<Self.shape.count).map { numbers[$0] }
  }
}

extension CGRect: TraceArray {
  package static var shape: TraceShape { .rect }

  package init(_ numbers: TraceNumbers) {
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  package var numbers: TraceNumbers {
    TraceNumbers(Double(origin.x), Double(origin.y), Double(size.width), Double(size.height))
  }
}

extension CGPoint: TraceArray {
  package static var shape: TraceShape { .point }
  package init(_ numbers: TraceNumbers) { self.init(x: numbers[0], y: numbers[1]) }
  package var numbers: TraceNumbers { TraceNumbers(Double(x), Double(y)) }
}

extension EdgeInsets: TraceArray {
  package static var shape: TraceShape { .insets }

  package init(_ numbers: TraceNumbers) {
    self.init(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
  }

  package var numbers: TraceNumbers {
    TraceNumbers(Double(top), Double(left), Double(bottom), Double(right))
  }
}

extension TraceEvent.Transform: TraceArray {
  package static var shape: TraceShape { .transform }

  package init(_ numbers: TraceNumbers) {
    self.init(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }

  package var numbers: TraceNumbers { TraceNumbers(a, b, c, d, tx, ty) }
}

extension TraceEvent.Value {
  /// The kind of event that reports it.
  var kind: TraceEvent.Kind {
    switch self {
    case .frame: .frame
    case .bounds: .bounds
    case .center: .center
    case .transform: .transform
    case .anchor: .anchor
    case .inset: .inset
    }
  }

  var shape: TraceShape {
    switch self {
    case .frame, .bounds: .rect
    case .center, .anchor: .point
    case .transform: .transform
    case .inset: .insets
    }
  }

  /// The numbers of the value; the property stays when they change.
  var numbers: TraceNumbers {
    get {
      switch self {
      case .frame(let rect), .bounds(let rect): rect.numbers
      case .center(let point), .anchor(let point): point.numbers
      case .transform(let transform): transform.numbers
      case .inset(_, let insets): insets.numbers
      }
    }
    set {
      switch self {
      case .frame: self = .frame(CGRect(newValue))
      case .bounds: self = .bounds(CGRect(newValue))
      case .center: self = .center(CGPoint(newValue))
      case .anchor: self = .anchor(CGPoint(newValue))
      case .transform: self = .transform(TraceEvent.Transform(newValue))
      case .inset(let property, _): self = .inset(property, EdgeInsets(newValue))
      }
    }
  }

  /// The numbers, as many as there are.
  package var list: [Double] {
    let numbers = numbers
    return (0..<shape.count).map { numbers[$0] }
  }

  /// The same property with other numbers.
  func with(_ numbers: TraceNumbers) -> Self {
    var value = self
    value.numbers = numbers
    return value
  }
}
