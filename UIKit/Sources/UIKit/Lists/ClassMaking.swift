import Foundation
import ViewTree

// UIKit makes views of a class that it knows at run time only. In Swift that takes a `required` initializer,
// which every subclass would have to declare: an app's `override init(style:reuseIdentifier:)` would not
// compile. A convenience initializer calls the subclass's own one through its class, so it is enough to call
// that by its symbol. If a compiler names it otherwise, the program does not link. A class without the
// initializer ends the process, as on UIKit.

extension UITableViewCell {
  /// Makes a cell that a table uses again.
  @usableFromInline
  convenience init(registered identifier: String?) {
    self.init(style: .default, reuseIdentifier: identifier)
  }

  @_silgen_name("$s5UIKit15UITableViewCellC10registeredACSSSg_tcfC")
  class func make(registered identifier: consuming String?) -> Self
}

extension UITableViewHeaderFooterView {
  /// Makes a head or foot that a table uses again.
  @usableFromInline
  convenience init(registered identifier: String?) { self.init(reuseIdentifier: identifier) }

  @_silgen_name("$s5UIKit023UITableViewHeaderFooterC0C10registeredACSSSg_tcfC")
  class func make(registered identifier: consuming String?) -> Self
}

extension UICollectionReusableView {
  /// Makes a view that a collection uses again.
  @usableFromInline
  convenience init(registered frame: CGRect) { self.init(frame: frame) }

  @_silgen_name("$s5UIKit24UICollectionReusableViewC10registeredAC10Foundation6CGRectV_tcfC")
  class func make(registered frame: CGRect) -> Self
}

extension CALayer {
  /// Makes the layer of a view.
  @usableFromInline
  convenience init(owner: View) {
    self.init()
    self.owner = owner
  }

  @_silgen_name("$s5UIKit7CALayerC5ownerAC8ViewTree0D0C_tcfC")
  class func make(owner: consuming View) -> Self
}
