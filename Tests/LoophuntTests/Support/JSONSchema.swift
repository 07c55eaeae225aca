import Foundation

/// Checks JSON against a schema, as far as the schemas of this repository go.
///
/// It knows `$ref` into `$defs`, `type`, `const`, `enum`, `properties`, `required`,
/// `additionalProperties`, `propertyNames`, `items`, `minItems`, `maxItems`, `minimum`, `minLength`,
/// `pattern`, `oneOf` and `anyOf`; any other keyword that constrains is an error, so that nothing passes unchecked.
struct JSONSchema {
  private let root: [String: Any]

  private static let known: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "properties",
    "required", "additionalProperties", "items", "minItems", "maxItems", "minimum", "oneOf",
    "anyOf", "minLength", "pattern", "propertyNames",
  ]

  init(_ text: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// The errors of a document, with their places; empty if it is accepted.
  func problems(of text: some StringProtocol) throws -> [String] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    return check(value, root, "$")
  }

  private func check(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    var problems = Set(schema.keys).subtracting(Self.known).map { "\(place): keyword \($0)" }
    if let reference = schema["$ref"] as? String {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any]
      return check(value, target ?? ["keyword": reference], place)
    }
    if let type = schema["type"] as? String, !Self.has(value, type) {
      return problems + ["\(place): not of type \(type)"]
    }
    if let constant = schema["const"], !Self.equal(value, constant) {
      problems.append("\(place): not \(constant)")
    }
    if let words = schema["enum"] as? [Any], !words.contains(where: { Self.equal(value, $0) }) {
      problems.append("\(place): not one of \(words)")
    }
    if let minimum = schema["minimum"] as? Int, let number = value as? Int, number < minimum {
      problems.append("\(place): below \(minimum)")
    }
    if let text = value as? String {
      if let least = schema["minLength"] as? Int, text.unicodeScalars.count < least {
        problems.append("\(place): shorter than \(least)")
      }
      if let pattern = schema["pattern"] as? String,
        text.range(of: pattern, options: .regularExpression) == nil
      {
        problems.append("\(place): does not match \(pattern)")
      }
    }
    for (key, isOne) in [("oneOf", true), ("anyOf", false)] {
      guard let choices = schema[key] as? [[String: Any]] else { continue }
      let results = choices.map { check(value, $0, place) }
      let accepted = results.count { $0.isEmpty }
      if accepted == 0 || (isOne && accepted > 1) {
        let nearest = results.min { $0.count < $1.count } ?? []
        problems.append("\(place): \(accepted) of \(key) accept it, nearest: \(nearest)")
      }
    }
    problems += checkMembers(value, schema, place)
    return problems
  }

  private func checkMembers(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    var problems: [String] = []
    if let object = value as? [String: Any] {
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      for key in schema["required"] as? [String] ?? [] where object[key] == nil {
        problems.append("\(place): '\(key)' is missing")
      }
      for (key, member) in object {
        if let property = properties[key] {
          problems += check(member, property, "\(place).\(key)")
        } else if schema["additionalProperties"] as? Bool == false {
          problems.append("\(place): '\(key)' is not in the schema")
        } else if let other = schema["additionalProperties"] as? [String: Any] {
          problems += check(member, other, "\(place).\(key)")
        }
        if let names = schema["propertyNames"] as? [String: Any] {
          problems += check(key, names, "the name of \(place).\(key)")
        }
      }
    }
    if let array = value as? [Any] {
      if let most = schema["maxItems"] as? Int, array.count > most {
        problems.append("\(place): more than \(most)")
      }
      if let least = schema["minItems"] as? Int, array.count < least {
        problems.append("\(place): fewer than \(least)")
      }
      if let items = schema["items"] as? [String: Any] {
        for (index, item) in array.enumerated() {
          problems += check(item, items, "\(place)[\(index)]")
        }
      }
    }
    return problems
  }

  private static func has(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isBoolean(value)
    case "integer": !isBoolean(value) && value is Int
    case "number": !isBoolean(value) && value is NSNumber
    default: false
    }
  }

  private static func isBoolean(_ value: Any) -> Bool {
    (value as? NSNumber).map { wasBoolean($0) } ?? (value is Bool)
  }

  private static func equal(_ a: Any, _ b: Any) -> Bool {
    (a as? String).map { $0 == b as? String } ?? (a as? NSNumber).map { $0 == b as? NSNumber }
      ?? false
  }
}

/// True if a number of Foundation was `true` or `false` in the JSON.
private func wasBoolean(_ number: NSNumber) -> Bool {
  String(cString: number.objCType) == "c"
}
