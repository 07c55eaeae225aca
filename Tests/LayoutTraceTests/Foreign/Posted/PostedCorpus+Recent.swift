/// Further texts of shapes that the readers got wrong when they saw them first.
extension PostedCase {
  static let recent: [PostedCase] = [
    // An extension of GNOME's desktop: the address of a script is a path, and Clutter's method is layout.
    PostedCase(
      "GNOME Shell", "mzur/gnome-shell-wsmatrix/issues/91",
      .loop(place: "StripOverride.js:166:7", view: nil),
      #"""
      feb 05 14:39:32 box gnome-shell[20206]: JS ERROR: InternalError: too much recursion
                                                          allocate@/home/me/.local/share/gnome-shell/extensions/strip@shop.example/StripOverride.js:166:7
                                                          allocate@/home/me/.local/share/gnome-shell/extensions/strip@shop.example/StripOverride.js:166:7
                                                          allocate@/home/me/.local/share/gnome-shell/extensions/strip@shop.example/StripOverride.js:166:7
      <lots of repetitions of this line snipped>
      """#),
    // The same desktop: a handler of a moved window, which lays nothing out.
    PostedCase(
      "GNOME Shell", "paperwm/PaperWM/issues/916", .hint("stack.other"),
      #"""
      jul 30 12:47:40 box gnome-shell[1585]: JS ERROR: too much recursion
                                                  addPane/<@file:///home/me/.local/share/gnome-shell/extensions/panes@shop.example/panes.js:956:19
                                                  addPane/<@file:///home/me/.local/share/gnome-shell/extensions/panes@shop.example/panes.js:956:19
                                                  addPane/<@file:///home/me/.local/share/gnome-shell/extensions/panes@shop.example/panes.js:956:19
      ...
      """#),
    // A stack of different functions, without a round.
    PostedCase(
      "GNOME Shell", "timbertson/shellshape/issues/184", .hint("stack.none"),
      #"""
      gnome-shell[2147]: JS ERROR: InternalError: too much recursion
                                                 track/<.binding<@/home/me/extensions/tiles@shop.example/extension.js:96
                                                 Pane.prototype.move_resize@/home/me/extensions/tiles@shop.example/extension.js:1879
                                                 Tile.prototype.layout@/home/me/extensions/tiles@shop.example/extension.js:1475
                                                 TileList.prototype.each@/home/me/extensions/tiles@shop.example/extension.js:542
      """#),
    // A call of the language's own library stands within each round.
    PostedCase(
      "browsers", "jlfwong/speedscope/issues/426",
      .loop(place: "board.c62e67c1.js:", view: nil),
      #"""
      board.c62e67c1.js:183 Uncaught RangeError: Maximum call stack size exceeded
          at mayResize (board.c62e67c1.js:183:2113)
          at onFrame (board.c62e67c1.js:30:725)
          at board.c62e67c1.js:14:6435
          at Set.forEach (<anonymous>)
          at a.resize (board.c62e67c1.js:14:6424)
          at mayResize (board.c62e67c1.js:183:2186)
          at onFrame (board.c62e67c1.js:30:725)
          at board.c62e67c1.js:14:6435
          at Set.forEach (<anonymous>)
          at a.resize (board.c62e67c1.js:14:6424)
      """#),
    // SWT: an override of a setter of bounds, which the setter calls again.
    PostedCase(
      "SWT", "kieler/KLighD/issues/225", .loop(place: "Canvas2.java:376", view: "Canvas2"),
      "java.lang.StackOverflowError\n"
        + again(
          3, "\tat com.shop.draw.Canvas2.setBounds(Canvas2.java:355)",
          "\tat org.eclipse.swt.widgets.Control.setBounds(Control.java:3168)",
          "\tat com.shop.draw.Canvas2.setBounds(Canvas2.java:376)")),
    // SWT: overloads of one name in the middle of a stack are no round.
    PostedCase(
      "SWT", "eclipse-egit/egit/issues/69", .hint("stack.none"),
      #"""
      java.lang.StackOverflowError
      	at com.shop.history.GraphTable.layout(GraphTable.java:703)
      	at com.shop.history.GraphTable.lambda$6(GraphTable.java:307)
      	at org.eclipse.swt.widgets.EventTable.sendEvent(EventTable.java:91)
      	at org.eclipse.swt.widgets.Display.sendEvent(Display.java:4404)
      	at org.eclipse.swt.widgets.Widget.sendEvent(Widget.java:1173)
      	at org.eclipse.swt.widgets.Widget.sendEvent(Widget.java:1197)
      	at org.eclipse.swt.widgets.Widget.sendEvent(Widget.java:1178)
      	at org.eclipse.swt.widgets.Control.WM_SIZE(Control.java:5449)
      	at org.eclipse.swt.widgets.Scrollable.WM_SIZE(Scrollable.java:386)
      	at org.eclipse.swt.widgets.Table.WM_SIZE(Table.java:6228)
      	at org.eclipse.swt.widgets.Control.windowProc(Control.java:4809)
      	at org.eclipse.swt.widgets.Table.windowProc(Table.java:5812)
      """#),
    // A service lists the calls from the outermost one on; each level of the tree has its frames.
    PostedCase(
      "Flutter", "ViscousPot/GitSync/issues/726", .hint("stack.nesting"),
      #"""
      #95     _RenderPane.performLayout (package:flutter/src/widgets/layout_builder.dart:450)
      #94     RenderObject.layout (package:flutter/src/rendering/object.dart:2762)
      #93     RenderProxyBoxMixin.performLayout (package:flutter/src/rendering/proxy_box.dart:115)
      #92     RenderObject.layout (package:flutter/src/rendering/object.dart:2762)
      #91     RenderProxyBoxMixin.performLayout (package:flutter/src/rendering/proxy_box.dart:115)
      #90     RenderObject.layout (package:flutter/src/rendering/object.dart:2762)
      #89     RenderProxyBoxMixin.performLayout (package:flutter/src/rendering/proxy_box.dart:115)
      #88     RenderObject.layout (package:flutter/src/rendering/object.dart:2762)
      """#),
    // Drawing that draws itself is no layout.
    PostedCase(
      "Python", "bgribble/mfp/issues/94", .hint("stack.other"),
      again(
        3, "  File \"/home/me/lib/python2.7/site-packages/shop/gui/edge.py\", line 79, in draw",
        "    self.set_size(self.width, self.height)",
        "  File \"/home/me/lib/python2.7/site-packages/shop/gui/patch.py\", line 328, in set_size",
        "    self.draw_ports()",
        "  File \"/home/me/lib/python2.7/site-packages/shop/gui/patch.py\", line 305, in draw_ports",
        "    c.draw()")),
    // UIKit's assertion about cells that were asked for at the wrong time.
    PostedCase(
      "UIKit", "mozilla-mobile/firefox-ios/issues/10548", .hint("uikit.visible"),
      "2022-04-21 16:22:26.626525+0100 Shop[45931:363276] [Assert] Attempted to access the table view's "
        + "visibleCells while they were in the process of being updated, which is not allowed. Make a symbolic "
        + "breakpoint at UITableViewAlertForVisibleCellsAccessDuringUpdate to catch this. Table view: "
        + "<UITableView: 0x7feb648a6200; frame = (0 0; 400 744)>"),
    // One frame is all that a service wrote into its issue.
    PostedCase(
      "Android", "AtB-AS/mittatb-app/issues/1721", .hint("stack.none"),
      #"""
      **ANR** in **MainActivity**
       Input dispatching timed out (Waiting to send non-key event because the touched window has not finished.)

      ## Stacktrace

          ViewGroup.java:5873 - android.view.ViewGroup.onDescendantInvalidated
      """#),
    // A sampler's frames have an offset in place of parameters.
    PostedCase(
      "Avalonia", "AvaloniaUI/Avalonia/issues/8191", .hint("stack.none"),
      #"""
      some kind of infinite loop where the hot path is the following:
      Avalonia.Base.dll!Avalonia.Utilities.ValueStore`1[System.__Canon]::TryFindEntry 0x0
      Avalonia.Base.dll!Avalonia.Utilities.ValueStore`1[System.__Canon]::TryGetValue 0x0
      Avalonia.Base.dll!Avalonia.ValueStore::TryGetValue 0x0
      Avalonia.Base.dll!Avalonia.ValueStore::TryGetValue 0x0
      Avalonia.Base.dll!Avalonia.AvaloniaObject::GetValueOrDefault 0x0
      """#),
  ]
}
