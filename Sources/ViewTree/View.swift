public import Foundation

open class View {
  public init(frame: CGRect) {}
  public convenience init() { self.init(frame: .zero) }
  open func layoutSubviews() {}
}
