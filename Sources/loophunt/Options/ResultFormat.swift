import LayoutTrace

enum ResultFormat: String, CaseIterable, Sendable {
  case text, json, jsonl, sarif, junit, github, markdown, partial
}

/// A form, and the destination of the results in it.
struct ResultForm: Hashable, Sendable {
  var format: ResultFormat
  /// The file that gets them; nil for standard output.
  var file: String?
}

extension ResultForm {
  /// `--format NAME[=FILE]`.
  static let option = Option<[ResultForm]>(
    name: "format", letter: nil, valueName: "NAME[=FILE]",
    help:
      "Format of the result: text (the default), json, jsonl (one object per line), sarif, "
      + "junit, github (workflow annotations), markdown, or partial (for 'loophunt merge'). With "
      + "=FILE the result goes to that file. Can be given several times.",
    completion: .beginnings(ResultFormat.allCases.map(\.rawValue)), repeats: true, initial: []
  ) { (text, value) throws(ValueProblem) in
    let words = ResultFormat.allCases.map(\.rawValue)
    let (name, file) = text.assignment
    guard let format = ResultFormat(rawValue: name) else {
      throw ValueProblem(
        expected: "one of \(words.joined(separator: ", ")), with =FILE or without",
        nearest: Spelling.nearest(to: name, among: words))
    }
    guard file != "" else {
      throw ValueProblem(expected: "a file name after the equals sign")
    }
    value.append(ResultForm(format: format, file: file))
  }

  /// The forms of an invocation, text if none is given; no result may replace one of the `others`, which
  /// the command reads, and no file of `sinks` may be one of both.
  static func all(
    of invocation: Invocation, others: [String], sinks: [String] = []
  ) throws(UsageError) -> [ResultForm] {
    let given = invocation[option]
    let forms = given.isEmpty ? [ResultForm(format: .text)] : given
    let onOutput = forms.filter { $0.file == nil }
    if onOutput.count > 1 {
      throw UsageError(
        "two results would go to standard output",
        remedy: "write one of them to a file: '--format=\(onOutput[1].format.rawValue)=FILE'")
    }
    var files: Set<ExactName> = []
    for file in forms.compactMap(\.file) {
      guard files.insert(OutputFile.identity(of: file)).inserted else {
        throw UsageError(
          "two results would go to \(Printable.quoted(file))", remedy: "name two files")
      }
    }
    if let form = onOutput.first, let output = OutputFile.identityOfStandardOutput,
      files.contains(output)
    {
      throw UsageError(
        "two results would go to standard output",
        remedy: "write one of them to another file: '--format=\(form.format.rawValue)=FILE'")
    }
    let configuration = invocation.configuration
    let others = others + [configuration?.path, configuration?.baseline].compactMap { $0 }
    for other in others
    where files.contains(OutputFile.identity(of: other)) {
      throw UsageError(
        "a result would overwrite \(Printable.quoted(other)), which is an input",
        remedy: "name another file for it")
    }
    let taken = files.union(others.map(OutputFile.identity))
    for sink in sinks {
      let identity = OutputFile.identity(of: sink)
      let isOutput = !onOutput.isEmpty && identity == OutputFile.identityOfStandardOutput
      guard taken.contains(identity) || isOutput else { continue }
      throw UsageError(
        "the events of the sink \(Printable.quoted("jsonl:\(sink)")) would go into a file that this "
          + "run \(isOutput ? "uses as standard output" : "reads, or writes a result to")",
        remedy: "name another file for them")
    }
    return forms
  }
}
