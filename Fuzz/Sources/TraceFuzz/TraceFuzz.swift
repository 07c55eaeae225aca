// The entry point for libFuzzer. `make fuzz` builds and runs it; see CONTRIBUTING.md.

/// Runs one input through everything that reads traces.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  let traces = Expansion.traces(of: input)
  Checks(traces[0]).readers()
  Checks(traces[0]).recordings()
  // Files cost time: one of the checks that need them for each input, always the same.
  let choice = input.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
  if choice % 10 == 9, traces.count == 1 {
    Checks(traces[0]).sink()
  } else {
    Checks.program(traces, choice: choice % 10)
  }
  return 0
}

/// Half of the changes are those of `Mutator`, half those of libFuzzer, which knows the code.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32
) -> Int {
  if seed % 4 == 0 { return fuzzerMutate(data, size, maximum) }
  var mutator = Mutator(
    Array(UnsafeBufferPointer(start: data, count: size)), seed: seed, maximum: maximum)
  let mutated = mutator.mutated()
  for (index, byte) in mutated.enumerated() { data[index] = byte }
  return mutated.count
}

/// libFuzzer's own changes.
@_silgen_name("LLVMFuzzerMutate")
private func fuzzerMutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int
