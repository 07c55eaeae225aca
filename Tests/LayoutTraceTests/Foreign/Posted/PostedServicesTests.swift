import LayoutTrace
import TestSupport
import Testing

/// Reports as crash services, watchdogs and Apple's files write them.
@Suite("Reports of crash services and watchdogs")
struct PostedServicesTests {
  private static let round = [
    ("UIKitCore", "-[UIView(Hierarchy) layoutBelowIfNeeded]", "UIView.m:0"),
    ("Shop", "PriceTag.fit", "PriceTag.swift:48"),
    ("Shop", "@objc PriceTag.layoutSubviews", "<compiler-generated>:0"),
    ("UIKitCore", "-[UIView(CALayerDelegate) layoutSublayersOfLayer:]", "UIView.m:0"),
  ]

  /// Twelve frames, each written by `form` from its number, library, function and place.
  private static func frames(_ form: (Int, String, String, String) -> String) -> String {
    (0..<12).map { number in
      let (library, function, place) = round[number % round.count]
      return form(number, library, function, place)
    }.joined(separator: "\n")
  }

  /// The same loop as three services show it.
  private static let services: [(name: String, text: String)] = [
    (
      "Sentry's report",
      """
      OS Version: iOS 17.2 (21C62)
      Report Version: 104

      Exception Type: EXC_BAD_ACCESS (SIGSEGV)
      Exception Codes: KERN_PROTECTION_FAILURE at 0x16d3bc958
      Crashed Thread: 0

      Thread 0 Crashed:

      """
        + frames { number, library, function, place in
          "\(number)   \(library)                 0x2034bd38\(number % 10)         \(function)"
            + (place.hasSuffix(":0") && library != "Shop" ? "" : " (\(place))")
        }
        + "\n17  UIKitCore                 0x2034bd3a8         -[UIView(Hierarchy) layoutIfNeeded]"
    ),
    (
      "Sentry's page",
      frames { _, library, function, place in
        library == "Shop"
          ? place.replacing(":", with: " in \(function) at line ")
          : "/System/UIKitCore:0 - \(function)"
      }
    ),
    (
      "Bugsnag's issue",
      """
      ## Error in Shop

      **EXC_BAD_ACCESS** in **PriceTag.fit**
      Attempted to dereference garbage pointer at 0x16d3bc958.

      ## Stacktrace


      """
        + frames { _, library, function, place in
          library == "Shop"
            ? "    Shop/\(place) - \(function)"
            : "    /System/Library/PrivateFrameworks/\(library).framework/\(library):0 - \(function)"
        }
    ),
  ]

  @Test("the report of a service names the line that enters layout again", arguments: 0..<3)
  func service(index: Int) throws {
    let (name, text) = Self.services[index]
    let found = try PostedTests.findings(in: text)
    #expect(found.map(\.from) == ["PriceTag.fit (PriceTag.swift:48)"], "\(name): \(found)")
    #expect(found.first?.call?.contains("layoutBelowIfNeeded") == true, "\(name): \(found)")
    #expect(found.first?.views == ["PriceTag"], "\(name): \(found)")
  }

  /// The end of an app that was too long in layout, and the suspects on its one stack.
  private static let hangs: [(name: String, text: String, suspects: [String])] = [
    (
      "a watchdog's text",
      """
      Exception Type:  EXC_CRASH (SIGKILL)
      Termination Reason: FRONTBOARD 2343432205
      <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<shop>:6921 exhausted real (wall clock) time allowance of 10.00 seconds
      Thread 0 Crashed:
      0   CoreAutoLayout    0x1b09f90e4 -[NSISEngine optimize] + 8
      1   UIKitCore         0x18f9089e0 -[UIView(Hierarchy) layoutIfNeeded] + 148
      2   Shop              0x104c49720 PriceTag.fit() + 40 (PriceTag.swift:48)
      3   Shop              0x104c49bc8 CartRow.layoutSubviews() + 24 (CartRow.swift:77)
      4   UIKitCore         0x18f8e62b0 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 128
      5   UIKitCore         0x18f8e62b8 UIApplicationMain + 128
      6   Shop              0x104c49bd8 main + 24
      """, ["PriceTag.fit() (PriceTag.swift:48)", "CartRow.layoutSubviews() (CartRow.swift:77)"]
    ),
    (
      "a watchdog's file",
      """
      {"bug_type":"309"}
      {"termination":{"code":2343432205,"namespace":"FRONTBOARD","indicator":"watchdog"},
       "threads":[{"triggered":true,"frames":[
        {"imageOffset":1,"symbol":"-[UIView(Hierarchy) layoutIfNeeded]","imageIndex":0},
        {"imageOffset":2,"symbol":"PriceTag.fit()","imageIndex":1,"sourceFile":"PriceTag.swift","sourceLine":48},
        {"imageOffset":3,"symbol":"CartRow.layoutSubviews()","imageIndex":1,"sourceFile":"CartRow.swift","sourceLine":77},
        {"imageOffset":4,"symbol":"-[UIView(CALayerDelegate) layoutSublayersOfLayer:]","imageIndex":0}]}],
       "usedImages":[{"name":"UIKitCore"},{"name":"Shop"}]}
      """, ["PriceTag.fit() (PriceTag.swift:48)", "CartRow.layoutSubviews() (CartRow.swift:77)"]
    ),
    (
      "an ANR",
      """
      ANR in com.shop (com.shop/.MainActivity)
      Reason: Input dispatching timed out (Application does not have a focused window)
      "main" prio=5 tid=1 Runnable
        at com.shop.PriceTag.fit(PriceTag.kt:48)
        at com.shop.CartRow.onMeasure(CartRow.kt:77)
        at android.view.View.measure(View.java:26411)
        at android.widget.LinearLayout.measureVertical(LinearLayout.java:1083)
        at android.os.Looper.loop(Looper.java:223)
      """, ["com.shop.PriceTag.fit (PriceTag.kt:48)", "com.shop.CartRow.onMeasure (CartRow.kt:77)"]
    ),
  ]

