import HuntSupport
import LayoutTrace
import TestSupport
import Testing

/// The registry of formats.
@Suite("The supported formats")
struct TraceFormatsTests {
  /// A file of each format.
  private static let samples: [(format: String, bytes: @Sendable () throws -> [UInt8])] = [
    ("loophunt", { Array("{\"e\":\"trace\",\"version\":1}\n".utf8) }),
    ("chrome", { try Recording.bytes("chromium-clean") }),
    ("firefox-raw", { try Recording.bytes("firefox-clean") }),
    ("firefox", { Array("{\"meta\":{\"preprocessedProfileVersion\":40},\"libs\":[]}".utf8) }),
    ("webkit", { try Recording.bytes("webkit-clean") }),
    ("safari", { try SafariExport.bytes("clean") }),
    ("long-frames", { try Repository.bytes(of: "Tests/Recordings/Made/long-frames.json") }),
    ("uikit", { try Repository.bytes(of: "Tests/Recordings/Logs/drawer.log") }),
    ("winui", { try Repository.bytes(of: "Tests/Recordings/Logs/panel.txt") }),
    ("ips", { Array("{\"bug_type\":\"309\"}\n\(PostedTests.report)".utf8) }),
    ("posted", { Array(PostedCase.all[1].text.utf8) }),
  ]

  @Test("each format recognises its own files, and no other")
  func recognition() throws {
    #expect(Self.samples.map(\.format) == TraceFormats.all.map(\.name))
    for (format, bytes) in Self.samples {
      let bytes = try bytes()
      let head = Recording.formats(bytes)
      #expect(head == (["uikit", "winui", "posted"].contains(format) ? [] : [format]))
      if format != "firefox" {
        #expect(try OpenedTrace(.bytes(bytes, name: format)).format?.name == format)
      }
    }
  }

  @Test("each format is found by its name, and states its sources and its facts")
  func guides() {
    for format in TraceFormats.all {
      #expect(TraceFormats.named(format.name)?.name == format.name)
      #expect(!format.usualEndings.isEmpty)
      let guide = format.guide
      #expect(![guide.source, guide.tells, guide.cannotTell].contains(""))
    }
    #expect(TraceFormats.named("other") == nil)
  }

  @Test("a layout trace is read as it is, and nothing else is")
  func ownFormat() throws {
    for (format, bytes) in Self.samples where format != "firefox" {
      let opened = try OpenedTrace(.bytes(bytes(), name: format))
      #expect(opened.isLayoutTrace == (format == "loophunt"))
      #expect(opened.isImported == (format != "loophunt"))
    }
  }
}
