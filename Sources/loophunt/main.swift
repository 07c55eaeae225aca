import Foundation
import LayoutTrace
import LoopHunter

Descriptors.openStandardOnes()
StackLimit.runWithinStack {
  Interruption.install()
  let status = Program.run(on: .standard())
  Interruption.release()
  if let signal = Interruption.signal { Interruption.endProcess(by: signal) }
  exit(status.rawValue)
}
