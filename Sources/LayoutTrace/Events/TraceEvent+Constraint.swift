public import Foundation

extension TraceEvent {
  /// A view that constraints place, not its frame and its mask.
  public struct Item: Hashable, Sendable {
    /// The view's number.
    public var view: Int
    /// The intrinsic size that constraints count with; -1 for a length that the view leaves open.
    public var natural: CGSize?
    /// The priorities with which it resists being made larger than that; nil for 250.
    public var hugging: Priorities?
    /// The priorities with which it resists being made smaller than that; nil for 750.
    public var compression: Priorities?

    /// Describes a view that constraints place.
    ///
    /// - Parameters:
    ///   - view: The view's number.
    ///   - natural: Its intrinsic size; by default nil, none.
    ///   - hugging: The priorities against growth; by default nil, the usual ones.
    ///   - compression: The priorities against shrinking; by default nil, the usual ones.
    public init(
      view: Int, natural: CGSize? = nil, hugging: Priorities? = nil, compression: Priorities? = nil
    ) {
      (self.view, self.natural) = (view, natural)
      (self.hugging, self.compression) = (hugging, compression)
    }

    /// Priorities in the two directions.
    public struct Priorities: Hashable, Sendable {
      /// The priority of the width.
      public var horizontal: Double
      /// The priority of the height.
      public var vertical: Double

      /// Makes priorities.
      ///
      /// - Parameters:
      ///   - horizontal: The priority of the width.
      ///   - vertical: The priority of the height.
      public init(horizontal: Double, vertical: Double) {
        (self.horizontal, self.vertical) = (horizontal, vertical)
      }
    }
  }

  /// A constraint: what it says of which views.
  public struct Constraint: Hashable, Sendable {
    /// The number that changes of the constraint refer to.
    public var number: Int
    /// The number of the first item, or of the view whose guide that is.
    public var view: Int
    /// The attribute of the first item, behind the kind of a guide: `leading`, `safeArea.top`.
    public var first: String
    /// The comparison: `==`, `<=` or `>=`.
    public var relation: String
    /// The numbers of the constraint.
    public var amounts: Amounts
    /// The name in events: the identifier, or the notation of its first activation.
    public var name: String
    /// The number of the second item, or of the view whose guide that is; nil for a constant length.
    public var otherView: Int?
    /// The attribute of the second item; nil for a constant length.
    public var second: String?
    /// True if the name is the identifier; false for the notation.
    public var isIdentified: Bool

    /// Describes a constraint.
    ///
    /// - Parameters:
    ///   - number: The number that changes refer to.
    ///   - view: The number of the first item; by default 0, to be set.
    ///   - first: Its attribute; by default empty, to be set.
    ///   - relation: The comparison; by default `==`.
    ///   - amounts: The numbers; by default those of a required equality without a constant.
    ///   - name: The name in events; by default empty.
    ///   - otherView: The number of the second item; by default nil, none.
    ///   - second: Its attribute; by default nil, none.
    ///   - isIdentified: True if the name is the identifier; by default false.
    public init(
      number: Int, view: Int = 0, first: String = "", relation: String = "==",
      amounts: Amounts = Amounts(), name: String = "", otherView: Int? = nil, second: String? = nil,
      isIdentified: Bool = false
    ) {
      (self.number, self.view, self.first, self.relation) = (number, view, first, relation)
      (self.amounts, self.name, self.otherView, self.second) = (amounts, name, otherView, second)
      self.isIdentified = isIdentified
    }

    /// The numbers of a constraint.
    public struct Amounts: Hashable, Sendable {
      /// The factor of the second side, which is fixed.
      public var multiplier: Double
      /// The number that is added.
      public var constant: Double
      /// The importance, up to 1000.
      public var priority: Double

      /// Makes the numbers of a constraint.
      ///
      /// - Parameters:
      ///   - multiplier: The factor of the second side; by default 1.
      ///   - constant: The number that is added; by default 0.
      ///   - priority: The importance; by default 1000, required.
      public init(multiplier: Double = 1, constant: Double = 0, priority: Double = 1000) {
        (self.multiplier, self.constant, self.priority) = (multiplier, constant, priority)
      }
    }
  }
}

extension TraceEvent {
  /// True for a line that only tells of a constraint or of a view that constraints place.
  package var tellsOfConstraints: Bool {
    switch self {
    case .item, .constraint: true
    default: false
    }
  }
}

extension CGSize: TraceArray {
  package static var shape: TraceShape { .size }
  package init(_ numbers: TraceNumbers) { self.init(width: numbers[0], height: numbers[1]) }
  package var numbers: TraceNumbers { TraceNumbers(Double(width), Double(height)) }
}

extension TraceEvent.Item.Priorities: TraceArray {
  package static var shape: TraceShape { .axes }

  package init(_ numbers: TraceNumbers) {
    self.init(horizontal: numbers[0], vertical: numbers[1])
  }

  package var numbers: TraceNumbers { TraceNumbers(horizontal, vertical) }
}

extension TraceEvent.Constraint.Amounts: TraceArray {
  package static var shape: TraceShape { .constraint }

  package init(_ numbers: TraceNumbers) {
    self.init(multiplier: numbers[0], constant: numbers[1], priority: numbers[2])
  }

  package var numbers: TraceNumbers { TraceNumbers(multiplier, constant, priority) }
}
