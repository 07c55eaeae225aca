import LayoutTrace
import LoopHunter

/// A loop of a scan: a view that was counted, or another program's finding, which counts nothing.
enum ScannedLoop: Finding {
  case counted(TraceScan.ViewCount)
  case reported(FoundLoop)

  /// The loops of a scan, those of other programs last.
  static func all(_ result: TraceScan.Result) -> [ScannedLoop] {
    result.loops.map(counted)
      + FoundLoop.all(reported: result.findings ?? []).map(reported)
  }

  private enum CodingKeys: String, CodingKey { case report }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self =
      container.contains(.report)
      ? .reported(try FoundLoop(from: decoder)) : .counted(try TraceScan.ViewCount(from: decoder))
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .counted(let view): try view.encode(to: encoder)
    case .reported(let loop): try loop.encode(to: encoder)
    }
  }

  /// A scan has no baseline.
  var standing: LoopStanding? {
    get { nil }
    set {}
  }

  var isReported: Bool { if case .reported = self { true } else { false } }

  var isPlausible: Bool {
    switch self {
    case .counted(let view): view.isPlausible
    case .reported(let loop): loop.isPlausible
    }
  }

  var shown: ShownLoop {
    switch self {
    case .counted(let view): view.shown
    case .reported(let loop):
      {
        var shown = loop.shown
        shown.kind = Self.kind.kind
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
    case .reported(let loop): loop.row(first: file)
    }
  }
}
