import UIKit

/// A table's data: the number of rows of each section, and what tests want to know.
final class TableData: NSObject, UITableViewDataSource, UITableViewDelegate {
  /// The words of each row, by section.
  var sections: [[String]]
  /// Makes the cell of a row.
  var make: (UITableView, IndexPath) -> UITableViewCell = { table, _ in
    table.dequeueReusableCell(withIdentifier: "row")
      ?? UITableViewCell(style: .default, reuseIdentifier: "row")
  }
  /// The rows whose cells were asked for.
  var asked: [IndexPath] = []
  var titles: [String?] = []
  var ended = 0

  init(_ counts: Int...) { sections = counts.map { Array(repeating: "row", count: $0) } }

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    asked.append(indexPath)
    return make(tableView, indexPath)
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    titles.indices.contains(section) ? titles[section] : nil
  }

  func tableView(
    _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) { ended += 1 }
}

/// A cell whose content is as high as a number says, by a constraint.
final class SizedCell: UITableViewCell {
  let height: NSLayoutConstraint
  let box = UIView()
  var preparations = 0

  override init(style: CellStyle, reuseIdentifier: String?) {
    height = box.heightAnchor.constraint(equalToConstant: 10)
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    height.priority = UILayoutPriority(999)
    box.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(box)
    NSLayoutConstraint.activate([
      box.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 4),
      box.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -6),
      box.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      box.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
      height,
    ])
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func prepareForReuse() {
    super.prepareForReuse()
    preparations += 1
  }
}
