import ViewTree

extension UIColor {
  /// Makes a grey.
  ///
  /// - Parameters:
  ///   - white: The lightness, from 0 to 1.
  ///   - alpha: The opacity.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Makes a colour of parts in a wider space, which are kept as they are.
  ///
  /// - Parameters:
  ///   - displayP3Red: The share of red.
  ///   - green: The share of green.
  ///   - blue: The share of blue.
  ///   - alpha: The opacity.
  public convenience init(
    displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) {
    self.init(red: displayP3Red, green: green, blue: blue, alpha: alpha)
  }

  /// Makes a colour of a hue.
  ///
  /// - Parameters:
  ///   - hue: The hue, from 0 to 1.
  ///   - saturation: The saturation, from 0 to 1.
  ///   - brightness: The brightness, from 0 to 1.
  ///   - alpha: The opacity.
  public convenience init(
    hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
  ) {
    func part(_ offset: CGFloat) -> CGFloat {
      let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: part(5), green: part(3), blue: part(1), alpha: alpha)
  }

  /// Makes a copy.
  ///
  /// - Parameter cgColor: The colour.
  public convenience init(cgColor: CGColor) {
    self.init(
      red: cgColor.redComponent, green: cgColor.greenComponent, blue: cgColor.blueComponent,
      alpha: cgColor.alphaComponent)
  }

  /// Makes a colour that does not change with the traits: the one for unspecified traits.
  ///
  /// - Parameter dynamicProvider: Returns the colour for traits.
  public convenience init(dynamicProvider: (UITraitCollection) -> UIColor) {
    self.init(cgColor: dynamicProvider(UITraitCollection()))
  }

  /// Returns nil: there are no catalogs of colours.
  ///
  /// - Parameter name: The name.
  public convenience init?(named name: String) { return nil }

  /// The colour itself, which Core Graphics uses here, too.
  public var cgColor: CGColor { self }

