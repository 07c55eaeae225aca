import Foundation
import LayoutTrace
import ViewTree

/// A property other than geometry that a program can set, in the form of code.
struct SwiftSetting {
  let property: GeometryProperty

  /// Nil for geometry, insets, and values that follow from the tree.
  init?(_ property: GeometryProperty) {
    self.property = property
    guard base != nil else { return nil }
  }

  /// The class of ViewTree whose property it is.
  var base: Reproduction.Base? {
    switch property {
    case .text, .font, .numberOfLines, .preferredMaxLayoutWidth: .label
    case .axis, .distribution, .alignment, .spacing, .isLayoutMarginsRelativeArrangement: .stack
    case .contentSize, .contentInsetAdjustmentBehavior, .alwaysBounceVertical,
      .alwaysBounceHorizontal:
      .scroll
    case .isHidden, .insetsLayoutMarginsFromSafeArea, .preservesSuperviewLayoutMargins,
      .semanticContentAttribute, .autoresizesSubviews:
      .view
    default: nil
    }
  }

  /// True if its value can be a sum.
  var isNumber: Bool {
    property == .contentSize || property == .spacing || property == .preferredMaxLayoutWidth
  }

  var type: String {
    switch property {
    case .text: "String"
    case .font: "Label.Font"
    case .numberOfLines: "Int"
    case .axis: "StackView.Axis"
    case .distribution: "StackView.Distribution"
    case .alignment: "StackView.Alignment"
    case .contentInsetAdjustmentBehavior: "ScrollView.ContentInsetAdjustmentBehavior"
    case .semanticContentAttribute: "SemanticContentAttribute"
    case .contentSize: "CGSize"
    default: property.form == .flag ? "Bool" : "CGFloat"
    }
  }

  /// A value as code; texts and words are places in `words`.
  func literal(_ numbers: [Double], _ words: [String]) -> String {
    let number = numbers.first ?? 0
    func word() -> String { words.indices.contains(Int(number)) ? words[Int(number)] : "" }
    switch property.form {
    case .flag: return number == 0 ? "false" : "true"
    case .text: return SwiftNames.literal(word())
    case .word: return ".\(word())"
    case .size: return SwiftProperty.literal(numbers, "CGSize")
    default:
      let literal = SwiftNames.literal(number)
      return property == .font
        ? ".systemFont(ofSize: \(literal))"
        : property == .numberOfLines ? "\(Int(number))" : literal
    }
  }

  /// Sets the property of a view.
  func set(_ numbers: [Double], _ words: [String], on view: View) {
    guard let number = numbers.first else { return }
    let isTrue = number != 0
    func word<Value: CaseIterable>(_: Value.Type) -> Value? {
      Value.allCases.first { words.indices.contains(Int(number)) && "\($0)" == words[Int(number)] }
    }
    switch (property, view) {
    case (.isHidden, _): view.isHidden = isTrue
    case (.insetsLayoutMarginsFromSafeArea, _): view.insetsLayoutMarginsFromSafeArea = isTrue
    case (.preservesSuperviewLayoutMargins, _): view.preservesSuperviewLayoutMargins = isTrue
    case (.autoresizesSubviews, _): view.autoresizesSubviews = isTrue
    case (.semanticContentAttribute, _):
      if let value = word(SemanticContentAttribute.self) { view.semanticContentAttribute = value }
    case (.text, let label as Label):
      label.text = words.indices.contains(Int(number)) ? words[Int(number)] : ""
    case (.font, let label as Label): label.font = .systemFont(ofSize: number)
    case (.numberOfLines, let label as Label): label.numberOfLines = Int(number)
    case (.preferredMaxLayoutWidth, let label as Label): label.preferredMaxLayoutWidth = number
    case (.contentSize, let scroll as ScrollView):
      scroll.contentSize = CGSize(width: number, height: numbers.count > 1 ? numbers[1] : 0)
    case (.alwaysBounceVertical, let scroll as ScrollView): scroll.alwaysBounceVertical = isTrue
    case (.alwaysBounceHorizontal, let scroll as ScrollView): scroll.alwaysBounceHorizontal = isTrue
    case (.contentInsetAdjustmentBehavior, let scroll as ScrollView):
      if let value = word(ScrollView.ContentInsetAdjustmentBehavior.self) {
        scroll.contentInsetAdjustmentBehavior = value
      }
    case (.axis, let stack as StackView):
      if let value = word(StackView.Axis.self) { stack.axis = value }
    case (.distribution, let stack as StackView):
      if let value = word(StackView.Distribution.self) { stack.distribution = value }
    case (.alignment, let stack as StackView):
      if let value = word(StackView.Alignment.self) { stack.alignment = value }
    case (.spacing, let stack as StackView): stack.spacing = number
    case (.isLayoutMarginsRelativeArrangement, let stack as StackView):
      stack.isLayoutMarginsRelativeArrangement = isTrue
    default: break
    }
  }
}
