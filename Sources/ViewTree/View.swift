public import Foundation
public import Synchronization

open class View {
  public init(frame: CGRect) {}
  public convenience init() { self.init(frame: .zero) }
  open func layoutSubviews() {}

  /// The instrument that hangs on this view: kept while the view lives, told when it dies.
  package final var instrument: ViewInstrument? {
    didSet {
      let address = instrument.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
      instrumentAddress.store(address, ordering: .relaxed)
    }
  }

  /// The address of `instrument`, for readers that can afford neither a retain nor an access check.
  package final let instrumentAddress = Atomic<UnsafeRawPointer?>(nil)

  deinit { instrument?.viewDied() }
}
