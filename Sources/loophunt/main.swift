import LayoutTrace
import LoopHunter

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

Descriptors.openStandardOnes()
Interruption.install()
let status = Program.run(on: .standard())
Interruption.release()
if let signal = Interruption.signal { Interruption.endProcess(by: signal) }
exit(status.rawValue)
