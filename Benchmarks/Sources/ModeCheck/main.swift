import Foundation
import LoopHunter
import ViewTree

// A short check that instances can be hunted in the way in which this program was built: for modes
// in which no test bundle can be built, as with a static standard library. Ends with 1 if not.

class Plain: View {}

class Overriding: View {
  var layouts = 0
  override func layoutSubviews() { layouts += 1 }
}

class Generic<Content>: Overriding {
  var content: Content
  init(content: Content) {
    self.content = content
    super.init(frame: .zero)
  }
}

var failures = 0

@MainActor
func expect(_ condition: Bool, _ what: String) {
  guard !condition else { return }
  failures += 1
  print("failed: \(what)")
}

@inline(never)
func layOut(_ view: View) { view.layoutSubviews() }

@inline(never)
func isaWord(of object: AnyObject) -> UInt {
  UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()).load(as: UInt.self)
}

let hunter = LoopHunter(loop: TurnLoop())
let views: [View] = [
  View(frame: .zero), Plain(frame: .zero), Overriding(frame: .zero), Generic(content: "text"),
]
for view in views {
  let word = isaWord(of: view)
  var reports = 0
  let attachment = try hunter.attach(to: view, threshold: 2) { _ in reports += 1 }
  expect(isaWord(of: view) != word, "\(view) is hooked")
  for _ in 0..<5 { layOut(view) }
  expect(attachment.layoutsThisTurn == 5, "\(view) is counted")
  expect(reports == 1, "\(view) is reported once")
  if let view = view as? Overriding { expect(view.layouts == 5, "\(view) runs its original") }
  attachment.detach()
  expect(isaWord(of: view) == word, "\(view) has its class back")
}
var dying: Overriding? = Overriding(frame: .zero)
weak let reference = dying
try hunter.attach(to: dying!) { _ in }
dying = nil
expect(reference == nil, "a hunted view dies")
expect(hunter.attachments.isEmpty, "its hunt ends with it")
print(failures == 0 ? "hunting works in this build" : "\(failures) checks failed")
exit(failures == 0 ? 0 : 1)
