import Foundation
import ViewTree

extension TraceEvent {
  /// Makes an event of a kind, with blank values; `inset` is the property of an inset event.
  init(blank kind: TraceEvent.Kind, inset: GeometryProperty = .contentInset) {
    func geometry(_ value: Value) -> TraceEvent { .geometry(Geometry(view: 0, new: value)) }
    switch kind {
    case .malformed, .nameless, .unknown: self = .unknown
    case .trace: self = .header(Header())
    case .view: self = .view(NewView(view: 0, className: ""))
    case .move: self = .move(Move(view: 0, parent: nil))
    case .gone: self = .gone(view: 0)
    case .turn: self = .turn(number: 0, time: nil)
    case .commit: self = .commit
    case .committed: self = .committed(batches: 0, didHitLimit: false)
    case .dirty: self = .dirty(Invalidation(view: 0, why: ""))
    case .frame: self = geometry(.frame(.zero))
    case .bounds: self = geometry(.bounds(.zero))
    case .center: self = geometry(.center(.zero))
    case .transform: self = geometry(.transform(Transform(TraceNumbers())))
    case .anchor: self = geometry(.anchor(.zero))
    case .inset: self = geometry(.inset(inset, .zero))
    case .value: self = .value(Change(view: 0, name: "", new: ""))
    case .item: self = .item(Item(view: 0))
    case .constraint: self = .constraint(Constraint(number: 0))
    case .clean: self = .clean(view: 0)
    case .force: self = .force(view: 0, by: nil, from: nil)
    case .forced: self = .forced(batches: 0)
    case .layout: self = .layout(view: 0, time: nil)
    case .done: self = .done(view: 0, time: nil)
    case .enter: self = .enter(view: 0)
    case .update: self = .update(view: 0)
    case .updated: self = .updated(view: 0)
    case .async: self = .async(work: 0, by: nil, via: nil, owner: nil)
    case .run: self = .run(work: 0)
    case .ran: self = .ran(work: 0)
    case .end: self = .end(turns: 0)
    case .finding: self = .finding(Finding(kind: "", verdict: nil))
    }
  }

  /// Passes the values of the event to `fields`, each under its key, in the order of the grammar.
  @inline(__always)
  mutating func visit(_ fields: inout some TraceFields) {
    let keys = TraceGrammar.keys(of: kind)
    switch consume self {
    case .layout(let view, let time):
      let values = FewValues(number: view, time: time).visited(keys, &fields)
      self = .layout(view: values.number, time: values.time)
    case .done(let view, let time):
      let values = FewValues(number: view, time: time).visited(keys, &fields)
      self = .done(view: values.number, time: values.time)
    case .dirty(let dirty): self = .dirty(dirty.visited(keys, &fields))
    case .geometry(let geometry): self = .geometry(geometry.visited(keys, &fields))
    case .value(let value): self = .value(value.visited(keys, &fields))
    case .item(let item): self = .item(item.visited(keys, &fields))
    case .constraint(let constraint): self = .constraint(constraint.visited(keys, &fields))
    case .header(let header): self = .header(header.visited(keys, &fields))
    case .view(let view): self = .view(view.visited(keys, &fields))
    case .move(let move): self = .move(move.visited(keys, &fields))
    case .gone(let view): self = .gone(view: FewValues(number: view).visited(keys, &fields).number)
    case .clean(let view):
      self = .clean(view: FewValues(number: view).visited(keys, &fields).number)
    case .turn(let number, let time, let process):
      let values = FewValues(number: number, time: time, text: process).visited(keys, &fields)
      self = .turn(number: values.number, time: values.time, process: values.text)
    case .committed(let batches, let didHitLimit):
      let values = FewValues(number: batches, flag: didHitLimit).visited(keys, &fields)
      self = .committed(batches: values.number, didHitLimit: values.flag)
    case .force(let view, let by, let from):
      let values = FewValues(number: view, by: by, text: from).visited(keys, &fields)
      self = .force(view: values.number, by: values.by, from: values.text)
    case .forced(let batches):
      self = .forced(batches: FewValues(number: batches).visited(keys, &fields).number)
    case .enter(let view):
      self = .enter(view: FewValues(number: view).visited(keys, &fields).number)
    case .update(let view):
      self = .update(view: FewValues(number: view).visited(keys, &fields).number)
    case .updated(let view):
      self = .updated(view: FewValues(number: view).visited(keys, &fields).number)
    case .async(let work, let by, let via, let owner):
      let isObserver = via == .observer
      let way = isObserver ? WorkKind.timer : via
      let values = FewValues(
        number: work, by: by, text: way?.rawValue, flag: isObserver, owner: owner
      ).visited(keys, &fields)
      self = .async(
        work: values.number, by: values.by,
        via: values.flag ? .observer : values.text.flatMap(WorkKind.init(rawValue:)),
        owner: values.owner)
    case .run(let work): self = .run(work: FewValues(number: work).visited(keys, &fields).number)
    case .ran(let work): self = .ran(work: FewValues(number: work).visited(keys, &fields).number)
    case .finding(let finding): self = .finding(finding.visited(keys, &fields))
    case .end(let turns): self = .end(turns: FewValues(number: turns).visited(keys, &fields).number)
    case .commit: self = .commit
    case .unknown: self = .unknown
    }
  }
}

