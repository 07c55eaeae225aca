#if os(Linux)
import Foundation
import HuntSupport
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Calls back from a library that can be unloaded.
private typealias Detour =
  @convention(c) (@convention(c) (UnsafeMutableRawPointer?) -> Void, UnsafeMutableRawPointer?) ->
  Void

/// Dirties itself by way of a library.
private final class Plugged: View {
  var detour: Detour?
  private var calls = 0

  override func layoutSubviews() {
    detour?(
      { view in Unmanaged<Plugged>.fromOpaque(view!).takeUnretainedValue().dirty() },
      Unmanaged.passUnretained(self).toOpaque())
    calls += 1
  }

  @inline(never)
  private func dirty() {
    setNeedsLayout()
    calls += 1
  }
}

/// Call stacks are read later than they are caught, and libraries go meanwhile.
@Suite("Code that was unloaded")
struct UnloadedCodeTests {
  @Test("code of an unloaded library is called unloaded, even after the library was loaded again")
  func unloaded() throws {
    let folder = TemporaryFolder()
    let code = "void detour(void (*f)(void *), void *c) { f(c); __asm__ volatile(\"\"); }\n"
    guard let library = try CLibrary.make(code, in: folder) else { return }
    let handle = try #require(dlopen(library, RTLD_NOW | RTLD_LOCAL))
    let symbol = try #require(dlsym(handle, "detour"))
    let loop = TurnLoop()
    loop.passLimit = 60
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let view = Plugged(frame: .zero)
    view.detour = unsafeBitCast(symbol, to: Detour.self)
    window.addSubview(view)
    var reports: [LoopReport] = []
    try LoopHunter(loop: loop).attach(to: view, threshold: 20) { reports.append($0) }
    loop.runTurn()
    let report = try #require(reports.first)
    view.detour = nil
    try #require(dlclose(handle) == 0)
    let frames = report.stacks.flatMap(\.frames)
    // A sanitizer keeps every library.
    guard dlopen(library, RTLD_NOW | RTLD_NOLOAD) == nil else { return }
    #expect(frames.contains("code of plugin.so, which was unloaded"), "\(frames)")
    let again = dlopen(library, RTLD_NOW | RTLD_LOCAL)
    #expect(report.stacks.flatMap(\.frames) == frames)
    #expect("\(report)".contains("which was unloaded"))
    if let again { dlclose(again) }
  }
}
#endif
