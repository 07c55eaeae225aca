import Foundation
import ViewTree

/// A view class of a module that knows nothing of hunting.
open class ForeignView: View {
  /// The number of its layouts.
  public private(set) var layouts = 0
  /// Something that has to survive a change of class.
  public var note = "untouched"

  open override func layoutSubviews() {
    layouts += 1
  }
}

/// Inherits its layout from `ForeignView`.
open class InheritingForeignView: ForeignView {
  public var extra: [Int] = [1, 2, 3]
}

/// A generic one, whose records are made at run time.
open class GenericForeignView<Content>: View {
  public var content: Content
  public private(set) var layouts = 0

  public init(content: Content) {
    self.content = content
    super.init(frame: .zero)
  }

  open override func layoutSubviews() {
    layouts += 1
  }
}

/// Final, so that casts to it compare isa words.
public final class FinalForeignView: View {
  public private(set) var layouts = 0

  public override func layoutSubviews() {
    layouts += 1
  }
}

/// Makes further instances of whatever class an instance has.
open class CopyingForeignView: View {
  public private(set) var layouts = 0

  public required init(template: View) {
    super.init(frame: template.frame)
  }

  /// An instance of this instance's dynamic class.
  @inline(never)
  open func copy() -> CopyingForeignView {
    type(of: self).init(template: self)
  }

  open override func layoutSubviews() {
    layouts += 1
  }
}

/// True if a view, typed as `View`, is a `FinalForeignView`.
@inline(never)
public func isFinalForeignView(_ view: View) -> Bool {
  view is FinalForeignView
}

private class HiddenView: View {
  let onLayout: () -> Void

  init(onLayout: @escaping () -> Void) {
    self.onLayout = onLayout
    super.init(frame: .zero)
  }

  override func layoutSubviews() {
    onLayout()
  }
}

/// An instance of a class that only this file can name.
public func makeHiddenView(onLayout: @escaping () -> Void) -> View {
  HiddenView(onLayout: onLayout)
}
