import Foundation
import TestSupport
import Testing
import ViewTree

/// Posts again when it dies.
private final class PostsAtDeath: Sendable {
  private let poster: TurnLoop.Poster
  private let token: LifetimeTracker.Token

  init(_ poster: TurnLoop.Poster, _ token: LifetimeTracker.Token) {
    (self.poster, self.token) = (poster, token)
  }

  deinit { poster.post { [token] _ in withExtendedLifetime(token) {} } }
}

@Suite("Posted work")
struct PosterTests {
  @Test("dies with its loop, although others hold the poster, and so does later work")
  func diesWithLoop() {
    let lives = LifetimeTracker()
    var loop: TurnLoop? = TurnLoop()
    let poster = loop!.poster  // The loop is made in the line above.
    for _ in 0..<2_000 {
      let last = PostsAtDeath(poster, lives.makeToken())
      poster.post { _ in withExtendedLifetime(last) {} }
    }
    #expect(lives.count == 2_000)
    loop = nil
    #expect(lives.count == 0)
    poster.post { [token = lives.makeToken()] _ in withExtendedLifetime(token) {} }
    #expect(lives.count == 0)
  }

  @Test("dies with its loop while threads go on posting")
  func threads() {
    let lives = LifetimeTracker()
    var loop: TurnLoop? = TurnLoop(clock: .wall)
    let poster = loop!.poster  // The loop is made in the line above.
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for _ in 0..<4 {
      Thread {
        for count in 0..<2_000 {
          poster.post { [token = lives.makeToken()] _ in withExtendedLifetime(token) {} }
          if count == 100 { begun.signal() }
        }
        ended.signal()
      }.start()
    }
    for _ in 0..<4 { begun.wait() }
    loop = nil
    for _ in 0..<4 { ended.wait() }
    #expect(lives.count == 0)
  }
}
