import LayoutTrace
import LoopHunter

/// The Static Analysis Results Interchange Format, version 2.1.0, which code hosts read.
///
/// A result is a loop: its fingerprint is a partial fingerprint, its cycle a code flow, the place
/// of the culprit's code its location. If the code is unknown, the location is the trace.
struct SARIFRenderer<Kind: Findings>: FormRenderer {
  var keepsFiles: Bool { true }

  func end(_ ending: ResultEnding<Kind>) throws -> [String] {
    [try JsonText.document(SarifLog(ending))]
  }
}

private struct SarifLog: Encodable {
  private var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  private var version = "2.1.0"
  private var runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  init<Kind: Findings>(_ ending: ResultEnding<Kind>) { runs = [Run(ending)] }
}

extension SarifLog {
  private struct Message: Encodable {
    var text: String

    /// A text without line ends, in which nothing looks like a link or a placeholder to a viewer.
    init(text: String) {
      self.text = Printable.line(text).replacing("](", with: "] (")
        .replacing(#/\{(?=[0-9]+\})/#, with: "{ ")
    }
  }

  private struct Run: Encodable {
    struct Tool: Encodable { var driver: Driver }

    struct Driver: Encodable {
      var name = "loophunt"
      var version = Product.version
      var rules: [Rule]
    }

    struct Invocation: Encodable {
      struct Notification: Encodable {
        var level: String
        var message: Message
        var locations: [Location]
      }

      var executionSuccessful: Bool
      var exitCode: Int32
      var toolExecutionNotifications: [Notification]
    }

    var tool: Tool
    var columnKind = "unicodeCodePoints"
    var invocations: [Invocation]
    var results: [Result]

    init<Kind: Findings>(_ ending: ResultEnding<Kind>) {
      let document = ending.document
      let further = [FurtherFailure.unlisted, FurtherFailure.gone].filter { kind in
        ending.failures.contains { $0.kind.kind == kind.kind }
      }
      let rules = (Kind.kinds + further).map(Rule.init)
      tool = Tool(driver: Driver(rules: rules))
      results = ending.loops.map { Result($0, in: $1, rules) }
      results += ending.failures.map { Result($0, rules) }
      func note(
        _ level: String, _ text: String, at locations: [Location] = []
      ) -> Invocation.Notification {
        Invocation.Notification(level: level, message: Message(text: text), locations: locations)
      }
      let notes = document.files.flatMap { file in
        let location = [Location(artifact: file.result.file)]
        return file.result.warnings.map { note("warning", $0, at: location) }
          + [file.result.error].compactMap { $0 }.map { note("error", $0, at: location) }
      }
      let summary = document.summary
      let remarks =
        summary.errors.map { note("error", $0) } + summary.notes.map { note("warning", $0) }
        + (summary.baseline?.warnings ?? []).map { note("warning", $0) }
      let ignored = ending.ignored.map { note("note", $0.sentence) }
      invocations = [
        Invocation(
          executionSuccessful: summary.failed == 0 && summary.errors.isEmpty
            && !summary.isInterrupted,
          exitCode: summary.status, toolExecutionNotifications: notes + ignored + remarks)
      ]
    }
  }

  /// A kind of finding.
  private struct Rule: Encodable {
    var id: String
    var name: String
    var shortDescription: Message
    var help: Message

    init(_ kind: ShownLoop.Kind) {
      id = Self.id(of: kind.kind)
      name = "LayoutLoop\(kind.kind.prefix(1).uppercased())\(kind.kind.dropFirst())"
      shortDescription = Message(text: kind.meaning)
      help = Message(text: kind.remedy)
    }

    static func id(of kind: String) -> String { "layout-loop/\(kind)" }
  }

  private struct Result: Encodable {
    struct CodeFlow: Encodable { var threadFlows: [ThreadFlow] }
    struct ThreadFlow: Encodable { var locations: [Step] }
    struct Step: Encodable { var location: Location }
    struct Suppression: Encodable {
      var kind = "external"
      var justification: String
    }

    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Message
    var partialFingerprints: [String: String]?
    var locations: [Location]
    var codeFlows: [CodeFlow]?
    var baselineState: String?
    var suppressions: [Suppression]?

    init(_ loop: ShownLoop, in trace: String, _ rules: [Rule]) {
      ruleId = Rule.id(of: loop.kind)
      ruleIndex = rules.firstIndex { [ruleId] in $0.id == ruleId } ?? 0
      level = loop.reasonToPass == nil ? "error" : "note"
      message = Message(
        text: loop.headline + (loop.proof.map { " (\($0))" } ?? "")
          + (loop.ownAdvice.map { " What to do: \($0)" } ?? ""))
      partialFingerprints = loop.fingerprint.map { ["loophunt/v1": $0] }
      locations = [Location(place: loop.place, trace: trace, view: loop.view)]
      if !loop.steps.isEmpty {
        let steps = loop.steps.enumerated().map { index, step in
          Step(
            location: Location(
              place: step.isCulprit ? loop.place : nil, trace: trace, view: step.view,
              message: "layout \(index + 1) of a round: \(step.view.path)"
                + (step.isCulprit ? ", the culprit" : "")))
        }
        codeFlows = [CodeFlow(threadFlows: [ThreadFlow(locations: steps)])]
      }
      if let standing = loop.standing {
        baselineState = standing.standing == .known ? "unchanged" : "new"
      }
      if let reason = loop.reasonToPass { suppressions = [Suppression(justification: reason)] }
    }

    /// A failure other than a loop, at the trace or the baseline.
    init(_ failure: FurtherFailure, _ rules: [Rule]) {
      ruleId = Rule.id(of: failure.kind.kind)
      ruleIndex = rules.firstIndex { [ruleId] in $0.id == ruleId } ?? 0
      level = "error"
      message = Message(text: failure.sentence)
      locations = [Location(artifact: failure.file)]
    }
  }

  private struct Location: Encodable {
    struct Physical: Encodable {
      struct Artifact: Encodable { var uri: String }
      struct Region: Encodable {
        var startLine: Int
        var startColumn: Int?
      }

      var artifactLocation: Artifact
      var region: Region?
    }

    struct Logical: Encodable {
      var name: String
      var fullyQualifiedName: String
      var kind = "object"
    }

    var physicalLocation: Physical
    var logicalLocations: [Logical]?
    var message: Message?

    /// A place in the source, or the trace if that is unknown.
    init(place: CodeLocation?, trace: String, view: ViewReference, message: String? = nil) {
      physicalLocation = Physical(
        artifactLocation: Physical.Artifact(uri: Self.uri(place?.file ?? trace)),
        region: place?.line.map { Physical.Region(startLine: $0, startColumn: place?.column) })
      logicalLocations = [
        Logical(name: Printable.line(view.className), fullyQualifiedName: Printable.line(view.path))
      ]
      self.message = message.map(Message.init(text:))
    }

    init(artifact: String) {
      physicalLocation = Physical(artifactLocation: Physical.Artifact(uri: Self.uri(artifact)))
    }

    /// A path as a relative or `file:` reference of RFC 3986.
    private static func uri(_ path: String) -> String {
      let unreserved = Set("-._~/+@!$&'()*,;=0123456789".utf8)
        .union("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
      let digits = Array("0123456789ABCDEF".utf8)
      var uri = path.hasPrefix("/") ? Array("file://".utf8) : []
      for byte in path.utf8 {
        if unreserved.contains(byte) {
          uri.append(byte)
        } else {
          uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
      return String(decoding: uri, as: UTF8.self)
    }
  }
}
