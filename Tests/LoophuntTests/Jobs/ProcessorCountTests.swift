import Foundation
import Testing
import loophunt

/// The number of processors for this process.
@Suite("Processors")
struct ProcessorCountTests {
  @Test("a quota of a control group is rounded up, and the smallest one counts")
  func quotas() {
    let quota = { (membership: String, files: [String: String]) in
      ProcessorCount.quota(membership: membership, file: { files[$0] })
    }
    #expect(quota("0::/a/b\n", ["a/b/cpu.max": "150000 100000\n"]) == 2)
    #expect(quota("0::/a/b\n", ["a/b/cpu.max": "max 100000\n"]) == nil)
    #expect(
      quota("0::/a/b\n", ["a/b/cpu.max": "400000 100000\n", "a/cpu.max": "100000 100000\n"]) == 1)
    #expect(quota("0::/\n", ["cpu.max": "300000 100000\n"]) == 3)
    #expect(quota("0::/host/path\n", ["cpu.max": "50000 100000\n"]) == 1)
    let old = "12:memory:/x\n4:cpu,cpuacct:/x\n"
    let files = {
      ["cpu,cpuacct/x/cpu.cfs_quota_us": $0, "cpu,cpuacct/x/cpu.cfs_period_us": "100000\n"]
    }
    #expect(quota(old, files("250000\n")) == 3)
    #expect(quota(old, files("-1\n")) == nil)
    for text in ["", "::\n", "0::\n", "x"] { #expect(quota(text, [:]) == nil) }
    #expect(quota("0::/\n", ["cpu.max": "100000\n"]) == nil)
    #expect(quota("0::/\n", ["cpu.max": "100000 0\n"]) == nil)
  }

  @Test("the processors that the scheduler allows are counted")
  func bound() {
    #expect(
      ProcessorCount.bound(status: "Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n") == 2)
    #expect(ProcessorCount.bound(status: "Cpus_allowed:\tff,ffffffff\n") == 40)
    #expect(ProcessorCount.bound(status: "Cpus_allowed:\t0\n") == nil)
    #expect(ProcessorCount.bound(status: "") == nil)
  }

  @Test("a process that is bound to one processor has one")
  func usable() throws {
    #expect(ProcessorCount.usable >= 1)
    #expect(ProcessorCount.usable <= ProcessInfo.processInfo.activeProcessorCount)
  }
}
