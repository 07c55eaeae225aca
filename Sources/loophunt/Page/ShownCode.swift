import LayoutTrace
import LoopHunter

/// The code that a card names, with links to it, and the lines around it where they are known.
///
/// A link leads to the address that the user's pattern makes, to the lines on the page, or to the script
/// at the address from which the browser loaded it.
struct ShownCode {
  /// Lines of one file around one or more places.
  private struct Listing {
    var file: String
    var lines: [Int: String]
    var places: [(title: String, location: CodeLocation)]

    /// True if the lines of an excerpt overlap or follow these.
    func touches(_ excerpt: CodeExcerpt, of file: String) -> Bool {
      self.file == file
        && (-1...excerpt.lines.count).contains { lines[excerpt.firstLine + $0] != nil }
    }
  }

  private let links: SourceLinks?
  private let background: CodeBackground?
  /// The beginning of the names of the listings on the page.
  private let name: String
  private var listings: [Listing] = []

  init(_ links: SourceLinks?, _ background: CodeBackground?, name: String) {
    (self.links, self.background, self.name) = (links, background, name)
  }

  /// Adds a place, whose lines are shown if they are known.
  mutating func add(_ location: CodeLocation, title: String) {
    guard let excerpt = background?.excerpt(of: location.description) else { return }
    let found = listings.firstIndex { $0.touches(excerpt, of: location.file) }
    let index = found ?? listings.count
    if found == nil { listings.append(Listing(file: location.file, lines: [:], places: [])) }
    for (offset, line) in excerpt.lines.enumerated() {
      listings[index].lines[excerpt.firstLine + offset] = line
    }
    listings[index].places.append((title, location))
  }

  /// A place with a link to it, if there is one.
  func link(_ location: CodeLocation) -> Markup {
    let index = listings.firstIndex { $0.places.contains { $0.location == location } }
    guard links == nil, let index else { return outside(location) }
    return .element("a", ["href": "#\(id(index))"], .code(location.description))
  }

  /// A place with a link that leads out of the page, if there is one.
  private func outside(_ location: CodeLocation) -> Markup {
    guard links == nil, let address = background?.address(of: location.description) else {
      return .place(location, links)
    }
    return .outside(address, .code(location.description))
  }

  private func id(_ index: Int) -> String { "\(name)-code-\(index + 1)" }

  /// The lines around the places.
  var markup: Markup {
    .all(
      listings.enumerated().map { index, listing in
        let marked = Set(listing.places.compactMap(\.location.line))
        let lines = listing.lines.sorted { $0.key < $1.key }.map { number, text in
          Markup.element(
            "li", ["value": "\(number)", "class": marked.contains(number) ? "here" : nil],
            .code(text))
        }
        let captions = listing.places.enumerated().map { place, shown in
          Markup("\(place == 0 ? "" : ", ")\(shown.title): ") + outside(shown.location)
        }
        return Markup.element(
          "figure", ["class": "listing", "id": id(index), "tabindex": "-1"],
          .element("figcaption", [:], captions),
          .element(
            "div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Code"],
            .element("ol", [:], lines)))
      })
  }
}
