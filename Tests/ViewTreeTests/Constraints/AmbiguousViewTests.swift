import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Views with an ambiguous layout")
struct AmbiguousViewTests {
  @Test("descriptions and pictures mark them, until constraints leave no choice")
  func marks() {
    let loop = TurnLoop()
    let window = loop.makeWindow()
    let view = View(frame: .zero)
    view.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(view)
    LayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: window.leadingAnchor, constant: 12),
      view.topAnchor.constraint(equalTo: window.topAnchor),
      view.heightAnchor.constraint(equalToConstant: 20),
      view.widthAnchor.constraint(greaterThanOrEqualToConstant: 30),
    ])
    loop.runUntilIdle()
    #expect(view.hasAmbiguousLayout)
    #expect(view.description == "<View; frame = (12 0; 30 20); ambiguous>")
    #expect(window.recursiveDescription().contains("; ambiguous>"))
    let picture = window.svgSnapshot()
    #expect(picture.contains("class=\"d1 ambiguous\""))
    #expect(picture.contains("1 ambiguous</tspan>"))
    view.widthAnchor.constraint(equalToConstant: 40).isActive = true
    loop.runUntilIdle()
    #expect(view.description == "<View; frame = (12 0; 40 20)>")
    #expect(!window.svgSnapshot().contains("1 ambiguous"))
    #expect(!View().description.contains("ambiguous"))
  }
}
