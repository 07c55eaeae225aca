import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("The self-check")
struct SelfCheckTests {
  let loop = TurnLoop()

  #if OTHER_PLATFORM
  @Test("on another platform attach throws the same, and everything else goes on")
  func otherPlatform() {
    expectRefusal(.current, mentioning: "this platform has class records of another kind")
  }
  #else
  @Test("this process is supported")
  func supported() {
    #expect(RuntimeSupport.current.failure == nil)
  }
  #endif

  /// Damages a field of every record that has it.
  private func support(damaging field: RecordField, to value: UInt) -> RuntimeSupport {
    RuntimeSupport(
      checkingThrough: RecordReader { read, _, live in read == field ? value : live })
  }

  private func expectRefusal(
    _ support: RuntimeSupport, mentioning text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let hunter = LoopHunter(loop: loop, support: support)
    let view = JournalView("view")
    view.addSubview(JournalView("child"))
    let error = #expect(throws: LoopHunterError.self, sourceLocation: sourceLocation) {
      try hunter.attach(to: view) { _ in }
    }
    #expect(throws: LoopHunterError.self, sourceLocation: sourceLocation) {
      try hunter.attach(toTree: view) { _ in }
    }
    guard case .unsupportedRuntime(let reason) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(reason.contains(text), "\(reason)", sourceLocation: sourceLocation)
    #expect(error?.description.contains("nothing was changed") == true)
    #expect(isaWord(of: view) == isaWord(ofClass: JournalView.self))
    #expect(view.instrument == nil)
    #expect(hunter.attachments.isEmpty)
    let diagnosis = hunter.diagnose(view)
    #expect(diagnosis.obstacles == [.unsupportedRuntime(reason: reason)])
    #expect(!diagnosis.willFire)
    layOut(view)
    #expect(view.layouts == 1)
  }

  @Test(
    "an unexpected field is named, and attach changes nothing",
    arguments: [
      (RecordField.kind, UInt(0x200)),
      (.superclass, 0x1000),
      (.flags, 1),
      (.instanceAddressPoint, 8),
      (.instanceSize, 8),
      (.instanceSize, 1 << 20),
      (.alignmentMask, 3),
      (.classSize, 40),
      (.classSize, 1 << 24),
      (.classSize, 0xffff_ffff),
      (.classAddressPoint, 0),
      (.classAddressPoint, 17),
      (.classAddressPoint, 4096),
      (.destroy, 0),
      (.valueWitnesses, 0),
      (.descriptor, 0),
      (.descriptor, 3),
    ])
  func damagedRecord(field: RecordField, value: UInt) {
    expectRefusal(support(damaging: field, to: value), mentioning: "\(field.name) of")
  }

  @Test("an instance may have 16 to 65 536 bytes, and not one byte more or less")
  func limitsOfInstances() {
    for size: UInt in [16, 65_536] {
      // The next check notices that all classes have the same size.
      expectRefusal(support(damaging: .instanceSize, to: size), mentioning: "two words more")
    }
    for size: UInt in [15, 65_537] {
      let field = "\(RecordField.instanceSize.name) of"
      expectRefusal(support(damaging: .instanceSize, to: size), mentioning: field)
    }
  }

  @Test("records that hold the head and not the whole method table are refused", arguments: [8, 0])
  func cutMethodTable(missing: UInt) {
    let support = RuntimeSupport(
      checkingThrough: RecordReader { field, base, live in
        guard field == .classSize else { return live }
        let head = RecordReader.live(.classAddressPoint, of: base)
        return missing > 0 ? live - missing : head + UInt(RecordField.firstMemberOffset)
      })
    expectRefusal(support, mentioning: "do not fit a record of")
  }

  @Test("a descriptor that is not a class's is refused", arguments: [UInt(17), 0, 0xffff_ffff])
  func damagedDescriptorKind(flags: UInt) {
    expectRefusal(support(damaging: .contextFlags, to: flags), mentioning: "descriptor")
  }

  @Test("a descriptor without tables is refused")
  func missingTables() {
    expectRefusal(support(damaging: .contextFlags, to: 16), mentioning: "no readable method table")
    expectRefusal(
      support(damaging: .contextFlags, to: 16 | 1 << 31), mentioning: "overrid")
  }

  @Test(
    "tables with impossible counts are refused before they are walked",
    arguments: [UInt(0), 1 << 16, 0xffff_ffff])
  func impossibleCounts(count: UInt) {
    expectRefusal(support(damaging: .methodCount, to: count), mentioning: "method")
    expectRefusal(support(damaging: .overrideCount, to: count), mentioning: "overrides")
    if count > 0 {
      expectRefusal(support(damaging: .methodTableOffset, to: count), mentioning: "do not fit")
    }
  }

  @Test(
    "methods of another kind are not taken for layoutSubviews",
    arguments: [
      UInt(0x11), 0x00, 0x50, 0x12,
    ])
  func methodKinds(flags: UInt) {
    expectRefusal(support(damaging: .methodFlags, to: flags), mentioning: "plain methods of View")
  }

  @Test("two ways to find the slot that disagree are refused")
  func disagreement() {
    let first = RuntimeSupport(
      checkingThrough: RecordReader { field, _, live in
        field == .methodTableOffset ? live - 1 : live
      })
    expectRefusal(first, mentioning: "by comparison")
  }

  @Test(
    "a descriptor word that points anywhere is refused without reading there",
    .enabled(
      if: !Sanitizer.isAddress, "the sanitizer takes the question for an access"),
    arguments: [UInt(8), 0x1000, 0x7fff_ffff_f000, 0xdead_beef_0000, 0xffff_ffff_ffff_fff8])
  func wildDescriptor(value: UInt) {
    expectRefusal(support(damaging: .descriptor, to: value), mentioning: "descriptor of")
  }

  @Test("a table read one slot off agrees with itself, and is refused because no hook is called")
  func shiftedTable() {
    let shifted = RuntimeSupport(
      checkingThrough: RecordReader { field, base, live in
        if field == .methodTableOffset { return live - 1 }
        guard field.name == "method" else { return live }
        return base.load(fromByteOffset: field.offset + 8, as: UInt.self)
      })
    expectRefusal(shifted, mentioning: "0 times, not once")
    // The results for the wrong slot are not used for the right one.
    #expect(RuntimeSupport(checkingThrough: RecordReader()).failure == nil)
  }

  @Test("a refusal with a temporary cause is checked again")
  func passingCause() throws {
    let isAnswered = Locked(false)
    let support = RuntimeSupport(
      checkingThrough: RecordReader(
        asking: { address, count in
          isAnswered.withLock { $0 }
            ? ReadableMemory.ask(address, count: count) : .unknown(reason: "no pipe")
        }))
    expectRefusal(support, mentioning: "try again later (no pipe)")
    isAnswered.withLock { $0 = true }
    let hunter = LoopHunter(loop: loop, support: support)
    let view = JournalView("view")
    let attachment = try hunter.attach(to: view) { _ in }
    layOut(view)
    #expect(attachment.layoutsThisTurn == 1)
  }

  @Test("at the limit of file descriptors hunting is refused, and goes on once there are some")
  func descriptorLimit() async throws {
    let result = await #expect(processExitsWith: .exitCode(7)) {
      let hunter = LoopHunter(loop: TurnLoop())
      var taken: [Int32] = []
      while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 {
        taken.append(descriptor)
      }
      let view = JournalView("view")
      let isRefused = (try? hunter.attach(to: view) { _ in }) == nil
      for descriptor in taken { close(descriptor) }
      let attachment = try hunter.attach(to: view) { _ in }
      layOut(view)
      exit(isRefused && attachment.layoutsThisTurn == 1 ? 7 : 8)
    }
    try #require(result != nil)
  }

  @Test("any single field with any of many random values is refused or harmless; never a crash")
  func randomDamage() {
    let seed = firstSeed("SelfCheckTests")
    var generator = SeededGenerator(seed: seed)
    var fields: [RecordField] = [
      .kind, .superclass, .flags, .instanceAddressPoint, .instanceSize, .alignmentMask,
      .classSize, .classAddressPoint, .destroy, .valueWitnesses, .methodCount,
      .methodTableOffset, .overrideCount, .methodFlags,
    ]
    // These move the tables, so that the kernel is asked about memory that AddressSanitizer guards;
    // it takes the question for an access.
    if !Sanitizer.isAddress { fields += [.contextFlags, .descriptor] }
    for _ in 0..<2_000 {
      let field = fields.randomElement(using: &generator)!
      let bits = UInt.random(in: 0...UInt.max, using: &generator)
      let shift = UInt.random(in: 0..<64, using: &generator)
      let isFlip = Bool.random(using: &generator)
      let support = RuntimeSupport(
        checkingThrough: RecordReader { read, _, live in
          guard read == field else { return live }
          return isFlip ? live ^ (1 << (shift % UInt(field.width * 8))) : bits >> shift
        })
      let hunter = LoopHunter(loop: loop, support: support)
      let view = JournalView("view")
      let attachment = try? hunter.attach(to: view) { _ in }
      layOut(view)
      #expect(view.layouts == 1, "seed \(seed)")
      #expect(attachment == nil || attachment?.layoutsThisTurn == 1, "seed \(seed)")
    }
  }
}
