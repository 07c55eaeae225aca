/// Turns the functions of posted stacks into readable names, each as its language writes it.
enum FrameNames {
  /// A function of Swift, Objective-C or C++, without parameters.
  static func native(_ text: Substring) -> String {
    if text.begins(with: "-[") || text.begins(with: "+[") {
      return String(text.utf8.firstIndex(of: UInt8(ascii: "]")).map { text[...$0] } ?? text).clipped
    }
    if text.begins(with: "_T"), !text.begins(with: "_T0"), let name = oldSwift(text) { return name }
    if text.begins(with: "$s") || text.begins(with: "_$s") || text.begins(with: "_T")
      || text.begins(with: "_Z"),
      let demangled = SwiftDemangler.demangledFunction(String(text)),
      let name = LoggedNames.function(demangled)
    {
      return name
    }
    if text.begins(with: "kfun:") {
      let name = text.dropFirst(5).prefix { $0 != "(" && $0 != "{" }
      return String(name.replacing("#", with: ".")).clipped
    }
    if text.begins(with: "_ZN") { return itanium(text) ?? String(text).clipped }
    var rest = text
    if let nameless = rest.place(of: "(anonymous namespace)::") {
      rest = rest[nameless.upperBound...]
    }
    let words: [StaticString] = ["@objc ", "specialized ", "static ", "merged "]
    for word in words where rest.begins(with: word) {
      rest = rest.dropFirst(word.utf8CodeUnitCount)
    }
    if rest.begins(with: "closure #") || rest.begins(with: "implicit closure #"),
      let outer = rest.place(ofLast: " in ")
    {
      return "closure in " + native(rest[outer.upperBound...])
    }
    // A debugger of Swift writes values for the parameters: `Panel.fit(self=0x1, width=320)`.
    if rest.holds("="), let open = rest.firstIndex(of: "("), rest[open...].holds("="),
      rest[open...].prefix(while: { $0 != "=" }).count < 60
    {
      rest = rest[..<open].trimmed
    }
    // Parameters of C++ and gdb's values: `QWidget::setGeometry(QRect const&)`, `f (this=0x1)`.
    if rest.holds("::") || rest.holds(" (") {
      rest = rest.prefix { $0 != "(" }.trimmed
      // A return type may stand before a template's name.
      if !rest.begins(with: "operator"), let blank = rest.place(ofLast: " "),
        !rest[..<blank.lowerBound].holds("<")
      {
        rest = rest[blank.upperBound...]
      }
    }
    if let arrow = rest.place(of: " -> ") { rest = rest[..<arrow.lowerBound] }
    return String(rest).clipped
  }

  /// `QQuickItem::setParentItem` of `_ZN10QQuickItem13setParentItemEPS_`, as far as it is plain.
  private static func itanium(_ text: Substring) -> String? {
    var rest = text.dropFirst(3).drop { $0 == "K" || $0 == "V" }
    var parts: [Substring] = []
    while let length = rest.takeNumber(), length > 0, length <= rest.utf8.count, parts.count < 12 {
      let end = rest.utf8.index(rest.startIndex, offsetBy: length)
      parts.append(rest[..<end])
      rest = rest[end...]
    }
    return parts.isEmpty ? nil : parts.joined(separator: "::")
  }

  /// `PlateView.layoutSubviews` of Swift 3's `_TToFC6Plates9PlateView14layoutSubviewsfT_T_`.
  private static func oldSwift(_ text: Substring) -> String? {
    guard let function = text.dropFirst(2).firstIndex(of: "F") else { return nil }
    var rest = text[function...].drop { !$0.isNumber }
    var parts: [Substring] = []
    // A module, types, and the function; a letter before it tells what it is of a property.
    while let length = rest.takeNumber(), length > 0, length <= rest.utf8.count, parts.count < 12 {
      let end = rest.utf8.index(rest.startIndex, offsetBy: length)
      parts.append(rest[..<end])
      rest = rest[end...]
      if let kind = rest.first, "gsmwW".contains(kind), rest.dropFirst().first?.isNumber == true {
        rest = rest.dropFirst()
      }
    }
    return parts.count > 1 ? parts.dropFirst().joined(separator: ".").clipped : nil
  }

  /// `com.example.FeedView.onLayout`: without what tools wove into it.
  static func java(_ text: Substring) -> String {
    var name = text
    // Robolectric: `$$robo$$androidx_..._View$onLayout`; Compose: `measure-3p2s80s`, `access$x`.
    if let woven = name.place(of: "$$robo$$") {
      let method = name.lastIndex(of: "$").map { name[$0...].dropFirst() } ?? name
      return (String(name[..<woven.lowerBound]) + method).clipped
    }
    if let dash = name.lastIndex(of: "-"), let dot = name.lastIndex(of: "."), dash > dot {
      name = name[..<dash]
    }
    return String(name).clipped
  }

  /// `Ns.Type.Method`: a local function or lambda by the method around it.
  static func dotNet(_ text: Substring) -> String {
    var name = text
    if let open = name.place(of: ".<"), let close = name.place(of: ">"),
      open.upperBound < close.lowerBound
    {
      let outer = name[..<open.lowerBound].split(separator: "+").first ?? name[..<open.lowerBound]
      return "\(outer).\(name[open.upperBound..<close.lowerBound])".clipped
    }
    if let tick = name.firstIndex(of: "`"), name[tick...].holds(".") {
      let rest = name[tick...].drop { $0 != "." }
      name = (name[..<tick] + rest)[...]
    }
    return String(name).clipped
  }
}
