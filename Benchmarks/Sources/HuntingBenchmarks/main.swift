import Foundation
import LoopHunter
import Timing
import ViewTree

// The costs of a hunt: a counted layout, attaching and detaching, memory.
// Run with `swift run -c release --package-path Benchmarks HuntingBenchmarks`.

print("Hunting, medians of paired runs\n")

try countedCalls()
try realBodies()
try againstTheArticlesWay()
try unattached()
try attaching()
