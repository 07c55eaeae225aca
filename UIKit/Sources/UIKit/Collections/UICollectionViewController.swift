import Foundation
import ViewTree

/// A controller of a collection, for which it answers.
///
/// As on UIKit, its view holds the collection, which fills it.
open class UICollectionViewController: UIViewController, UICollectionViewDataSource,
  UICollectionViewDelegate
{
  /// The layout object that the collection is made with.
  public let collectionViewLayout: UICollectionViewLayout
  private var storedCollection: UICollectionView?

  /// Makes a controller.
  ///
  /// - Parameter layout: The layout object of its collection.
  public init(collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(nibName: nil, bundle: nil)
  }

  /// Makes a controller with a flow layout; on UIKit it takes a nib that has a layout object.
  ///
  /// - Parameters:
  ///   - nibNameOrNil: The name of a nib, which is stored.
  ///   - nibBundleOrNil: Its bundle, which is stored.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// The collection.
  open var collectionView: UICollectionView! {
    get {
      loadViewIfNeeded()
      return storedCollection
    }
    set {
      storedCollection?.removeFromSuperview()
      storedCollection = newValue
      guard let newValue, let view = viewIfLoaded else { return }
      newValue.frame = view.bounds
      newValue.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(newValue)
    }
  }

  /// True if items are not chosen any more when the view appears; it does not appear.
  open var clearsSelectionOnViewWillAppear = true

  open override func loadView() {
    let frame = CGRect(x: 0, y: 0, width: 390, height: 844)
    let collection =
      storedCollection
      ?? UICollectionView(frame: frame, collectionViewLayout: collectionViewLayout)
    if collection.dataSource == nil { collection.dataSource = self }
    if collection.delegate == nil { collection.delegate = self }
    let holder = UICollectionViewControllerWrapperView(frame: frame)
    view = holder
    collectionView = collection
  }

  // MARK: The data source

  open func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
  open func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { 0 }
  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    misuse(
      "A controller of a collection returned no cell: override collectionView(_:cellForItemAt:).")
  }
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    misuse(
      """
      A controller of a collection returned no view: override \
      collectionView(_:viewForSupplementaryElementOfKind:at:).
      """)
  }

  // MARK: The delegate

  open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  open func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool { true }
  open func collectionView(
    _ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath
  ) -> Bool { true }
  open func collectionView(
    _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath
  ) {}
}

/// The view of a collection's controller, named as on UIKit.
final class UICollectionViewControllerWrapperView: UIView {}