/// The values of an event, each of which is found by its key.
private protocol KeyedValues {
  mutating func visit(_ key: TraceKey, _ fields: inout some TraceFields)
}

extension KeyedValues {
  /// The values after `fields` was handed each of them, in the order of the keys.
  @inline(__always)
  fileprivate consuming func visited(_ keys: [TraceKey], _ fields: inout some TraceFields) -> Self {
    // No iterator: debug builds, in which tests record and replay, would pay for one at each event.
    var place = 0
    while place < keys.count {
      visit(keys[place], &fields)
      place &+= 1
    }
    return self
  }
}

/// The values of an event that has no payload of its own.
private struct FewValues: KeyedValues {
  /// The number of a view, a turn or a piece of work, or how many batches or turns there were.
  var number: Int
  var time: Int64?
  var by: Int?
  var text: String?
  var flag = false
  var owner: TraceEvent.Owner?

  @inline(__always)
  mutating func visit(_ key: TraceKey, _ fields: inout some TraceFields) {
    switch key {
    case .time: fields.time(.time, &time)
    case .by: fields.number(.by, &by)
    case .from, .via, .process: fields.text(key, &text)
    case .hit, .observer: fields.flag(key, &flag)
    case .own: fields.owner(.own, &owner)
    case .view: fields.number(.view, &number)
    default: fields.number(key, &number)
    }
  }
}

extension TraceEvent.Header: KeyedValues {
  fileprivate mutating func visit(_ key: TraceKey, _ fields: inout some TraceFields) {
    switch key {
    case .tool: fields.text(.tool, &tool)
    case .title: fields.text(.title, &title)
    case .source: fields.text(.source, &source)
    case .clock: fields.text(.clock, &clock)
    case .scale: fields.fraction(.scale, &scale)
    case .passLimit: fields.number(.passLimit, &passLimit)
    case .nestingLimit: fields.number(.nestingLimit, &nestingLimit)
    default: fields.number(.version, &version)
    }
  }
}

extension TraceEvent.NewView: KeyedValues {
  fileprivate mutating func visit(_ key: TraceKey, _ fields: inout some TraceFields) {
    switch key {
    case .className: fields.text(.className, &className)
    case .name: fields.text(.name, &name)
    case .parent: fields.place(.parent, &place)
    case .index: fields.number(.index, &index)
    case .frame: fields.array(.frame, &frame)
    case .bounds: fields.array(.bounds, &bounds)
    case .transform: fields.array(.transform, &transform)
    case .anchor: fields.array(.anchor, &anchor)
    case .clean: fields.flag(.clean, &isClean)
    default: fields.number(.view, &view)
    }
  }
}

extension TraceEvent.Move: KeyedValues {
  fileprivate mutating func visit(_ key: TraceKey, _ fields: inout some TraceFields) {
    switch key {
    case .parent: fields.numberOrNull(.parent, &parent)
    case .index: fields.number(.index, &index)
    case .by: fields.number(.by, &by)
    case .own: fields.owner(.own, &owner)
    default: fields.number(.view, &view)
    }
  }
}