  @Test("a hang has suspects, the innermost first, and no culprit", arguments: 0..<3)
  func hang(index: Int) throws {
    let (name, text, suspects) = Self.hangs[index]
    let found = try PostedTests.findings(in: text)
    #expect(found.map(\.kind) == ["stack.hang"], "\(name): \(found)")
    #expect(found.first?.verdict == nil && found.first?.from == nil, "\(name): \(found)")
    #expect(found.first?.frames == suspects, "\(name): \(found)")
    #expect(found.first?.views == ["PriceTag", "CartRow"], "\(name): \(found)")
  }

  /// Reports of hangs in which another thread comes first, and is in layout, too.
  private static let threads: [(name: String, text: String)] = [
    (
      "a text whose first thread measures a text",
      """
      Exception Note:  EXC_CORPSE_NOTIFY
      Termination Reason: FRONTBOARD 2343432205, 0x8badf00d
      Triggered by Thread:  4

      Thread 0:
      0   UIKitCore   0x18f9089e0 -[UILabel sizeThatFits:] + 148
      1   Shop        0x104c49720 Prefetch.measure() + 40 (Prefetch.swift:9)

      Thread 4:
      0   UIKitCore   0x18f9089e0 -[UIView(Hierarchy) layoutIfNeeded] + 148
      1   Shop        0x104c49720 PriceTag.fit() + 40 (PriceTag.swift:48)
      2   UIKitCore   0x18f8e62b0 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 128
      """
    ),
    (
      "a text whose main thread has a name, and was not the one that was blamed",
      """
      Termination Reason: FRONTBOARD 2343432205, 0x8badf00d
      Thread 2 Crashed:
      0   UIKitCore   0x18f9089e0 -[UILabel sizeThatFits:] + 148
      1   Shop        0x104c49720 Prefetch.measure() + 40 (Prefetch.swift:9)

      Thread 5 name:  Dispatch queue: com.apple.main-thread
      Thread 5:
      0   UIKitCore   0x18f9089e0 -[UIView(Hierarchy) layoutIfNeeded] + 148
      1   Shop        0x104c49720 PriceTag.fit() + 40 (PriceTag.swift:48)
      2   UIKitCore   0x18f8e62b0 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 128
      """
    ),
    (
      "a file",
      """
      {"bug_type":"309"}
      {"termination":{"code":2343432205,"namespace":"FRONTBOARD"},
       "threads":[{"frames":[{"imageOffset":1,"symbol":"-[UILabel sizeThatFits:]","imageIndex":0},
         {"imageOffset":2,"symbol":"Prefetch.measure()","imageIndex":1}]},
        {"queue":"com.apple.main-thread","frames":[
         {"imageOffset":1,"symbol":"-[UIView(Hierarchy) layoutIfNeeded]","imageIndex":0},
         {"imageOffset":2,"symbol":"PriceTag.fit()","imageIndex":1,"sourceFile":"PriceTag.swift","sourceLine":48},
         {"imageOffset":4,"symbol":"-[UIView(CALayerDelegate) layoutSublayersOfLayer:]","imageIndex":0}]}],
       "usedImages":[{"name":"UIKitCore"},{"name":"Shop"}]}
      """
    ),
    (
      "an ANR",
      """
      ANR in com.shop (com.shop/.MainActivity)
      "Prefetch" prio=5 tid=14 Runnable
        at com.shop.Prefetch.measure(Prefetch.kt:9)
        at android.view.View.measure(View.java:26411)

      "main" prio=5 tid=1 Runnable
        | group="main" sCount=1 dsCount=0 flags=1 obj=0x71d5
        native: #00 pc 000000000004b58c  /apex/com.android.runtime/lib64/bionic/libc.so (syscall+28)
        at com.shop.PriceTag.fit(PriceTag.kt:48)
        at android.view.View.measure(View.java:26411)
        at android.os.Looper.loop(Looper.java:223)
      """
    ),
    (
      "a service's report of an ANR",
      """
      Input dispatching timed out
      Prefetch (runnable):tid=14 systid=812
        at com.shop.Prefetch.measure(Prefetch.kt:9)
        at android.view.View.measure(View.java:26411)
      main (runnable):tid=1 systid=811
        at com.shop.PriceTag.fit(PriceTag.kt:48)
        at android.view.View.measure(View.java:26411)
      """
    ),
    (
      "a debugger that lists all threads",
      """
      It hangs, and the watchdog says 0x8badf00d:
        thread #2, queue = 'com.shop.prefetch'
          frame #0: 0x18f9089e0 UIKitCore`-[UILabel sizeThatFits:] + 148
          frame #1: 0x104c49720 Shop`Prefetch.measure() at Prefetch.swift:9
      * thread #1, queue = 'com.apple.main-thread', stop reason = signal SIGSTOP
          frame #0: 0x18f9089e0 UIKitCore`-[UIView(Hierarchy) layoutIfNeeded] + 148
          frame #1: 0x104c49720 Shop`PriceTag.fit() at PriceTag.swift:48
          frame #2: 0x18f9089e0 UIKitCore`-[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 1
      """
    ),
  ]

