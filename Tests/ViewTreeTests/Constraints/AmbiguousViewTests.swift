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

  /// A window with a column of views, each below the one before; one of them may have no height.
  private func makeColumn(of count: Int, withoutHeight free: Int? = nil) -> Window {
    let window = TurnLoop().makeWindow()
    var end = window.topAnchor
    for place in 0..<count {
      let view = View()
      view.translatesAutoresizingMaskIntoConstraints = false
      window.addSubview(view)
      LayoutConstraint.activate([
        view.topAnchor.constraint(equalTo: end),
        view.leadingAnchor.constraint(equalTo: window.leadingAnchor),
        view.trailingAnchor.constraint(equalTo: window.trailingAnchor),
      ])
      if place != free { view.heightAnchor.constraint(equalToConstant: 10).isActive = true }
      end = view.bottomAnchor
    }
    window.layoutIfNeeded()
    return window
  }

  @Test("a free length is seen in all places that depend on it, and in no other")
  func dependents() {
    let window = makeColumn(of: 6, withoutHeight: 2)
    #expect(window.subviews.map(\.hasAmbiguousLayout) == [false, false, true, true, true, true])
    // A position that is defined by it and does not depend on it.
    let (free, last) = (window.subviews[2], window.subviews[5])
    let view = View()
    view.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(view)
    LayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: window.leadingAnchor),
      view.trailingAnchor.constraint(equalTo: window.trailingAnchor),
      view.topAnchor.constraint(equalTo: window.topAnchor),
      view.topAnchor.anchorWithOffset(to: view.bottomAnchor).constraint(
        equalTo: free.bottomAnchor.anchorWithOffset(to: last.bottomAnchor)),
    ])
    window.layoutIfNeeded()
    #expect(view.frame.height == 30 && !view.hasAmbiguousLayout)
    let height = free.heightAnchor.constraint(equalToConstant: 10)
    height.isActive = true
    #expect(!window.subviews.contains { $0.hasAmbiguousLayout })
    height.isActive = false
    #expect(window.subviews.filter { $0.hasAmbiguousLayout }.count == 4)
  }

  @Test(
    "marking takes as long for each view of a long column as for one of a short one",
    arguments: [nil, 0])
  func speed(withoutHeight free: Int?) {
    // Four times as many views took sixteen times as long.
    let growth = Growth(from: 50, to: 200, below: 8) { count in
      let window = makeColumn(of: count, withoutHeight: free)
      return processorTime { _ = window.recursiveDescription() }
    }
    #expect(growth.ratio < 8, "\(growth)")
  }
}
