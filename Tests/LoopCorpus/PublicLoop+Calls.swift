import Foundation
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

extension PublicLoop {
  /// A view dirties without changing anything, or adds for ever.
  static let calls: [PublicLoop] = [
    PublicLoop(
      "measuring-text", github + "KennethTsang/GrowingTextView/issues/9",
      "a text view measures itself in its layout, which resizes it for a moment and dirties it",
      Truth(
        .redundant,
        [.init("TextArea", ["setNeedsLayout"], on: ["TextArea"], dirties: ["TextArea"])],
        victims: ["Form"]),
      because: """
        The frame is back before the layout ends, so every round ends with the same geometry. The \
        detour dirties Form, which does nothing: a victim. TextArea's own call repeats.
        """
    ) {
      let text = GeneratedView("TextArea", CGRect(x: 0, y: 0, width: 300, height: 80))
      let form = GeneratedView("Form").with(text)
      text.onLayout = {
        let frame = $0.frame
        $0.frame.size.height = 10_000
        $0.frame = frame
        if !Repair.isMade { $0.setNeedsLayout() }
      }
      return Stage(form, suspect: text)
    },
    PublicLoop(
      "nested-stacks", github + "nsomar/OAStackView/pull/49",
      "a stack within a stack invalidates its intrinsic size in every layout",
      Truth(
        .redundant,
        [
          .init("Inner", ["invalidateIntrinsicContentSize"], on: ["Inner"], dirties: ["Outer"])
        ], accomplices: ["Outer"]),
      because: """
        No size ever changes. Inner's call leads upstream, Outer hands layout down again; the pull \
        request removed the call.
        """
    ) {
      let inner = GeneratedView("Inner")
      let outer = GeneratedView("Outer").with(inner)
      outer.onLayout = { $0.subviews[0].setNeedsLayout() }
      inner.onLayout = { if !Repair.isMade { $0.invalidateIntrinsicContentSize() } }
      return Stage(GeneratedView("Screen").with(outer), suspect: outer)
    },
    PublicLoop(
      "added-in-layout", github + "layoutBox/PinLayout/issues/124",
      "five subviews are added to the middle in each layout, and the middle tells the screen",
      Truth(
        .drifting(["subviews"], perRound: 5),
        [
          .init("Screen", ["setNeedsLayout"], on: ["Screen"], dirties: ["Screen"]),
          .init("Screen", ["addSubview"], on: ["Middle"], dirties: ["Middle", "Screen"]),
        ], victims: ["Middle", "Item"]),
      because: """
        All of it happens in Screen's layout code: the additions, and by the middle's callback the \
        call. Nobody else does anything.
        """
    ) {
      class Middle: View {
        override func didAddSubview(_ subview: View) { superview?.setNeedsLayout() }
      }
      let middle = Middle()
      middle.identifier = "Middle"
      let screen = GeneratedView("Screen").with(middle)
      screen.onLayout = {
        for _ in 0..<5 where !Repair.isMade { $0.subviews[0].addSubview(GeneratedView("Item")) }
      }
      return Stage(screen, suspect: screen)
    },
    PublicLoop(
      "same-request", github + "moreSwift/swift-cross-ui/pull/699",
      "equal sizes are requested for three children again and again, and each request resizes",
      Truth(
        .redundant, [.init("Fixed", ["setNeedsLayout"], on: ["Fixed"], dirties: ["Fixed"])],
        victims: ["Child"]),
      because: """
        Nothing changes. The requests are made by Fixed's layout code; the children are laid out \
        again and write nothing.
        """
    ) {
      class Child: View {
        var requested = CGSize(width: 10, height: 10) {
          didSet {
            setNeedsLayout()
            superview?.setNeedsLayout()
          }
        }
      }
      let fixed = GeneratedView("Fixed").with(Child(), Child(), Child())
      fixed.onLayout = {
        for case let child as Child in $0.subviews where !Repair.isMade {
          child.requested = child.requested
        }
      }
      return Stage(fixed, suspect: fixed.subviews[1])
    },
    PublicLoop(
      "sample-label", github + "darktable-org/darktable/pull/8115",
      "a picker sets the same text of its label again, which asks for a resize",
      Truth(
        .redundant,
        [
          .init(
            "Picker", ["invalidateIntrinsicContentSize"], on: ["Sample"], dirties: ["Picker"])
        ]),
      because: """
        The label's invalidation dirties the picker, whose layout made it: one view, one call. The \
        label itself is never laid out again.
        """
    ) {
      let picker = GeneratedView("Picker").with(GeneratedView("Sample"))
      picker.onLayout = {
        if !Repair.isMade { $0.subviews[0].invalidateIntrinsicContentSize() }
      }
      return Stage(GeneratedView("Panel").with(picker), suspect: picker)
    },
    PublicLoop(
      "invalidated-layer", github + "ChasakisD/Xamarin.Forms.BackgroundKit/issues/3",
      "a tracker invalidates in layoutSubviews where it should only place its layer",
      Truth(
        .redundant, [.init("Frame", ["setNeedsLayout"], on: ["Frame"], dirties: ["Frame"])]),
      because: "The layer has its size after the first round; only the call goes on."
    ) {
      let frame = GeneratedView("Frame").with(GeneratedView("Layer"))
      frame.onLayout = {
        $0.subviews[0].frame = $0.bounds
        if !Repair.isMade { $0.setNeedsLayout() }
      }
      return Stage(frame, suspect: frame)
    },
    PublicLoop(
      "scroll-bar-indicator", github + "turing-tech/MaterialScrollBar/issues/64",
      "an indicator asks for layout, up to the root, while the list that moves it is laid out",
      Truth(
        .redundant, [.init("List", ["setNeedsLayout"], on: ["Frame"], dirties: ["Frame"])],
        accomplices: ["Frame"], victims: ["Indicator"]),
      because: """
        Of the two calls in List's layout the one on its superview goes round; the one on the \
        indicator leads nowhere. Frame lays its list out again.
        """
    ) {
      let list = GeneratedView("List")
      let indicator = GeneratedView("Indicator")
      let frame = GeneratedView("Frame").with(list, indicator)
      frame.onLayout = { $0.subviews[0].setNeedsLayout() }
      list.onLayout = { [unowned indicator] in
        indicator.setNeedsLayout()
        if !Repair.isMade { $0.superview?.setNeedsLayout() }
      }
      return Stage(frame, suspect: frame)
    },
    PublicLoop(
      "size-to-fit", github + "flowkey/UIKit-cross-platform/pull/328",
      "a notification sizes its button twice in its layout, and each size is told upwards",
      Truth(
        .redundant,
        [
          .init("Notification", ["setNeedsLayout"], on: ["Notification"], dirties: ["Notification"])
        ], victims: ["Button"]),
      because: """
        The button ends each round as it began it. Both sizes, and the calls that follow from them, \
        are the notification's code; the button is laid out again and does nothing.
        """
    ) {
      class Button: View {
        override var frame: CGRect {
          didSet {
            if frame.size != oldValue.size, !Repair.isMade { superview?.setNeedsLayout() }
          }
        }
      }
      let notification = GeneratedView("Notification").with(Button())
      notification.onLayout = {
        $0.subviews[0].frame.size = CGSize(width: 300, height: 44)
        $0.subviews[0].frame.size = CGSize(width: 80, height: 20)
      }
      return Stage(notification, suspect: notification)
    },
    PublicLoop(
      "before-after", github + "RawTherapee/RawTherapee/issues/1082",
      "two image areas in two branches tell each other of each resize",
      Truth(
        .redundant,
        [
          .init("Before", ["setNeedsLayout"], on: ["After"], dirties: ["After"]),
          .init("After", ["setNeedsLayout"], on: ["Before"], dirties: ["Before"]),
        ], others: ["Before", "After"]),
      because: """
        They are the same in everything but their place, so either is as guilty; which one is named \
        must not depend on which is hunted. The other one drives as well.
        """
    ) {
      let before = GeneratedView("Before")
      let after = GeneratedView("After")
      let panel = GeneratedView("Panel").with(
        GeneratedView("Left").with(before), GeneratedView("Right").with(after))
      before.onLayout = { [unowned after] _ in if !Repair.isMade { after.setNeedsLayout() } }
      after.onLayout = { [unowned before] _ in before.setNeedsLayout() }
      return Stage(panel, suspect: after)
    },
  ]
}
