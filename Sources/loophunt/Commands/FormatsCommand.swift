import LayoutTrace
import LoopHunter

/// `loophunt formats`: what kinds of files are understood.
enum FormatsCommand {
  /// The forms of the list.
  enum Form: String, CaseIterable, Sendable {
    case text, json
  }

  static let form = Option.choice(
    "format", value: "FORMAT", default: Form.text, help: "For people, or one JSON document.")

  static let command = Command(
    "formats", summary: "List the formats that are understood, and what each can tell.",
    discussion: [
      "replay, scan, validate, tree and diff take all of them and recognise them by their content."
    ],
    options: [form],
    examples: [Example("loophunt formats", "List the formats.")],
    run: { invocation, console in
      switch invocation[form] {
      case .text:
        let blocks = FormatList.all.map { format in
          let rows = [
            ("from", format.source), ("tells", format.tells), ("not", format.cannotTell),
          ].flatMap { title, text in
            let lines = Paragraph.lines(of: text, width: max(30, console.width - 9))
            return lines.enumerated().map { index, line in
              "  " + (index == 0 ? title : "")
                + String(repeating: " ", count: 7 - (index == 0 ? title.count : 0)) + line
            }
          }
          return ([console.style.bold(format.name)] + rows).joined(separator: "\n")
        }
        console.print(blocks.joined(separator: "\n\n"))
      case .json: console.print(try JsonText.document(FormatList()))
      }
      return .nothingFound
    })
}

/// The one document of `loophunt formats --format json`.
struct FormatList: Encodable {
  /// One format.
  struct Format: Encodable {
    /// What `--from` calls it.
    var name: String
    /// Where such files come from.
    var source: String
    /// What is taken from them.
    var tells: String
    /// What they do not hold.
    var cannotTell: String
  }

  var schema = JsonText.schema
  var tool = JsonText.tool
  var command = "formats"
  var type = "formats"
  var formats = FormatList.all

  static let all = TraceFormat.allCases.map { format in
    switch format {
    case .loophunt:
      Format(
        name: format.rawValue,
        source: "TraceRecorder, 'loophunt record', 'loophunt import', recorders of your own",
        tells: "views, geometry, causes, layouts, time",
        cannotTell: "what the recorder left out")
    case .chrome:
      Format(
        name: format.rawValue,
        source: "the Performance panel of Chrome, Edge and other Chromium browsers; Puppeteer; "
          + "about:tracing; chromedriver",
        tells:
          "layouts of each document per task, who wrote and who forced with function, line and "
          + "column, the elements that became dirty, time",
        cannotTell: "geometry, the tree, who wrote before the first layout that is forced; without "
          + "invalidation tracking also the elements")
    case .firefoxRaw:
      Format(
        name: format.rawValue,
        source: "Firefox's profiler: MOZ_PROFILER_SHUTDOWN, geckodriver, "
          + "Services.profiler.dumpProfileToFile",
        tells: "layouts of each document per refresh tick or event, who wrote and who forced with "
          + "function and line, time",
        cannotTell: "geometry and elements; a place is where its function begins")
    case .firefox:
      Format(
        name: format.rawValue,
        source: "profiles that profiler.firefox.com saved",
        tells: "what firefox-raw tells",
        cannotTell: "geometry and elements; a place is where its function begins; what was removed "
          + "before the profile was saved")
    case .webkit:
      Format(
        name: format.rawValue,
        source:
          "messages of WebKit's inspector protocol (Timeline.eventRecorded), as WebDriver or a "
          + "remote inspector passes them on",
        tells:
          "layouts per rendering frame, who wrote and who forced with function, line and column, "
          + "time",
        cannotTell: "geometry, elements, and which of several frames was laid out")
    case .safari:
      Format(
        name: format.rawValue,
        source: "the Timelines tab of Safari's Web Inspector: Export",
        tells: "layouts per rendering frame, which of them script forced, what kind of script ran, "
          + "time",
        cannotTell: "geometry, elements, frames, and the places in scripts: exports leave the call "
          + "stacks out")
    case .uikit:
      Format(
        name: format.rawValue,
        source: "console logs of apps that run with -UIViewLayoutFeedbackLoopDebuggingThreshold: "
          + "Xcode, Console, log show, idevicesyslog",
        tells:
          "the views of a loop with their addresses, their tree, the order of a round, who wrote "
          + "whose geometry, and the call stacks of setNeedsLayout",
        cannotTell: "how often the loop went round, lines of code, changes of constraints, and who "
          + "dirtied a view from above")
    case .winui:
      Format(
        name: format.rawValue,
        source: "the debugger's output of apps that set DebugSettings.LayoutCycleTracingLevel",
        tells: "how often each element took part in the last iterations, and in which order",
        cannotTell: "the tree and causes: every verdict is undetermined")
    }
  }
}
