import LayoutTrace
import LoopHunter

/// A loop of a scan: a view that was counted, or one that has a report as in a replay.
///
/// Such are the pairs of a page's functions, and the findings of other programs.
enum ScannedLoop: Finding {
  case counted(TraceScan.ViewCount)
  case told(FoundLoop)

  /// The loops of a scan, those of other programs last.
  static func all(_ result: TraceScan.Result, _ pages: [PageFinding] = []) -> [ScannedLoop] {
    result.loops.map(counted) + pages.map { .told(FoundLoop($0)) }
      + FoundLoop.all(reported: result.findings ?? []).map(told)
  }

  private enum CodingKeys: String, CodingKey { case report, advice }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self =
      container.contains(.report)
      ? .told(try FoundLoop(from: decoder)) : .counted(try TraceScan.ViewCount(from: decoder))
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .counted(let view):
      try view.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(TraceScan.ViewCount.kind.remedy, forKey: .advice)
    case .told(let loop): try loop.encode(to: encoder)
    }
  }

  /// A scan has no baseline.
  var standing: LoopStanding? {
    get { nil }
    set {}
  }

  var formerFingerprints: [String] {
    get { [] }
    set {}
  }

  var hasOwnAdvice: Bool { if case .told = self { true } else { false } }

  var isPlausible: Bool {
    switch self {
    case .counted(let view): view.isPlausible
    case .told(let loop): loop.isPlausible
    }
  }

  var shown: ShownLoop {
    switch self {
    case .counted(let view): view.shown
    case .told(let loop):
      {
        var shown = loop.shown
        if loop.isReported { shown.kind = Self.kind.kind }
        return shown
      }()
    }
  }

  /// The kind of what another program reported, whose verdict a replay names.
  static let kind: ShownLoop.Kind = (
    "reported", "Another program reported a layout loop; nothing was counted.",
    "Follow the advice of the report, or record the layout and replay it."
  )

  func row(first file: String) -> FindingsRow {
    switch self {
    case .counted(let view): view.row(first: file)
    case .told(let loop): loop.row(first: file)
    }
  }
}
