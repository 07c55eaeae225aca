import Testing
import loophunt

/// Commands that exist for these tests only.
private enum Sample {
  enum Format: String, CaseIterable, Sendable { case text, json, jsonl }

  static let threshold = Option.number(
    "threshold", value: "N", default: 100, minimum: 1, help: "Layouts in one turn.")
  static let view = Option.texts("view", value: "VIEW", help: "Hunt this view.")
  static let format = Option.choice(
    "format", value: "FORMAT", default: Format.text, help: "The form of the report.")
  static let output = Option.text(
    "output", letter: "o", value: "FILE", help: "Write here.", completion: .files)
  static let quiet = Option.flag("quiet", letter: "q", help: "Say less.")

  static let parser = CommandLineParser(
    commands: [
      Command(
        "replay", summary: "Run again.",
        operands: Operands("TRACE", count: 1...Int.max, help: "A trace.", completion: .files),
        options: [threshold, view, format, output, quiet],
        examples: [Example("loophunt replay x", "Run x again.")],
        run: { _, _ in .nothingFound }),
      Command(
        "diff", summary: "Compare.",
        operands: Operands("TRACE", count: 2...2, help: "A trace.", completion: .files),
        examples: [], run: { _, _ in .nothingFound }),
    ], fileCommand: "replay")
}

@Suite("The parser of command lines")
struct CommandLineParserTests {
  private func invocation(_ arguments: String...) throws -> Invocation {
    guard case .run(_, let invocation) = try Sample.parser.parse(arguments) else {
      throw UsageError("not a run", remedy: "\(arguments)")
    }
    return invocation
  }

  private func complaint(_ arguments: String...) -> String {
    do {
      _ = try Sample.parser.parse(arguments)
      return "accepted"
    } catch {
      return error.description
    }
  }

