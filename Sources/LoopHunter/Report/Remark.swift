/// A note in a report: a fact about the loop, or about the evidence, besides its verdict and culprit.
public enum Remark: Hashable, Sendable {
  // MARK: Edges

  /// More than one edge keeps the loop going.
  case severalEdges
  /// The likeliest edge by the evidence does not stop the loop; another was named instead.
  case replacedCulprit
  /// Each of so many edges stops the loop alone.
  case edgesThatStop(count: Int)
  /// No edge stops the loop alone; suppressing all deeds of this view's layouts does.
  case wholeView(ViewReference, layouts: Int)
  /// No edge stops the loop alone; so many together do.
  case allEdges(count: Int, layouts: Int)
  /// Suppressing all deeds of the layouts of any one of these views also stops the loop.
  case otherViews([ViewReference])
  /// No layout was seen to dirty a view of the cycle.
  case noEdge
  /// A view drives the loop by its `updateConstraints`, and is not laid out.
  case drivenByConstraints(ViewReference)

  // MARK: Values

  /// The drifting value is written by a view that is not the culprit.
  case driftWriter(LoopProperty, of: ViewReference, by: ViewReference)
  /// A value of a chain across turns moves by this much in so many turns.
  case drift(LoopProperty, perRound: Double?, turns: Int)
  /// So many views took each other's place.
  case replacedViews(ViewReference, count: Int)
  /// A value alternates between two numbers that are hard to tell apart.
  case alternation(NumberAlternation)
  /// Constraints that come back in each round, unchanged, leave more than one place for a view open.
  case ambiguousLayout(ViewReference, constraints: [String])
  /// Each round breaks these constraints, because others contradict them.
  case brokenConstraints([String])

  // MARK: Evidence

  /// Nothing was recorded before the threshold was crossed.
  case lowThreshold
  /// Nothing is recorded outside of windows.
  case outsideWindow
  /// The verdict comes from the end of the turn.
  case lateVerdict
  /// Nothing had changed before the report.
  case wholeTurn
  /// The evidence has fewer than two layouts of the view.
  case fewLayouts(EvidenceRemedy)
  /// Only this many complete rounds of the cycle were recorded.
  case fewRounds(Int, EvidenceRemedy)
  /// Neither the order of layouts nor the geometry repeated.
  case nothingRepeats(rounds: Int)
  /// The same layouts repeat, but their values follow no pattern.
  case noPattern(rounds: Int)
  /// Geometry outside the loop changes without a pattern.
  case restlessGeometry(rounds: Int)
  /// The rounds lay out different views; the cycle is the last of them.
  case differingRounds(Int)
  /// The cycle is a period of so many rounds, which lay out views in different ways.
  case severalRounds(Int)
  /// Other views are laid out only in some rounds.
  case occasionalViews(rounds: Int)

  // MARK: Places in the code

  /// The call stack has no symbols.
  case noSymbols
  /// The app's call left no frame.
  case noFrame
  /// The app's code is a function that the optimiser made of several.
  case mergedFunction
  /// The engine asked a cell for its size, so no code of the app made the call.
  case answer
  /// The process cannot walk its call stack.
  case noStack

  // MARK: Limits

  /// A pass ended at a limit although no view crossed its threshold.
  case limit(LayoutLimit, layouts: Int, views: Int)
  /// The deed that dirtied the busiest view most often, and the view whose layout did it; nil for
  /// code outside layout.
  case dirtied(by: ViewReference?, EdgeAction, times: Int)

  // MARK: Recordings

  /// The trace of the turn is in this file.
  case trace(path: String)
  /// The trace of the turn could not be written, for this reason.
  case unwrittenTrace(String)
  /// `expectNoLayoutLoops` cut a pass short.
  case cutShort(batch: Int, limit: Int)
  /// WinUI's lines hold neither parents nor causes.
  case winUI
  /// The time that a browser spent in the view's layouts of the turn.
  case layoutTime(layouts: Int?, seconds: Double)
  /// A remedy for the author of a page's script.
  case scriptRemedy(ScriptRemedy)

  /// Another remark, in words.
  case text(String)
}

/// The way to more evidence if there is too little.
public enum EvidenceRemedy: Hashable, Sendable {
  /// A higher threshold.
  case higherThreshold
  /// A larger ring than one of this many bytes, which was full.
  case largerRing(bytes: Int)
}

/// A remedy for a loop that the author of a page's script can apply.
public enum ScriptRemedy: String, Hashable, Sendable, CaseIterable {
  /// Read first, then write.
  case readThenWrite
  /// Change everything in one callback.
  case changeAtOnce
}

/// Two numbers between which a property goes back and forth.
public struct NumberAlternation: Hashable, Sendable {
  /// The property, as a single number.
  public var property: LoopProperty
  /// The name of the view.
  public var view: String
  /// The first number.
  public var first: Double
  /// The second number.
  public var second: Double
  /// Pixels per point.
  public var scale: Double
  /// True if the layouts of several views write the property.
  public var hasSeveralWriters: Bool

  /// Makes the two numbers.
  ///
  /// - Parameters:
  ///   - property: The property, as a single number.
  ///   - view: The name of the view.
  ///   - first: The first number.
  ///   - second: The second number.
  ///   - scale: Pixels per point.
  ///   - hasSeveralWriters: True if the layouts of several views write the property.
  public init(
    property: LoopProperty, view: String, first: Double, second: Double, scale: Double,
    hasSeveralWriters: Bool
  ) {
    (self.property, self.view, self.first, self.second) = (property, view, first, second)
    (self.scale, self.hasSeveralWriters) = (scale, hasSeveralWriters)
  }
}

extension LoopReport {
  /// The remedy for the author of a page's script; nil if it depends on more than the verdict.
  package var scriptRemedy: ScriptRemedy? {
    switch verdict {
    case .thrashing: .readThenWrite
    case .feedback: .changeAtOnce
    default: nil
    }
  }
}
