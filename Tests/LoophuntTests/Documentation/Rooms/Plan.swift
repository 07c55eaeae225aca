/// The rooms of the sources, each with those that it may know.
///
/// docs/architecture.md says what is in each.
enum Plan {
  static let house = [tree, traces, detector, products, command].flatMap { $0 }

  /// The headless tree.
  private static let tree = [
    Room(
      "ViewTree/Constraints", "Constraints/Solver", "Geometry", "Hierarchy", "Layout", "Support"),
    Room("ViewTree/Constraints/Solver"),
    Room("ViewTree/Controls", "Constraints", "Geometry", "Hierarchy", "Layout", "Support"),
    Room("ViewTree/Geometry", "Support"),
    Room("ViewTree/Hierarchy", "Constraints", "Geometry", "Layout", "Loop", "Support", "Watching"),
    Room("ViewTree/Inspection", "Controls", "Geometry", "Hierarchy", "Loop", "Support"),
    Room("ViewTree/Layout", "Constraints", "Geometry", "Hierarchy", "Loop", "Support", "Watching"),
    Room("ViewTree/Loop", "Hierarchy", "Layout", "Support", "Watching"),
    Room("ViewTree/Support"),
    Room("ViewTree/UIKitNames", "Constraints", "Controls", "Geometry", "Hierarchy"),
    Room("ViewTree/Watching", "Constraints", "Hierarchy", "Layout", "Loop", "Support"),
  ]

  /// Traces of layout.
  private static let traces = [
    Room("LayoutTrace/Bytes", "ViewTree/Support"),
    Room("LayoutTrace/Deeds", "Events", "Replaying", "Shrinking", "ViewTree/Layout"),
    Room(
      "LayoutTrace/Events", "Bytes", "ViewTree/Geometry", "ViewTree/Layout"),
    Room("LayoutTrace/Files", "ViewTree/Support"),
    Room("LayoutTrace/Foreign/Chrome", "Bytes", "Foreign/Formats", "Foreign/Timelines", "Reading"),
    Room(
      "LayoutTrace/Foreign/Console", "Bytes", "Deeds", "Events", "Foreign/Formats", "Reading",
      "Recording",
      "Stacks", "ViewTree/Geometry", "ViewTree/Hierarchy", "ViewTree/Layout", "ViewTree/Loop",
      "ViewTree/Support", "ViewTree/Watching"),
    Room(
      "LayoutTrace/Foreign/Firefox", "Bytes", "Foreign/Formats", "Foreign/Timelines", "Reading",
      "Stacks"),
    Room("LayoutTrace/Foreign/Formats", "Bytes", "Events", "Files", "Reading", "Recording"),
    Room(
      "LayoutTrace/Foreign/Opening", "Bytes", "Events", "Files", "Foreign/Chrome",
      "Foreign/Console", "Foreign/Firefox", "Foreign/Formats", "Foreign/Posted", "Foreign/WebKit",
      "Reading", "Recording", "Stacks", "ViewTree/Layout"),
    Room(
      "LayoutTrace/Foreign/Posted", "Bytes", "Events", "Foreign/Console", "Foreign/Formats",
      "Foreign/Timelines", "Reading", "Stacks"),
    Room(
      "LayoutTrace/Foreign/Timelines", "Bytes", "Events", "Files", "Foreign/Formats", "Reading",
      "Recording", "Stacks"),
    Room("LayoutTrace/Foreign/WebKit", "Bytes", "Foreign/Formats", "Foreign/Timelines", "Reading"),
    Room(
      "LayoutTrace/Reading", "Bytes", "Events", "Files", "ViewTree/Layout",
      "ViewTree/Support"),
    Room(
      "LayoutTrace/Recording", "Bytes", "Events", "Files", "Reading", "Stacks",
      "ViewTree/Constraints", "ViewTree/Hierarchy", "ViewTree/Layout", "ViewTree/Loop",
      "ViewTree/Support",
      "ViewTree/Watching"),
    Room(
      "LayoutTrace/Replaying", "Events", "Files", "Reading", "Recording", "Scanning",
      "ViewTree/Geometry", "ViewTree/Hierarchy", "ViewTree/Layout", "ViewTree/Loop",
      "ViewTree/Support", "ViewTree/Watching"),
    Room(
      "LayoutTrace/Scanning", "Bytes", "Events", "Files", "Reading", "Texts", "ViewTree/Loop",
      "ViewTree/Support"),
    Room(
      "LayoutTrace/Shrinking", "Events", "Files", "Reading", "Recording", "Replaying",
      "ViewTree/Constraints", "ViewTree/Hierarchy", "ViewTree/Layout"),
    Room("LayoutTrace/Stacks", "Stacks/DebugInfo", "ViewTree/Support"),
    Room("LayoutTrace/Stacks/DebugInfo"),
    Room("LayoutTrace/Texts"),
  ]

