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

  /// The class of ViewTree whose property it is; the view's own one for what a stack holds of its views.
  var base: Reproduction.Base? {
    switch property {
    case .displayScale: .window
    case .text, .font, .numberOfLines, .preferredMaxLayoutWidth: .label
    case .axis, .distribution, .alignment, .spacing, .isLayoutMarginsRelativeArrangement: .stack
    case .contentSize, .contentInsetAdjustmentBehavior, .alwaysBounceVertical,
      .alwaysBounceHorizontal:
      .scroll
    case .isHidden, .insetsLayoutMarginsFromSafeArea, .preservesSuperviewLayoutMargins,
      .semanticContentAttribute, .autoresizesSubviews, .autoresizingMask, .customSpacing,
      .arrangedIndex:
      .view
    default: nil
    }
  }

  /// True for what a stack is told of one of its views, by a call that has the view as its argument.
  var isToldToStack: Bool { property == .customSpacing || property == .arrangedIndex }

  /// The call that sets the property of a view that is arranged.
  func call(_ value: String, on stack: String, of view: String) -> String {
    property == .arrangedIndex
      ? "\(stack).arrange(\(view), at: \(value))"
      : "\(stack).setCustomSpacing(\(value), after: \(view))"
  }

  /// True if its value can be a sum.
  var isNumber: Bool {
    switch property {
    case .contentSize, .spacing, .customSpacing, .preferredMaxLayoutWidth: true
    default: false
    }
  }

  var type: SwiftType {
    switch property {
    case .text: .named("String")
    case .font: .named("Label.Font")
    case .numberOfLines, .arrangedIndex: .named("Int")
    case .autoresizingMask: .named("AutoresizingMask")
    case .axis: .named("StackView.Axis")
    case .distribution: .named("StackView.Distribution")
    case .alignment: .named("StackView.Alignment")
    case .contentInsetAdjustmentBehavior: .named("ScrollView.ContentInsetAdjustmentBehavior")
    case .semanticContentAttribute: .named("SemanticContentAttribute")
    case .contentSize: .size
    default: property.form == .flag ? .flag : .number
    }
  }

  /// True for a value that the setter takes: a trace may hold any number.
  func accepts(_ value: GeometryValue) -> Bool {
    let numbers: [CGFloat]
    switch value {
    case .number(let number): numbers = [number]
    case .size(let size): numbers = [size.width, size.height]
    default: return true
    }
    guard numbers.allSatisfy({ $0.magnitude <= 1e9 }) else { return false }
    return switch property {
    case .autoresizingMask: (0..<64).contains(numbers[0])
    case .displayScale: numbers[0] > 0
    case .numberOfLines: numbers[0] >= 0
    default: true
    }
  }

  /// A value as code; texts and words are places in `words`.
  func literal(_ numbers: [Double], _ words: [String]) -> String {
    let number = numbers.first ?? 0
    func word() -> String { words.indices.contains(Int(number)) ? words[Int(number)] : "" }
    switch property.form {
    case .flag: return number == 0 ? "false" : "true"
    case .text: return SwiftText.literal(word())
    case .word: return ".\(word())"
    case .size: return SwiftType.size.literal(numbers)
    default: break
    }
    switch property {
    case .font: return ".systemFont(ofSize: \(SwiftNames.literal(number)))"
    case .numberOfLines, .arrangedIndex: return "\(Int(number))"
    case .autoresizingMask: return Self.literal(AutoresizingMask(rawValue: UInt(number)))
    default: return SwiftNames.literal(number)
    }
  }

  private static func literal(_ mask: AutoresizingMask) -> String {
    let parts: [(part: AutoresizingMask, word: String)] = [
      (.flexibleLeftMargin, "LeftMargin"), (.flexibleWidth, "Width"),
      (.flexibleRightMargin, "RightMargin"), (.flexibleTopMargin, "TopMargin"),
      (.flexibleHeight, "Height"), (.flexibleBottomMargin, "BottomMargin"),
    ]
    let words = parts.filter { mask.contains($0.part) }.map { ".flexible\($0.word)" }
    return "[\(words.joined(separator: ", "))]"
  }

  /// Sets the property of a view.
  func set(_ numbers: [Double], _ words: [String], on view: View) {
    guard let number = numbers.first else { return }
    let isTrue = number != 0
    switch (property, view) {
    case (.isHidden, _): view.isHidden = isTrue
    case (.insetsLayoutMarginsFromSafeArea, _): view.insetsLayoutMarginsFromSafeArea = isTrue
    case (.preservesSuperviewLayoutMargins, _): view.preservesSuperviewLayoutMargins = isTrue
    case (.autoresizesSubviews, _): view.autoresizesSubviews = isTrue
    case (.autoresizingMask, _):
      view.autoresizingMask = AutoresizingMask(rawValue: UInt(number))
    case (.displayScale, let window as Window): window.displayScale = number
    case (.customSpacing, _):
      (view.superview as? StackView)?.setCustomSpacing(number, after: view)
    case (.arrangedIndex, _): (view.superview as? StackView)?.arrange(view, at: Int(number))
    case (.semanticContentAttribute, _):
      if let value = word(SemanticContentAttribute.self, number, words) {
        view.semanticContentAttribute = value
      }
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
      if let value = word(ScrollView.ContentInsetAdjustmentBehavior.self, number, words) {
        scroll.contentInsetAdjustmentBehavior = value
      }
    case (_, let stack as StackView): set(number, words, on: stack)
    default: break
    }
  }

  /// Sets a property of a stack.
  private func set(_ number: Double, _ words: [String], on stack: StackView) {
    switch property {
    case .axis: if let axis = word(StackView.Axis.self, number, words) { stack.axis = axis }
    case .distribution:
      if let value = word(StackView.Distribution.self, number, words) { stack.distribution = value }
    case .alignment:
      if let value = word(StackView.Alignment.self, number, words) { stack.alignment = value }
    case .spacing: stack.spacing = number
    case .isLayoutMarginsRelativeArrangement:
      stack.isLayoutMarginsRelativeArrangement = number != 0
    default: break
    }
  }

  /// The case of an enumeration with the name at a place of the words.
  private func word<Value: CaseIterable>(
    _: Value.Type, _ number: Double, _ words: [String]
  ) -> Value? {
    Value.allCases.first { words.indices.contains(Int(number)) && "\($0)" == words[Int(number)] }
  }
}

extension StackView {
  /// Moves an arranged view, or takes it out of the arrangement if its place is -1.
  func arrange(_ view: View, at place: Int) {
    if place < 0 {
      removeArrangedSubview(view)
    } else {
      insertArrangedSubview(view, at: place)
    }
  }
}
