import Foundation

/// The memory that the process can still get; without any, it would die without a message.
package struct MemoryRoom {
  /// The amount that remains free for everything else.
  private static let reserve = 32 << 20

  /// An error if this many more bytes are not available; nil if they are, or if that is unknown.
  static func problem(needing bytes: Int, for what: String) -> TraceProblem? {
    guard let free, free < bytes + reserve else { return nil }
    return TraceProblem(
      kind: .unreadable,
      problem:
        "\(what) need more memory than there is: about \(megabytes(bytes)) more, and "
        + "\(megabytes(free)) are free",
      remedy: "give it more memory, or cut the trace into shorter recordings")
  }

  private static func megabytes(_ bytes: Int) -> String { "\(max(0, bytes) >> 20) MB" }

  /// The number of free bytes: of the machine, of the control group, and below the process's limit.
  private static var free: Int? { [machine, group, process].compactMap { $0 }.min() }

  private static var machine: Int? {
    guard let text = text(of: "/proc/meminfo"), let line = text.range(of: "MemAvailable:") else {
      return nil
    }
    return text[line.upperBound...].split(separator: " ").first.flatMap { Int($0) }.map { $0 << 10 }
  }

  private static var group: Int? {
    guard let most = number(in: "/sys/fs/cgroup/memory.max"),
      let used = number(in: "/sys/fs/cgroup/memory.current")
    else { return nil }
    return most - used + cached(in: text(of: "/sys/fs/cgroup/memory.stat") ?? "")
  }

  /// The part of a group's memory that caches files, such as a trace, and that the system releases.
  package static func cached(in statistics: String) -> Int {
    statistics.split(separator: "\n").reduce(0) { sum, line in
      let words = line.split(separator: " ")
      let isMeant = words.count == 2 && ["active_file", "inactive_file"].contains(words[0])
      return isMeant ? sum + (Int(words[1]) ?? 0) : sum
    }
  }

  private static var process: Int? {
    var limit = rlimit()
    #if canImport(Glibc)
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return nil }
    #else
    guard getrlimit(RLIMIT_AS, &limit) == 0 else { return nil }
    #endif
    guard limit.rlim_cur < UInt(Int.max), let pages = text(of: "/proc/self/statm") else {
      return nil
    }
    let used = pages.split(separator: " ").first.flatMap { Int($0) } ?? 0
    return Int(limit.rlim_cur) - used * sysconf(Int32(_SC_PAGESIZE))
  }

  private static func number(in path: String) -> Int? {
    text(of: path).flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// The first bytes of a system file; nil if it does not exist.
  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
