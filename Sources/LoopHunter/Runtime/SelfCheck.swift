import Synchronization
import ViewTree

/// Compares LoopHunter's knowledge of class records with the running process.
///
/// It only reads, and checks each value first, so that a surprise ends in a sentence, not a crash.
struct SelfCheck {
  /// The source of every value.
  var reader = RecordReader()

  /// A value of this process that is not as expected; the text names it.
  struct Surprise: Error { let reason: String }

  /// A class of known shape: one word more than `View`.
  private class Sample: View {
    var word = 0
    var layouts = 0
    override func layoutSubviews() { layouts += 1 }
  }

  /// Finds the slot of `layoutSubviews`, or throws the first surprise.
  func run() throws -> LayoutSlot {
    let root = ClassRecord(Responder.self)
    let view = ClassRecord(View.self)
    let probe = ClassRecord(LayoutProbe.self)
    let plain = ClassRecord(PlainProbe.self)
    let sample = ClassRecord(Sample.self)
    let classes: [(String, ClassRecord, superclass: ClassRecord?)] = [
      ("Responder", root, nil), ("View", view, root), ("LayoutProbe", probe, view),
      ("PlainProbe", plain, view), ("Sample", sample, view),
    ]
    for (name, record, superclass) in classes {
      try checkShape(of: record, name: name)
      let expected = UInt(bitPattern: superclass?.address)
      try check(.superclass, of: record, name: name) { $0 == expected }
    }
    let growth =
      reader.value(.instanceSize, of: sample.address)
      &- reader.value(.instanceSize, of: view.address)
    try expect(growth == 16, "two words more make an instance \(growth) bytes larger, not 16")

    let table = try methodTable(of: view)
    let named = try slotByOverrideTable(of: probe, in: table)
    let differing = slotByComparison(view: view, probe: probe, plain: plain, in: table)
    try expect(
      differing == [named],
      "layoutSubviews is at byte \(named) by the override table and at \(differing) by comparison")
    let slot = LayoutSlot(offset: named, implementation: probe.word(at: named))
    try roundTrip(slot)
    return slot
  }

  /// Checks the fixed part of a record.
  private func checkShape(of record: ClassRecord, name: String) throws {
    try check(.kind, of: record, name: name) { $0 == 0 }
    try check(.flags, of: record, name: name) { $0 & 2 == 2 }
    try check(.instanceAddressPoint, of: record, name: name) { $0 == 0 }
    try check(.instanceSize, of: record, name: name) { (16...65_536).contains($0) }
    try check(.alignmentMask, of: record, name: name) { $0 == 7 || $0 == 15 }
    try check(.classAddressPoint, of: record, name: name) { $0 % 8 == 0 && (16...256).contains($0) }
    let prefix = reader.value(.classAddressPoint, of: record.address)
    try check(.classSize, of: record, name: name) {
      $0 % 8 == 0 && $0 <= 1 << 20 && $0 >= prefix &+ UInt(RecordField.firstMemberOffset)
    }
    try check(.destroy, of: record, name: name) { $0 != 0 }
    try check(.valueWitnesses, of: record, name: name) { $0 != 0 }
    try check(.descriptor, of: record, name: name) { $0 != 0 && $0 % 4 == 0 }
    let descriptor = try self.descriptor(of: record)
    try expect(
      descriptor.isReadable, "the descriptor of \(name) points to memory that cannot be read")
    try expect(descriptor.isClass, "the descriptor of \(name) does not describe a class")
  }

  /// The descriptor a record names, read through the reader.
  private func descriptor(of record: ClassRecord) throws -> ClassDescriptor {
    let address = UnsafeRawPointer(bitPattern: reader.value(.descriptor, of: record.address))
    guard let address else { throw Surprise(reason: "a class record has no descriptor") }
    return ClassDescriptor(address: address, reader: reader)
  }

  /// The method table of `View`, known to lie within its record.
  private func methodTable(of view: ClassRecord) throws -> MethodTable {
    guard let table = try descriptor(of: view).methods else {
      throw Surprise(reason: "the descriptor of View has no readable method table")
    }
    let room =
      Int(reader.word32(.classSize, of: view.address))
      - Int(reader.word32(.classAddressPoint, of: view.address))
    try expect(
      table.recordOffset >= RecordField.firstMemberOffset && table.count > 0
        && table.recordOffset + table.count * 8 <= room,
      "\(table.count) methods at byte \(table.recordOffset) do not fit a record of \(room) bytes")
    try expect(table.isReadable, "the method table of View cannot be read")
    return table
  }

  /// The slot that the override table of the probe names.
  private func slotByOverrideTable(of probe: ClassRecord, in table: MethodTable) throws -> Int {
    guard let overrides = try descriptor(of: probe).overrides else {
      throw Surprise(reason: "the descriptor of LayoutProbe has no readable override table")
    }
    // `layoutSubviews` and the initialiser, which every subclass overrides.
    try expect(
      (1...2).contains(overrides.count),
      "the probe overrides \(overrides.count) methods of View, not layoutSubviews and init")
    let slots = overrides.methods.compactMap { method -> Int? in
      guard let index = table.index(of: method), table.isPlainMethod(method) else { return nil }
      return table.recordOffset + index * 8
    }
    guard slots.count == 1 else {
      throw Surprise(reason: "the probe overrides \(slots.count) plain methods of View, not 1")
    }
    return slots[0]
  }

  /// The slots that the overriding probe changes and the plain one does not.
  private func slotByComparison(
    view: ClassRecord, probe: ClassRecord, plain: ClassRecord, in table: MethodTable
  ) -> [Int] {
    (0..<table.count).map { table.recordOffset + $0 * 8 }.filter { offset in
      let field = RecordField("method", at: offset, width: 8)
      let inherited = reader.value(field, of: view.address)
      return reader.value(field, of: probe.address) != inherited
        && reader.value(field, of: plain.address) == inherited
    }
  }

  /// Hooks a private instance, calls it, unhooks it, and checks every step.
  ///
  /// A layout past the hook would look like one through it: only the hook's count proves the call.
  private func roundTrip(_ slot: LayoutSlot) throws {
    let sample = Sample()
    let original = ClassRecord(of: sample)
    try expect(original == ClassRecord(Sample.self), "an isa word is not the class's address")
    try InstrumentedClass.withTrial(of: original, slot: slot) { instrumented in
      instrumented.record.install(on: sample)
      dispatchLayout(of: sample)
      let seen = ClassRecord(of: sample)
      let layouts = sample.layouts
      let isStillSample = (sample as View) is Sample
      original.install(on: sample)
      let calls = instrumented.forwards.load(ordering: .relaxed)
      try expect(seen == instrumented.record, "the isa word does not keep the stored value")
      try expect(
        calls == 1, "a layout called the hook at byte \(slot.offset) \(calls) times, not once")
      try expect(layouts == 1, "a hooked layout ran the original \(layouts) times, not once")
      try expect(isStillSample, "a hooked instance is no longer an instance of its class")
    }
    try ReferenceCount.check()
  }

  private func check(
    _ field: RecordField, of record: ClassRecord, name: String, _ isExpected: (UInt) -> Bool
  ) throws {
    let value = reader.value(field, of: record.address)
    try expect(isExpected(value), "\(field.name) of \(name) is \(value)")
  }

  private func expect(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
    if !condition { throw Surprise(reason: reason()) }
  }
}

/// Calls `layoutSubviews` by ordinary dispatch, from a place where the exact class cannot be known.
@inline(never) func dispatchLayout(of view: View) { view.layoutSubviews() }
