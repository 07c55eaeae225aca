/// Texts of shapes that the readers got wrong when they saw them first, after all others were read.
extension PostedCase {
  static let fresh: [PostedCase] = [
    // The overlay of a framework prints the one function that set the state, which is no component.
    PostedCase(
      "React", "Stasshe/Pyxis-CodeCanvas/issues/75", .loop(place: "drag.ts:74:9", view: nil),
      #"""
      ## Error Message
      Maximum update depth exceeded. This can happen when a component calls setState inside useEffect.


          at useSidebar.useCallback.move (src/engine/drag.ts:74:9)

      ## Code Frame
        73 |
      > 74 |         setWidth(next);
           |         ^
      """#),
    // Firefox groups the frames of libraries, and writes name and place of the others.
    PostedCase(
      "React", "web-infra-dev/rspress/issues/2765", .loop(place: "useSize.js:9", view: nil),
      #"""
      Uncaught Error: Maximum update depth exceeded. This can happen when a component repeatedly calls setState.
          React 4
          onResize useSize.js:9
          node_modules vendors-node_modules_core_dist_css-d1d032.js:3648
          React 74
          performWorkUntilDeadline scheduler.development.js:45
      2 react-dom-client.development.js:4624:1
      """#),
    // Another overlay puts the place below the name.
    PostedCase(
      "React", "guacsec/guac-visualizer/issues/141", .loop(place: "logo.tsx:511:7", view: nil),
      #"""
      Maximum update depth exceeded. This can happen when a component calls setState inside useEffect.

      Call Stack

      enqueueUpdate
      node_modules/next/dist/react-dom/cjs/react-dom-client.development.js (3811:1)
      dispatchSetState
      node_modules/next/dist/react-dom/cjs/react-dom-client.development.js (6476:1)
      ResizeObserver.eval
      ../src/client/overlay/logo.tsx (511:7)
      """#),
    // A plugin's own function, in a file with jQuery's name in its own.
    PostedCase(
      "JavaScript", "gromo/jquery.scrollbar/issues/141",
      .loop(place: "jquery.pane.js:645", view: nil),
      #"""
      jquery.min.js:2 Uncaught RangeError: Maximum call stack size exceeded
          at String.replace (<anonymous>)
          at Function.r.filter (jquery.min.js:2)
          at BasePane._updateScroll (jquery.pane.js:615)
          at BasePane._updateScroll (jquery.pane.js:645)
          at BasePane._updateScroll (jquery.pane.js:645)
          at BasePane._updateScroll (jquery.pane.js:645)
      """#),
    // The title of an issue has a person's word before what the program printed.
    PostedCase(
      "Qt Quick", "status-im/status-app/issues/2354",
      .loop(place: "Popup.qml:59:16", view: "Picture"),
      #"""
      fix: qrc:/shared/Popup.qml:59:16: QML Picture: Binding loop detected for property "sourceSize.height"

      It floods the output.
      """#),
    // A program's own log puts the place behind the sentence.
    PostedCase(
      "Qt Quick", "status-im/status-app/issues/18316",
      .loop(place: "Field.qml:446", view: "ColumnLayout"),
      #"""
      WRN 2025-07-07 06:05:33.759Z qt warning   topics="qt" tid=83 text="QML ColumnLayout: ColumnLayout called polish() inside updatePolish() of ColumnLayout" file=qrc:/shop/Field.qml:446 category=default
      """#),
    // Rust: a log has its columns before each line, and the first line is lost.
    PostedCase(
      "Rust", "servo/servo/issues/44201", .hint("stack.none"),
      #"""
       0:06.00 pid:46533   78: layout::flow::block_children
       0:06.00 pid:46533              at /home/a/shop/components/layout/flow/mod.rs:738:17
       0:06.00 pid:46533   79: layout::flow::Container::layout
       0:06.00 pid:46533              at /home/a/shop/components/layout/flow/mod.rs:635:61
       0:06.02 pid:46533   80: layout::flow::root::Tree::layout
       0:06.03 pid:46533              at /home/a/shop/components/layout/flow/root.rs:196:44
      """#),
    // Rust: addresses and hashes; code of the language's library stands between.
    PostedCase(
      "Rust", "slint-ui/slint/issues/7402", .hint("stack.none"),
      #"""
          31:     0x7ff79d0fb193 - shop_compiler::generator::rust::api::{{closure}}::hb176f60158c927c3
          32:     0x7ff79d0e0dd3 - shop_compiler::generator::rust::generate::{{closure}}::he9c03776ff6a0deb
          33:     0x7ff79cd65b83 - core::iter::adapters::map::map_fold::{{closure}}::h45c093c3bfa1531f
          34:     0x7ff79ceec824 - <core::slice::iter::Iter<T> as core::iter::traits::iterator::Iterator>::fold::h6f438b0071e76f15
      """#),
    // wxWidgets' own report: a place in brackets before each function, mostly unknown.
    PostedCase(
      "wxWidgets", "sirjuddington/SLADE/issues/308", .hint("stack.none"),
      #"""
      Stack Trace:
      0: [unknown location] [unknown:-1229183869]
      1: [unknown location] Canvas::showItem(int, int)
      2: [unknown location] Canvas::onSize(wxSizeEvent&)
      3: [unknown location] wxAppConsoleBase::HandleEvent(wxEvtHandler*, void (wxEvtHandler::*)(wxEvent&), wxEvent&) const
      4: [unknown location] wxWindow::DoSetSize(int, int, int, int, int)
      """#),
  ]
}