  @Test("the suspects of a hang are of the main thread, or of the one that the report blames")
  func hungThread() throws {
    for (name, text) in Self.threads {
      let found = try PostedTests.findings(in: text)
      #expect(found.map(\.kind) == ["stack.hang"], "\(name): \(found)")
      #expect(found.first?.frames.count == 1, "\(name): \(found)")
      #expect(found.first?.frames.first?.contains("PriceTag.fit") == true, "\(name): \(found)")
    }
  }

  @Test("a hang whose main thread waits for something else isn't one in layout")
  func waiting() throws {
    let text = """
      Termination Reason: FRONTBOARD 2343432205, 0x8badf00d
      Thread 0 name:  Dispatch queue: com.apple.main-thread
      Thread 0 Crashed:
      0   libsystem_kernel.dylib   0x18f9089e0 __psynch_mutexwait + 8
      1   Shop                     0x104c49720 Store.load() + 40 (Store.swift:48)

      Thread 3:
      0   UIKitCore   0x18f9089e0 -[UILabel sizeThatFits:] + 148
      1   Shop        0x104c49720 Prefetch.measure() + 40 (Prefetch.swift:9)
      """
    #expect(try PostedTests.findings(in: text).map(\.kind) == ["stack.none"])
  }

  /// Two rounds above the beginning of a thread, with the members that tell what was left out.
  private static func report(_ members: String) -> String {
    let round = [
      #"{"imageOffset":1,"symbol":"-[UIView(Hierarchy) layoutIfNeeded]","imageIndex":0}"#,
      #"{"imageOffset":2,"symbol":"Panel.refresh()","imageIndex":1,"sourceFile":"Panel.swift","sourceLine":31}"#,
      #"{"imageOffset":3,"symbol":"Panel.layoutSubviews()","imageIndex":1}"#,
      #"{"imageOffset":4,"symbol":"-[CALayer layoutSublayers]","imageIndex":0}"#,
    ]
    let end = #"{"imageOffset":5,"symbol":"UIApplicationMain","imageIndex":0}"#
    return """
      {"bug_type":"309"}
      {"threads":[{"triggered":true,"frames":[\((round + round + [end]).joined(separator: ","))]\(members)}],
       "usedImages":[{"name":"UIKitCore"},{"name":"Shop"}]}
      """
  }

  @Test(
    "two rounds are a loop where a report says that it left frames out, and none where it is whole",
    arguments: [
      (#","originalLength":4096"#, "stack.loop"),
      (
        #","recursionInfoArray":[{"hottestElided":8,"coldestElided":4000,"depth":998}]"#,
        "stack.loop"
      ),
      (#","originalLength":9"#, "stack.none"), ("", "stack.none"),
    ])
  func elisions(members: String, kind: String) throws {
    let found = try PostedTests.findings(in: Self.report(members))
    #expect(found.map(\.kind.name) == [kind], "\(found)")
    #expect(found.first?.from == (kind == "stack.loop" ? "Panel.refresh() (Panel.swift:31)" : nil))
  }
}
