import Foundation
import LayoutTrace
import LoopHunter

/// The meaning of a collector's answer for the events of the request.
package enum OTLPAnswer: Equatable {
  /// They arrived, except for those that the collector rejected; none is sent again.
  case delivered(rejected: Int, message: String)
  /// They may arrive later, after this pause if the collector named one.
  case later(pause: Duration?)
  /// They will never be taken.
  case refused

  /// Reads an answer by the rules of the OTLP specification.
  package init(_ response: OTLPResponse, now: Date = Date()) {
    switch response.status {
    case 200...299 where Self.isPage(response): self = .refused
    case 200...299:
      let partial = Self.partialSuccess(response.body)
      self = .delivered(rejected: partial.rejected, message: partial.message)
    case 429, 502, 503, 504:
      self = .later(pause: Self.pause(response.headers["retry-after"], now: now))
    default: self = .refused
    }
  }

  /// True if an answer is a page for people: from a proxy or a web server instead of a collector.
  private static func isPage(_ response: OTLPResponse) -> Bool {
    let type = response.headers["content-type"]?.lowercased() ?? ""
    return type.hasPrefix("text/html")
      || response.body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
  }

  /// Reads `Retry-After`: seconds, or a date; never more than a day.
  private static func pause(_ text: String?, now: Date) -> Duration? {
    guard let text = text?.trimmingCharacters(in: .whitespaces) else { return nil }
    let seconds: Double
    if let number = Int(text) {
      seconds = Double(number)
    } else if let date = httpDate(text) {
      seconds = date.timeIntervalSince(now)
    } else {
      return nil
    }
    return .milliseconds(Int64(min(max(0, seconds), 86_400) * 1000))
  }

  /// Reads a date in the form that HTTP prescribes, or in one of its two obsolete forms.
  private static func httpDate(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    for format in [
      "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'",
      "EEE MMM d HH:mm:ss yyyy",
    ] {
      formatter.dateFormat = format
      if let date = formatter.date(from: text) { return date }
    }
    return nil
  }

  /// Reads `partialSuccess`; a missing or unreadable one means that all events arrived.
  private static func partialSuccess(_ body: [UInt8]) -> (rejected: Int, message: String) {
    guard let answer = try? JSONDecoder().decode(PartialAnswer.self, from: Data(body)) else {
      return (0, "")
    }
    return (answer.partialSuccess?.rejected ?? 0, answer.partialSuccess?.errorMessage ?? "")
  }
}

/// The part of `ExportLogsServiceResponse` that matters here.
private struct PartialAnswer: Decodable {
  struct PartialSuccess: Decodable {
    var rejected: Int
    var errorMessage: String?

    enum Key: String, CodingKey { case rejectedLogRecords, errorMessage }

    /// The standard makes the number a string; some collectors send a number.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      errorMessage = try container.decodeIfPresent(String.self, forKey: .errorMessage)
      if let text = try? container.decode(String.self, forKey: .rejectedLogRecords) {
        rejected = Int(text) ?? 0
      } else {
        rejected = (try? container.decode(Int.self, forKey: .rejectedLogRecords)) ?? 0
      }
    }
  }

  var partialSuccess: PartialSuccess?
}