  /// The detector.
  private static let detector = [
    Room("LoopHunter/Analytics/Events", "Report", "LayoutTrace/Files", "ViewTree/Support"),
    Room(
      "LoopHunter/Analytics/Hub", "Analytics/Events", "Analytics/Sinks", "Analytics/Throttling",
      "Report", "LayoutTrace/Files", "ViewTree/Support"),
    Room("LoopHunter/Analytics/Sinks", "Analytics/Events", "LayoutTrace/Files", "ViewTree/Support"),
    Room(
      "LoopHunter/Analytics/Sinks/JSONLines", "Analytics/Events", "Analytics/Sinks",
      "LayoutTrace/Files", "ViewTree/Support"),
    Room("LoopHunter/Analytics/Throttling", "Analytics/Events", "Report"),
    Room(
      "LoopHunter/Evidence/Analysis", "Evidence/Recording", "Report", "LayoutTrace/Deeds",
      "ViewTree/Hierarchy", "ViewTree/Layout", "ViewTree/Support", "ViewTree/Watching"),
    Room(
      "LoopHunter/Evidence/Recording", "Report", "Runtime", "LayoutTrace/Deeds",
      "LayoutTrace/Stacks", "LayoutTrace/Texts", "ViewTree/Hierarchy", "ViewTree/Layout",
      "ViewTree/Loop", "ViewTree/Support", "ViewTree/Watching"),
    Room(
      "LoopHunter/Expecting", "Evidence/Analysis", "Evidence/Recording", "Hunting", "Proving",
      "Report", "LayoutTrace/Files", "LayoutTrace/Reading", "LayoutTrace/Recording",
      "LayoutTrace/Replaying", "LayoutTrace/Scanning", "LayoutTrace/Shrinking",
      "ViewTree/Hierarchy", "ViewTree/Layout",
      "ViewTree/Loop", "ViewTree/Watching"),
    Room(
      "LoopHunter/Hunting", "Analytics/Hub", "Analytics/Sinks", "Evidence/Analysis",
      "Evidence/Recording", "Report", "Runtime", "LayoutTrace/Recording", "LayoutTrace/Replaying",
      "LayoutTrace/Stacks", "ViewTree/Hierarchy", "ViewTree/Loop", "ViewTree/Support",
      "ViewTree/Watching"),
    Room(
      "LoopHunter/Pages", "Hunting", "Report", "LayoutTrace/Replaying", "LayoutTrace/Scanning",
      "ViewTree/Hierarchy", "ViewTree/Layout"),
    Room(
      "LoopHunter/Proving", "Hunting", "Report", "LayoutTrace/Deeds", "LayoutTrace/Events",
      "LayoutTrace/Files", "LayoutTrace/Reading", "LayoutTrace/Recording", "LayoutTrace/Replaying",
      "LayoutTrace/Shrinking", "ViewTree/Hierarchy", "ViewTree/Layout"),
    Room(
      "LoopHunter/Report", "LayoutTrace/Bytes", "LayoutTrace/Deeds", "LayoutTrace/Events",
      "LayoutTrace/Files",
      "LayoutTrace/Scanning", "LayoutTrace/Stacks", "LayoutTrace/Texts", "ViewTree/Layout",
      "ViewTree/Loop", "ViewTree/Support"),
    Room("LoopHunter/Report/Coding", "Report", "LayoutTrace/Stacks"),
    Room("LoopHunter/Report/Wording", "Report", "LayoutTrace/Texts"),
    Room("LoopHunter/Runtime", "ViewTree/Hierarchy", "ViewTree/Support"),
  ]

