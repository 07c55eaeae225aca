import Foundation

/// The number of processors that this process may use: those it is bound to, within its quota.
package enum ProcessorCount {
  /// The number, at least 1.
  package static var usable: Int {
    let quota = quota(
      membership: read("/proc/self/cgroup") ?? "", file: { read("/sys/fs/cgroup/\($0)") })
    let bound = bound(status: read("/proc/self/status") ?? "")
    return max(1, min(bound ?? ProcessInfo.processInfo.activeProcessorCount, quota ?? .max))
  }

  /// The number of processors for a process by its `/proc/self/status`; nil if that does not tell.
  package static func bound(status: String) -> Int? {
    let key = "Cpus_allowed:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else {
      return nil
    }
    // Hexadecimal digits, in groups between commas.
    let count = line.dropFirst(key.count).reduce(0) {
      $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0)
    }
    return count > 0 ? count : nil
  }

  /// The smallest quota of the control groups in `/proc/self/cgroup`, in whole processors; or nil.
  package static func quota(membership: String, file: (String) -> String?) -> Int? {
    var quotas: [Int] = []
    for line in membership.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let controllers = parts[1].split(separator: ",")
      let isUnified = controllers.isEmpty
      guard isUnified || controllers.contains("cpu") else { continue }
      let root = isUnified ? "" : "\(parts[1])/"
      var steps = parts[2].split(separator: "/")
      // In a container, the path may be that of the host: then only the root exists.
      while true {
        let folder = root + steps.map { "\($0)/" }.joined()
        let found =
          isUnified
          ? file(folder + "cpu.max").flatMap { processors($0.split(separator: " ")) }
          : processors(
            [file(folder + "cpu.cfs_quota_us"), file(folder + "cpu.cfs_period_us")]
              .compactMap { $0.map { $0[...] } })
        if let found { quotas.append(found) }
        if steps.popLast() == nil { break }
      }
    }
    return quotas.min()
  }

  /// `quota period`, as processors, rounded up; nil for no quota (`max`, or -1).
  private static func processors(_ words: [Substring]) -> Int? {
    let numbers = words.compactMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return (numbers[0] - 1) / numbers[1] + 1
  }

  private static func read(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }
}
