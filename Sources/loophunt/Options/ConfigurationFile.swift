import Foundation
import LayoutTrace

/// The content of `loophunt.json`: values of options, for all who work on a code base.
struct ConfigurationFile: Sendable {
  static let fileName = "loophunt.json"

  static let file = Option.text(
    "config", value: "FILE",
    help: "Read the configuration from FILE instead of looking for \(fileName).",
    completion: .files)
  static let off = Option.flag("no-config", help: "Read no configuration.")

  static let options: [any OptionDeclaration] = [file, off]

  /// The path of the file in messages.
  var path: String
  var threshold: Int?
  /// The limits of a page's documents.
  var forcedTime: Int?
  var forcedTasks: Int?
  /// The scripts that are not blamed, and the folders with source maps.
  var ignoredScripts: [String] = []
  var sourceMaps: [String] = []
  /// The rules, of which no two have the same scope and name.
  var rules: [HuntRule] = []
  /// The path as seen from the working directory, like all that follow.
  var baseline: String?
  var formats: [ResultForm] = []

  init(path: String) { self.path = path }

  /// Adds the values of the configuration to the options that are not given, as far as known.
  static func complete(
    _ invocation: Invocation, of command: Command
  ) throws(UsageError) -> Invocation {
    let known = Set(command.options.map(\.name))
    guard known.contains(file.name), let configuration = try find(for: invocation) else {
      return invocation
    }
    var invocation = invocation
    invocation.configuration = configuration
    let open = known.subtracting(invocation.given)
    if open.contains(TraceArguments.threshold.name), let threshold = configuration.threshold {
      invocation.values[TraceArguments.threshold] = threshold
    }
    if open.contains(PageOptions.time.name), let time = configuration.forcedTime {
      invocation.values[PageOptions.time] = time
    }
    if open.contains(PageOptions.tasks.name), let tasks = configuration.forcedTasks {
      invocation.values[PageOptions.tasks] = tasks
    }
    if open.contains(TraceArguments.ignoreScript.name) {
      invocation.values[TraceArguments.ignoreScript] = configuration.ignoredScripts
    }
    if open.contains(TraceArguments.sourceMaps.name) {
      invocation.values[TraceArguments.sourceMaps] = configuration.sourceMaps
    }
    if open.contains(TraceArguments.baseline.name), let baseline = configuration.baseline {
      invocation.values[TraceArguments.baseline] = baseline
    }
    let forms = command.options.compactMap { $0 as? Option<[ResultForm]> }.first
    if open.contains(ResultForm.option.name), let forms {
      let accepted = forms.completion.words
      invocation.values[forms] = configuration.formats.filter {
        accepted.contains($0.format.rawValue)
      }
    }
    return invocation
  }

  /// The configuration of an invocation; nil if there is none, or none is wanted.
  private static func find(for invocation: Invocation) throws(UsageError) -> ConfigurationFile? {
    if invocation[off] {
      guard invocation[file] == nil else {
        throw UsageError(
          "'--config' and '--no-config' exclude each other", remedy: "omit one of them")
      }
      return nil
    }
    if let path = invocation[file] { return try ConfigurationReader.read(path) }
    guard let path = try search() else { return nil }
    return try ConfigurationReader.read(path)
  }

  /// The file in the working directory or above, up to the repository's root.
  ///
  /// Outside of a repository, only the working directory counts: files above it may be anybody's. No
  /// variable of the environment decides: a job-wide one could switch a gate off.
  private static func search() throws(UsageError) -> String? {
    guard let folder = realPath(".") else { return nil }
    var candidates = [fileName]
    var current = folder
    while try !isThere("\(current)/.git") {
      guard current != "/", let slash = current.lastIndex(of: "/") else {
        candidates = [fileName]
        break
      }
      current = slash == current.startIndex ? "/" : String(current[..<slash])
      candidates.append("../" + candidates[candidates.count - 1])
    }
    for candidate in candidates where try isThere(candidate) { return candidate }
    return nil
  }

  /// True if a file has this path, including a link to nothing.
  private static func isThere(_ path: String) throws(UsageError) -> Bool {
    var status = stat()
    if lstat(path, &status) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG else {
      throw UsageError(
        "cannot look for \(Printable.quoted(path)): \(String(cString: strerror(errno)))",
        remedy: "name the configuration with '--config=FILE', or write '--no-config'")
    }
    return false
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(validatingCString: real)
  }
}