  /// The modules that stand on the detector.
  private static let products = [
    Room(
      "LoopTelemetry", "LayoutTrace/Files", "LayoutTrace/Texts", "LoopHunter/Analytics/Events",
      "LoopHunter/Analytics/Sinks", "LoopHunter/Analytics/Sinks/JSONLines",
      "ViewTree/Support"),
    Room(
      "LoopScenarios", "LoopHunter/Report", "ViewTree/Constraints", "ViewTree/Controls",
      "ViewTree/Geometry", "ViewTree/Hierarchy", "ViewTree/Loop"),
  ]

  /// The command line.
  private static let command = [
    Room("loophunt", "Commands", "Jobs", "Terminal", "LayoutTrace"),
    Room(
      "loophunt/Commands", "Jobs", "Options", "Page", "Rendering", "Rendering/Completions",
      "Porting", "Rendering/Export", "Rendering/Forms", "Rendering/Json", "Rendering/Partial",
      "Reproducing",
      "Terminal", "Texts", "ViewTree", "LayoutTrace", "LoopHunter", "LoopTelemetry", "LoopScenarios"
    ),
    Room("loophunt/Jobs", "ViewTree"),
    Room("loophunt/Options", "Terminal", "Texts", "LayoutTrace", "LoopHunter"),
    Room(
      "loophunt/Page", "Options", "Rendering", "Rendering/Json", "Texts", "ViewTree", "LayoutTrace",
      "LoopHunter"),
    Room("loophunt/Porting", "Options", "Terminal", "Texts"),
    Room(
      "loophunt/Rendering", "Options", "Rendering/Json", "Terminal", "Texts", "ViewTree",
      "LayoutTrace", "LoopHunter"),
    Room("loophunt/Rendering/Completions", "Options"),
    Room(
      "loophunt/Rendering/Export", "Rendering/Json", "Terminal", "Texts", "LayoutTrace",
      "LoopHunter"),
    Room(
      "loophunt/Rendering/Forms", "Options", "Rendering", "Rendering/Json", "Rendering/Partial",
      "Terminal", "Texts", "LayoutTrace", "LoopHunter"),
    Room("loophunt/Rendering/Json", "Terminal", "Texts", "ViewTree", "LayoutTrace", "LoopHunter"),
    Room(
      "loophunt/Rendering/Partial", "Rendering", "Rendering/Json", "Texts", "LayoutTrace",
      "LoopHunter"),
    Room("loophunt/Reproducing", "Texts", "ViewTree", "LayoutTrace", "LoopHunter"),
    Room("loophunt/Terminal", "Texts", "ViewTree", "LayoutTrace"),
    Room("loophunt/Texts", "ViewTree", "LayoutTrace"),
  ]

  static let circles = [
    Circle(
      rooms: [
        "ViewTree/Constraints", "ViewTree/Hierarchy", "ViewTree/Layout", "ViewTree/Loop",
        "ViewTree/Watching",
      ],
      reason: """
        A view marks itself in the pass of its window's loop; the pass collects views, in a turn of the \
        loop, whose windows are views; a view tells the engine of its window of frames and sizes, and the \
        engine dirties views; and all call what is attached. Protocols between them \
        would have one implementation each, and a call through a table for each view of a pass.
        """)
  ]
}
