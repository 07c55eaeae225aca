import Foundation

/// A recording of WebKit as Safari exports it.
package enum SafariExport {
  /// The recording of a page as the Web Inspector would export it: its records are flat, in the order
  /// of their kinds, and leave the calls out.
  package static func bytes(_ page: String) throws -> [UInt8] {
    let object = try JSONSerialization.jsonObject(with: Data(Recording.bytes("webkit-\(page)")))
    let events = (object as? [String: Any])?["events"] as? [[String: Any]] ?? []
    var records: [[String: Any]] = []
    for event in events {
      let parameters = event["params"] as? [String: Any]
      if let record = parameters?["record"] as? [String: Any] {
        flatten(record, isInScript: false, isOutermost: true, &records)
      }
    }
    records.sort { ($0["type"] as? String ?? "") < ($1["type"] as? String ?? "") }
    return Array(
      try JSONSerialization.data(withJSONObject: [
        "version": 1, "overview": ["secondsPerPixel": 0.01],
        "recording": [
          "displayName": "Timeline Recording 1", "startTime": 0, "endTime": 9,
          "discontinuities": [], "instrumentTypes": ["timeline-record-type-layout"],
          "records": records, "markers": [], "sampleStackTraces": [], "sampleDurations": [],
        ],
      ]))
  }

  private static func flatten(
    _ record: [String: Any], isInScript: Bool, isOutermost: Bool, _ records: inout [[String: Any]]
  ) {
    let layouts = [
      "RecalculateStyles": "recalculate-styles", "InvalidateLayout": "invalidate-layout",
      "ScheduleStyleRecalculation": "invalidate-styles",
      "Layout": isInScript ? "forced-layout" : "layout", "Paint": "paint",
    ]
    let scripts = ["EventDispatch": "event-dispatch", "EvaluateScript": "script-evaluated"]
    let type = record["type"] as? String ?? ""
    var flat: [String: Any] = ["startTime": record["startTime"] ?? 0]
    flat["endTime"] = record["endTime"] ?? record["startTime"]
    if isOutermost {
      flat["type"] = "timeline-record-type-rendering-frame"
    } else if let event = layouts[type] {
      flat["type"] = "timeline-record-type-layout"
      flat["eventType"] = event
    } else if let event = scripts[type] {
      flat["type"] = "timeline-record-type-script"
      flat["eventType"] = "script-timeline-record-\(event)"
      flat["details"] = (record["data"] as? [String: Any])?["type"]
    }
    if flat["type"] != nil { records.append(flat) }
    for child in record["children"] as? [[String: Any]] ?? [] {
      flatten(
        child, isInScript: isInScript || type == "FunctionCall", isOutermost: false, &records)
    }
  }
}
