/// The coded form of a remedy: its text, and the facts behind it.
struct CodedRemedy: Codable {
  private enum Kind: String { case onlyIfDifferent, roundToPixel, leaveTo, oncePerTurn }

  private var text: String
  /// The repair in one word, which a newer version may know only.
  private var kind: String
  private var writer: ViewReference
  private var action: String
  private var actionKind: EdgeAction.Kind
  private var target: ViewReference
  private var owner: ViewReference?
  private var announcement: String?
  private var layouts: Int

  init(_ remedy: Remedy) {
    text = remedy.description
    switch remedy.repair {
    case .onlyIfDifferent: kind = Kind.onlyIfDifferent.rawValue
    case .roundToPixel: kind = Kind.roundToPixel.rawValue
    case .leaveTo(let owner): (kind, self.owner) = (Kind.leaveTo.rawValue, owner)
    case .oncePerTurn: kind = Kind.oncePerTurn.rawValue
    }
    (writer, action, actionKind) = (remedy.writer, remedy.action.name, remedy.action.kind)
    (target, announcement) = (remedy.target, remedy.announcement?.name)
    layouts = remedy.layouts
  }

  /// The remedy; nil for one that this version does not know.
  var remedy: Remedy? {
    let repair: Remedy.Repair
    switch Kind(rawValue: kind) {
    case .onlyIfDifferent: repair = .onlyIfDifferent
    case .roundToPixel: repair = .roundToPixel
    case .leaveTo:
      guard let owner else { return nil }
      repair = .leaveTo(owner)
    case .oncePerTurn: repair = .oncePerTurn
    case nil: return nil
    }
    return Remedy(
      repair: repair, of: writer, EdgeAction(action, actionKind, hasValues: false), on: target,
      announcedBy: announcement.map { EdgeAction(callOrChange: $0) }, layouts: layouts)
  }
}
