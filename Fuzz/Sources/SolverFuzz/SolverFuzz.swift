// The entry point for libFuzzer. `make fuzz-solver` builds and runs it; see CONTRIBUTING.md.

/// Edits a system of constraints as the input says.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var edits = SystemEdits(Array(UnsafeBufferPointer(start: data, count: size)))
  edits.run()
  return 0
}