  @Test("a number is at most the largest that all forms of results can hold")
  func largestNumber() throws {
    #expect(
      try invocation("replay", "--threshold=9007199254740991", "x")[Sample.threshold]
        == 9_007_199_254_740_991)
    for number in ["9007199254740992", "9223372036854775807", "99999999999999999999"] {
      let complaint = complaint("replay", "--threshold=\(number)", "x")
      #expect(complaint.contains("a whole number from 1 to 9007199254740991"), "\(complaint)")
    }
    #expect(complaint("replay", "--threshold=0", "x").contains("a whole number, 1 or more"))
  }

  @Test("an option that is not given has its initial value")
  func initialValue() throws {
    let result = try invocation("replay", "x")
    #expect(result[Sample.threshold] == 100)
    #expect(result[Sample.view] == [])
    #expect(result[Sample.format] == .text)
    #expect(result[Sample.output] == nil)
    #expect(!result[Sample.quiet])
    #expect(result.operands == ["x"])
  }

  @Test(
    "values may be attached or follow, in any order",
    arguments: [
      ["replay", "--threshold", "7", "-o", "file", "-q", "x"],
      ["replay", "--threshold=7", "--output=file", "--quiet", "x"],
      ["replay", "x", "-qofile", "--threshold=7"],
      ["replay", "-qo", "file", "x", "--threshold", "7"],
    ])
  func values(arguments: [String]) throws {
    guard case .run(let command, let result) = try Sample.parser.parse(arguments) else {
      Issue.record("not a run")
      return
    }
    #expect(command.name == "replay")
    #expect(result[Sample.threshold] == 7)
    #expect(result[Sample.output] == "file")
    #expect(result[Sample.quiet])
    #expect(result.operands == ["x"])
  }

  @Test("a value may hold an equals sign or be a dash")
  func oddValues() throws {
    #expect(try invocation("replay", "--output=a=b", "x")[Sample.output] == "a=b")
    #expect(try invocation("replay", "-o", "-", "x")[Sample.output] == "-")
  }

  @Test("a repeatable option keeps all its values, any other the last one")
  func repeats() throws {
    let result = try invocation(
      "replay", "--view", "a", "--view=b", "--threshold=1", "--threshold=2", "x")
    #expect(result[Sample.view] == ["a", "b"])
    #expect(result[Sample.threshold] == 2)
  }

  @Test("two dashes end the options, and one dash is an operand")
  func dashes() throws {
    #expect(try invocation("replay", "-", "--", "-q", "--help").operands == ["-", "-q", "--help"])
  }

  @Test("help wins over every error")
  func helpWins() throws {
    guard case .help(let command) = try Sample.parser.parse(["diff", "--nope", "-h"]) else {
      Issue.record("not help")
      return
    }
    #expect(command.name == "diff")
  }

  @Test(
    "an error is one line with the remedy",
    arguments: [
      (
        ["replay", "--threshold", "x"],
        "'x' is not a value for '--threshold'; expected a whole number, 1 or more"
      ),
      (
        ["replay", "--threshold=0"],
        "'0' is not a value for '--threshold'; expected a whole number, 1 or more"
      ),
      (
        ["replay", "--threshold=-1"],
        "'-1' is not a value for '--threshold'; expected a whole number, 1 or more"
      ),
      (
        ["replay", "--threshold", "-1"],
        "'-1' is not a value for '--threshold'; expected a whole number, 1 or more"
      ),
      (
        ["replay", "--threshold=1e3"],
        "'1e3' is not a value for '--threshold'; expected a whole number, 1 or more"
      ),
      (
        ["replay", "--threshold=99999999999999999999"],
        "'99999999999999999999' is not a value for '--threshold'; expected a whole number from 1 to "
          + "9007199254740991"
      ),
      (["replay", "--format", "jsn"], "'jsn' is not a value for '--format'; did you mean 'json'?"),
      (
        ["replay", "--format=xml"],
        "'xml' is not a value for '--format'; expected one of text, json, jsonl"
      ),
      (
        ["replay", "--output="], "'' is not a value for '--output'; expected a non-empty text"
      ),
      (
        ["replay", "x", "--threshold"], "option '--threshold' needs a value; write '--threshold=N'"
      ),
      (
        ["replay", "--output", "--quiet"], "option '--output' needs a value; write '--output=FILE'"
      ),
      (["replay", "-o"], "option '-o' needs a value; write '--output=FILE'"),
      (["replay", "--quiet=yes", "x"], "option '--quiet' takes no value; write '--quiet' alone"),
      (
        ["replay", "--treshold=3"],
        "unknown option '--treshold' of 'replay'; did you mean '--threshold'?"
      ),
      (
        ["replay", "-x"],
        "unknown option '-x' of 'replay'; 'loophunt replay --help' lists its options"
      ),
      (
        ["replay", "-qx"],
        "unknown option '-x' of 'replay'; 'loophunt replay --help' lists its options"
      ),
      (["replay"], "'replay' needs a TRACE; write 'loophunt replay [options] TRACE…'"),
      (["diff", "a"], "'diff' needs one more TRACE; write 'loophunt diff [options] TRACE TRACE'"),
      (
        ["diff", "a", "b", "c"],
        "'diff' takes no further argument 'c'; write 'loophunt diff [options] TRACE TRACE'"
      ),
      (["replay", "--json", "x"], "unknown option '--json' of 'replay'; write '--format=json'"),
      (["repaly"], "unknown command 'repaly'; did you mean 'replay'?"),
      (["rep"], "unknown command 'rep'; did you mean 'replay'?"),
      (["banana"], "unknown command 'banana'; 'loophunt --help' lists the commands"),
      (
        ["feed.jsonl"],
        "'feed.jsonl' is not a command; to read the file, write 'loophunt replay FILE'"
      ),
      (["--verson"], "unknown option '--verson'; did you mean '--version'?"),
      (
        ["--threshold=3", "replay", "x"],
        "option '--threshold' belongs to a command; write it after one, as in 'loophunt replay --threshold'"
      ),
    ] as [([String], String)])
  func errors(
    arguments: [String], expected: String
  ) {
    do {
      _ = try Sample.parser.parse(arguments)
      Issue.record("accepted \(arguments)")
    } catch {
      #expect(error.description == expected)
    }
  }

  @Test("foreign text cannot control the terminal or fill the screen")
  func foreignText() {
    #expect(
      complaint("\u{1B}[2Jx\n")
        == #"unknown command '\u{1b}[2Jx\u{a}'; 'loophunt --help' lists the commands"#)
    let long = String(repeating: "y", count: 100_000)
    #expect(complaint(long).count < 250)
    #expect(complaint("replay", "--\(long)").count < 250)
  }
}
