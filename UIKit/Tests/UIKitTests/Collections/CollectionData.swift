import UIKit

/// A collection's data: the number of items of each section.
final class CollectionData: NSObject, UICollectionViewDataSource {
  var counts: [Int]
  /// Sets a cell up.
  var configure: (UICollectionViewCell, IndexPath) -> Void = { _, _ in }
  /// The items whose cells were asked for.
  var asked: [IndexPath] = []

  init(_ counts: Int...) { self.counts = counts }

  func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  { counts[section] }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  {
    asked.append(indexPath)
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    configure(cell, indexPath)
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "edge", for: indexPath)
  }
}

/// A cell that prefers the size of its box, by constraints.
final class BoxCell: UICollectionViewCell {
  let box = UIView()
  let width: NSLayoutConstraint
  let height: NSLayoutConstraint

  override init(frame: CGRect) {
    width = box.widthAnchor.constraint(equalToConstant: 50)
    height = box.heightAnchor.constraint(equalToConstant: 50)
    super.init(frame: frame)
    box.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(box)
    (width.priority, height.priority) = (UILayoutPriority(999), UILayoutPriority(999))
    NSLayoutConstraint.activate([
      box.topAnchor.constraint(equalTo: contentView.topAnchor),
      box.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
      box.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      box.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
      width, height,
    ])
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError("There are no nibs.") }
}
