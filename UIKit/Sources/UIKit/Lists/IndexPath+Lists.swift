import Foundation

/// The place of a row or an item: a section, and a place in it.
extension IndexPath {
  /// Makes the place of a row of a table.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - section: The section.
  public init(row: Int, section: Int) { self = [section, row] }

  /// Makes the place of an item of a collection.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - section: The section.
  public init(item: Int, section: Int) { self = [section, item] }

  /// The section.
  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }

  /// The row in the section.
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }

  /// The item in the section.
  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
}

extension NSIndexPath {
  /// The section.
  public var section: Int { index(atPosition: 0) }

  /// The row in the section.
  public var row: Int { index(atPosition: 1) }

  /// The item in the section.
  public var item: Int { index(atPosition: 1) }
}
