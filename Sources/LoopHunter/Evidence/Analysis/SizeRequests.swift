import LayoutTrace
import ViewTree

/// The latest changes of each view because of which constraints have something new of it, as indexes into the
/// actions.
struct SizeRequests {
  private struct Standing {
    /// The request to ask for its size, or the change of a stack; -1 for none.
    @Small var change = -1
    /// The latest call that asks for its size since it was measured; -1 for none.
    @Small var call = -1
    /// Its latest size, the request for that, and the latest size among its subviews; -1 for none.
    @Small var size = -1
    @Small var request = -1
    @Small var sizeBelow = -1
  }

  private var standings: [Standing] = []
  /// The first and the last of the sizes that came together last.
  private var first = 0
  private var last = -1

  /// Takes the next action.
  mutating func add(_ action: CausalHistory.Action, at index: Int) {
    switch action.kind {
    case .write(.intrinsicContentSize):
      if last != index - 1 { first = index }
      last = index
      update(action.target) {
        $0.request = $0.call < 0 ? index : $0.call
        ($0.size, $0.change, $0.call) = (index, $0.request, -1)
      }
      update(action.superview) { $0.sizeBelow = index }
    case .call(.explicit): break
    case .call, .write(.preferredMaxLayoutWidth):
      update(action.target) { ($0.change, $0.call) = (index, index) }
    case .announce(let reason):
      update(action.target) {
        $0.call = index
        if reason == .constraints { $0.change = index }
      }
      if reason == .isHidden { update(action.superview) { $0.change = index } }
    default: break
    }
  }

  /// The latest change because of which constraints have something new of a view: the request to ask for its
  /// size, or a change of a stack; nil if none is known.
  func change(of view: Int) -> Int? {
    view < standings.count && standings[view].change >= 0 ? standings[view].change : nil
  }

  /// The new size, of those that came together last, that gave a view another place: its own, else one beside
  /// it, else the last.
  func newSize(of view: Int, in superview: Int) -> Int {
    if view < standings.count, standings[view].size >= first { return standings[view].size }
    if superview < standings.count, standings[superview].sizeBelow >= first {
      return standings[superview].sizeBelow
    }
    return last
  }

  /// The request to ask a view for its latest size; without one, that size itself.
  ///
  /// A call of `setNeedsLayout` asks for none.
  func request(ofSize size: Int, of view: Int) -> Int {
    standings[view].size == size ? standings[view].request : size
  }

  private mutating func update(_ view: Int, _ body: (inout Standing) -> Void) {
    while standings.count <= view { standings.append(Standing()) }
    body(&standings[view])
  }
}
