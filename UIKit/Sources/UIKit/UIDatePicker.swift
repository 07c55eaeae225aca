import ViewTree

/// A control for dates: 320 by 216 points, as the wheels are, in every style.
open class UIDatePicker: UIControl {
  /// The parts that can be chosen.
  public enum Mode: Int, Sendable {
    /// The modes of UIKit.
    case time, date, dateAndTime, countDownTimer
  }

  /// The look.
  public enum Style: Int, Sendable {
    /// The looks of UIKit.
    case automatic, wheels, compact, inline
  }

  /// Makes a control.
  ///
  /// - Parameter frame: The place; without a size it has that of the wheels.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    if frame.size == .zero { self.frame.size = CGSize(width: 320, height: 216) }
  }

  /// The parts that can be chosen.
  open var datePickerMode = Mode.dateAndTime
  /// The look that is asked for; no size follows it.
  open var preferredDatePickerStyle = Style.automatic
  /// The look.
  open var datePickerStyle: Style { .wheels }
  /// The language.
  open var locale: Locale?
  /// The calendar.
  open var calendar: Calendar! = .current
  /// The time zone.
  open var timeZone: TimeZone?
  /// The chosen date, between the first and the last; code that sets it tells no target.
  open var date = Date() { didSet { date = allowed(date) } }
  /// The first date that can be chosen.
  open var minimumDate: Date? { didSet { date = allowed(date) } }
  /// The last date that can be chosen.
  open var maximumDate: Date? { didSet { date = allowed(date) } }
  /// The chosen length of time.
  open var countDownDuration: TimeInterval = 0
  /// The minutes between two that can be chosen.
  open var minuteInterval = 1
  /// True if the minutes of `date` are rounded down to those that can be chosen; here they are not.
  open var roundsToMinuteInterval = true

  /// Sets the date.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - animated: Not looked at.
  open func setDate(_ date: Date, animated: Bool) { self.date = date }

  private func allowed(_ date: Date) -> Date {
    // Limits in the wrong order do not count, as on iOS.
    if let minimumDate, let maximumDate, minimumDate > maximumDate { return date }
    return min(max(date, minimumDate ?? date), maximumDate ?? max(date, minimumDate ?? date))
  }

  open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}