extension TraceEvent.Invalidation: KeyedValues {
  @inline(__always)
  fileprivate mutating func visit(_ key: TraceKey, _ fields: inout some TraceFields) {
    switch key {
    case .why: fields.text(.why, &why)
    case .receiver: fields.number(.receiver, &receiver)
    case .by: fields.number(.by, &by)
    case .own: fields.owner(.own, &owner)
    case .from: fields.text(.from, &from)
    case .again: fields.flag(.again, &isAgain)
    default: fields.number(.view, &view)
    }
  }
}

extension TraceEvent.Change: KeyedValues {
  fileprivate mutating func visit(_ key: TraceKey, _ fields: inout some TraceFields) {
    switch key {
    case .name: fields.text(.name, &name)
    case .now: fields.text(.now, &new)
    case .before: fields.text(.before, &old)
    case .constraint: fields.text(.constraint, &constraint)
    case .constraintNumber: fields.number(.constraintNumber, &constraintNumber)
    case .state: fields.flag(.state, &isState)
    case .by: fields.number(.by, &by)
    case .own: fields.owner(.own, &owner)
    case .from: fields.text(.from, &from)
    default: fields.number(.view, &view)
    }
  }
}

extension TraceEvent.Item: KeyedValues {
  fileprivate mutating func visit(_ key: TraceKey, _ fields: inout some TraceFields) {
    switch key {
    case .natural: fields.array(.natural, &natural)
    case .hugging: fields.array(.hugging, &hugging)
    case .compression: fields.array(.compression, &compression)
    default: fields.number(.view, &view)
    }
  }
}

extension TraceEvent.Constraint: KeyedValues {
  fileprivate mutating func visit(_ key: TraceKey, _ fields: inout some TraceFields) {
    switch key {
    case .constraintNumber: fields.number(.constraintNumber, &number)
    case .firstSide: fields.text(.firstSide, &first)
    case .relation: fields.text(.relation, &relation)
    case .receiver: fields.number(.receiver, &otherView)
    case .secondSide: fields.text(.secondSide, &second)
    case .amounts:
      var numbers: TraceNumbers? = amounts.numbers
      fields.numbers(.amounts, .constraint, &numbers)
      if let numbers { amounts = Amounts(numbers) }
    case .constraint: fields.text(.constraint, &name)
    case .identified: fields.flag(.identified, &isIdentified)
    default: fields.number(.view, &view)
    }
  }
}

extension TraceEvent.Geometry: KeyedValues {
  @inline(__always)
  fileprivate mutating func visit(_ key: TraceKey, _ fields: inout some TraceFields) {
    switch key {
    case .name:
      // A reader knows the inset from the beginning: without it there is no value to fill in.
      var name = new.property.rawValue
      fields.text(.name, &name)
    case .new:
      var numbers: TraceNumbers? = new.numbers
      fields.numbers(.new, new.shape, &numbers)
      if let numbers { new.numbers = numbers }
    case .old:
      var numbers = old?.numbers
      fields.numbers(.old, new.shape, &numbers)
      old = numbers.map { new.with($0) }
    case .by: fields.number(.by, &by)
    case .own: fields.owner(.own, &owner)
    case .from: fields.text(.from, &from)
    default: fields.number(.view, &view)
    }
  }
}

extension TraceEvent.Finding: KeyedValues {
  fileprivate mutating func visit(_ key: TraceKey, _ fields: inout some TraceFields) {
    switch key {
    case .verdict:
      var word = verdict?.rawValue
      fields.text(.verdict, &word)
      verdict = word.map(Verdict.init)
    case .views: fields.texts(.views, &views)
    case .frames: fields.texts(.frames, &frames)
    case .from: fields.text(.from, &from)
    case .call: fields.text(.call, &call)
    case .property: fields.text(.property, &property)
    case .framework: fields.text(.framework, &framework)
    default:
      var name = kind.name
      fields.text(.kind, &name)
      kind = Kind(name)
    }
  }
}
