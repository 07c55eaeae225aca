import Foundation

/// The time of day, for people and for stores.
package enum WallClock {
  /// Nanoseconds since 1970, by the system's clock.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Formats `2026-03-01T12:00:00.123456Z`: readable by people, and a timestamp for DuckDB.
  ///
  /// A formatter would also do it, but at fifty times the cost and depending on the locale.
  package static func text(_ nanoseconds: Int64) -> String {
    let microseconds = floorDivide(nanoseconds, 1000)
    let days = floorDivide(microseconds, 86_400_000_000)
    let ofDay = microseconds - days * 86_400_000_000
    let (year, month, day) = civil(days)
    let seconds = ofDay / 1_000_000
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
      + padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
      + padded(seconds % 60, 2) + "." + padded(ofDay % 1_000_000, 6) + "Z"
  }

  /// Reads the output of `text`; nil for anything else, including dates that are centuries away.
  package static func nanoseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    let shape = Array("0000-00-00T00:00:00.000000Z".utf8)
    guard bytes.count == shape.count else { return nil }
    for (byte, model) in zip(bytes, shape) {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      guard model == UInt8(ascii: "0") ? isDigit : byte == model else { return nil }
    }
    func number(_ range: Range<Int>) -> Int64 {
      bytes[range].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
    let days = daysSince1970(year: number(0..<4), month: number(5..<7), day: number(8..<10))
    let seconds = number(11..<13) * 3600 + number(14..<16) * 60 + number(17..<19)
    let microseconds = (days * 86_400 + seconds) * 1_000_000 + number(20..<26)
    let (nanoseconds, isTooLarge) = microseconds.multipliedReportingOverflow(by: 1000)
    return isTooLarge ? nil : nanoseconds
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func floorDivide(_ value: Int64, _ by: Int64) -> Int64 {
    let quotient = value / by
    return value % by < 0 ? quotient - 1 : quotient
  }

  /// The Gregorian date of a day number; years begin in March, so that leap days come last.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The inverse of `civil`.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let ofEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + ofEra - 719_468
  }
}