  /// Returns the colour with another opacity.
  ///
  /// - Parameter alpha: The opacity.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(red: redComponent, green: greenComponent, blue: blueComponent, alpha: alpha)
  }

  /// Returns the colour itself: none depends on traits.
  ///
  /// - Parameter traits: The traits.
  public func resolvedColor(with traits: UITraitCollection) -> UIColor { self }

  /// Makes this the colour that is drawn with; nothing is drawn.
  public func set() {}

  /// Makes this the colour that areas are drawn with; nothing is drawn.
  public func setFill() {}

  /// Makes this the colour that lines are drawn with; nothing is drawn.
  public func setStroke() {}

  /// Writes the parts of the colour.
  ///
  /// - Parameters:
  ///   - red: Where red goes.
  ///   - green: Where green goes.
  ///   - blue: Where blue goes.
  ///   - alpha: Where the opacity goes.
  /// - Returns: Always true.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    red?.pointee = redComponent
    green?.pointee = greenComponent
    blue?.pointee = blueComponent
    alpha?.pointee = alphaComponent
    return true
  }

  /// Writes the colour as a hue.
  ///
  /// - Parameters:
  ///   - hue: Where the hue goes, from 0 to 1; that of a grey is 0.
  ///   - saturation: Where the saturation goes.
  ///   - brightness: Where the brightness goes.
  ///   - alpha: Where the opacity goes.
  /// - Returns: Always true.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let (red, green, blue) = (redComponent, greenComponent, blueComponent)
    let (top, bottom) = (max(red, green, blue), min(red, green, blue))
    let range = top - bottom
    var sixth: CGFloat = 0
    if range > 0 {
      // The distance from the place of the strongest part on the circle, in sixths.
      sixth =
        top == red
        ? (green - blue) / range
        : top == green ? 2 + (blue - red) / range : 4 + (red - green) / range
    }
    hue?.pointee = (sixth < 0 ? sixth + 6 : sixth) / 6
    saturation?.pointee = top > 0 ? range / top : 0
    brightness?.pointee = top
    alpha?.pointee = alphaComponent
    return true
  }

  // MARK: Named colours

  // In the light style.

  /// A named colour.
  public static let black = UIColor(red: 0, green: 0, blue: 0, alpha: 1)
  /// A named colour.
  public static let darkGray = UIColor(red: 0.3333, green: 0.3333, blue: 0.3333, alpha: 1)
  /// A named colour.
  public static let lightGray = UIColor(red: 0.6667, green: 0.6667, blue: 0.6667, alpha: 1)
  /// A named colour.
  public static let white = UIColor(red: 1, green: 1, blue: 1, alpha: 1)
  /// A named colour.
  public static let gray = UIColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
  /// A named colour.
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  /// A named colour.
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  /// A named colour.
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// A named colour.
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  /// A named colour.
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  /// A named colour.
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  /// A named colour.
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  /// A named colour.
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  /// A named colour.
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
  /// A colour of the system.
  public static let systemRed = UIColor(bytes: 255, 59, 48)
  /// A colour of the system.
  public static let systemGreen = UIColor(bytes: 52, 199, 89)
  /// A colour of the system.
  public static let systemBlue = UIColor(bytes: 0, 122, 255)
  /// A colour of the system.
  public static let systemOrange = UIColor(bytes: 255, 149, 0)
  /// A colour of the system.
  public static let systemYellow = UIColor(bytes: 255, 204, 0)
  /// A colour of the system.
  public static let systemPink = UIColor(bytes: 255, 45, 85)
  /// A colour of the system.
  public static let systemPurple = UIColor(bytes: 175, 82, 222)
  /// A colour of the system.
  public static let systemTeal = UIColor(bytes: 48, 176, 199)
  /// A colour of the system.
  public static let systemIndigo = UIColor(bytes: 88, 86, 214)
  /// A colour of the system.
  public static let systemGray = UIColor(bytes: 142, 142, 147)
  /// A colour of the system.
  public static let systemGray2 = UIColor(bytes: 174, 174, 178)
  /// A colour of the system.
  public static let systemGray3 = UIColor(bytes: 199, 199, 204)
  /// A colour of the system.
  public static let systemGray4 = UIColor(bytes: 209, 209, 214)
  /// A colour of the system.
  public static let systemGray5 = UIColor(bytes: 229, 229, 234)
  /// A colour of the system.
  public static let systemGray6 = UIColor(bytes: 242, 242, 247)
  /// A colour of the system.
  public static let label = UIColor(bytes: 0, 0, 0)
  /// A colour of the system.
  public static let systemBackground = UIColor(bytes: 255, 255, 255)
  /// A colour of the system.
  public static let secondarySystemBackground = UIColor(bytes: 242, 242, 247)
  /// A colour of the system.
  public static let tertiarySystemBackground = UIColor(bytes: 255, 255, 255)
  /// A colour of the system.
  public static let systemGroupedBackground = UIColor(bytes: 242, 242, 247)
  /// A colour of the system.
  public static let secondarySystemGroupedBackground = UIColor(bytes: 255, 255, 255)
  /// A colour of the system.
  public static let link = UIColor(bytes: 0, 122, 255)
  /// A colour of the system.
  public static let opaqueSeparator = UIColor(bytes: 198, 198, 200)
  /// A colour of the system.
  public static let darkText = UIColor(bytes: 0, 0, 0)
  /// A colour of the system.
  public static let lightText = UIColor(bytes: 255, 255, 255)
  /// A colour that is seen through.
  public static let secondaryLabel = UIColor(bytes: 60, 60, 67, alpha: 0.6)
  /// A colour that is seen through.
  public static let tertiaryLabel = UIColor(bytes: 60, 60, 67, alpha: 0.3)
  /// A colour that is seen through.
  public static let quaternaryLabel = UIColor(bytes: 60, 60, 67, alpha: 0.18)
  /// A colour that is seen through.
  public static let separator = UIColor(bytes: 60, 60, 67, alpha: 0.29)
  /// A colour that is seen through.
  public static let placeholderText = UIColor(bytes: 60, 60, 67, alpha: 0.3)
  /// A colour that is seen through.
  public static let systemFill = UIColor(bytes: 120, 120, 128, alpha: 0.2)
  /// A colour that is seen through.
  public static let secondarySystemFill = UIColor(bytes: 120, 120, 128, alpha: 0.16)
  /// A colour that is seen through.
  public static let tertiarySystemFill = UIColor(bytes: 118, 118, 128, alpha: 0.12)
  /// A colour that is seen through.
  public static let clear = UIColor(bytes: 0, 0, 0, alpha: 0)

  /// Makes a colour of bytes.
  private convenience init(
    bytes red: CGFloat, _ green: CGFloat, _ blue: CGFloat, alpha: CGFloat = 1
  ) {
    self.init(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }
}

extension UIColor {
  /// The opacity.
  public var alpha: CGFloat { alphaComponent }
  /// Red, green, blue and opacity, of greys, too.
  public var components: [CGFloat]? {
    [redComponent, greenComponent, blueComponent, alphaComponent]
  }
  /// The number of components: 4.
  public var numberOfComponents: Int { 4 }
}

/// A colour of Core Graphics: the same objects.
public typealias CGColor = UIColor
