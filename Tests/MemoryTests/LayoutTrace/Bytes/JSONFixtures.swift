import Testing

/// Pieces of JSON, and of near-JSON, one or more for every rule of RFC 8259.
enum JSONFixtures {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { name }

    init(_ text: String) {
      name = String(reflecting: text.prefix(60))
      bytes = Array(text.utf8)
    }

    init(bytes: [UInt8]) {
      name = bytes.map { String($0, radix: 16) }.joined(separator: " ")
      self.bytes = bytes
    }
  }

  private static let quote: UInt8 = 0x22

  /// A string whose content is these bytes.
  private static func string(_ bytes: UInt8...) -> Case {
    Case(bytes: [quote] + bytes + [quote])
  }

  // MARK: Accepted

  static let accepted: [Case] =
    [
      literals, goodNumbers, goodStrings, goodEscapes, goodContainers, goodBlanks,
    ].flatMap { $0.map(Case.init) } + goodBytes

  private static let literals = ["true", "false", "null"]

  private static let goodNumbers = [
    "0", "-0", "1", "-1", "9", "10", "12345678", "123456789", "1234567890123456789",
    "123456789012345678901234567890", "0.5", "-0.5", "0.0", "1.25", "123456.1234567890123",
    "0e1", "0E1", "0e+1", "0e-1", "1e5", "1E5", "1e+05", "1E-005", "1.5e300", "-1.5E-300",
    "1e400", "-1e400", "1e-400", "0.\(String(repeating: "0", count: 80))1",
    String(repeating: "7", count: 400),
  ]

  private static let goodStrings = [
    #""""#, #"" ""#, #""a""#, #""seven77""#, #""eight888""#, #""nine99999""#,
    #""sixteen characte""#, #""seventeen charact""#, #""it's {[:,]} / all text""#,
    "\"\u{7f}\"", "\"é\"", "\"€\"", "\"😀\"", "\"seven77é\"", "\"\u{2028}\u{2029}\"",
    "\"\u{feff}\"", "\"\u{ffff}\"", "\"\u{10ffff}\"",
  ]

  private static let goodEscapes = [
    #""\"""#, #""\\""#, #""\/""#, #""\b\f\n\r\t""#, #""\u0000""#, #""\u001f""#, #""\uAbCd""#,
    #""\uabcd""#, #""\ud83d\ude00""#, #""\uD83D\uDE00""#, #""seven77\n""#, #""\\u12""#,
    #""\\\\\\\\\"""#,
    // Surrogates that stand alone are allowed by the grammar.
    #""\ud800""#, #""\udfff""#, #""\udc00\ud800""#, #""\ud800x""#,
  ]

  private static let goodContainers = [
    "[]", "{}", "[[]]", "[{}]", "{\"a\":[]}", "[1]", "[1,2,3]", "[null,true,false,\"\",0]",
    "[[1],[2],[[3]]]", "{\"\":0}", "{\"a\":1,\"b\":2}", "{\"a\":1,\"a\":1}", "{\"a\":1,\"a\":2}",
    "{\"\\u0061\":1}", "{\"a\":{\"b\":{\"c\":[{}]}}}", "[1,[2,{\"3\":4}],5]", "[[],[],{}]",
    String(repeating: "[", count: 63) + String(repeating: "]", count: 63),
    String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
    String(repeating: "[", count: 65) + "1,2" + String(repeating: "]", count: 65),
    String(repeating: "{\"a\":", count: 200) + "0" + String(repeating: "}", count: 200),
    String(repeating: "[", count: 130) + String(repeating: "],[", count: 40)
      + String(repeating: "]", count: 130),
  ]

  private static let goodBlanks = [
    " 1", "1 ", "\t1\t", "\r1\r", " [ ] ", " { } ", "[ 1 , 2 ]", "{ \"a\" : 1 , \"b\" : 2 }",
    "[\t1\r,\t2 ]", "{\r\"a\"\t:\r1\t}", "[[ ] , { } ]",
  ]

  private static let goodBytes = [
    string(0xc2, 0x80), string(0xdf, 0xbf), string(0xe0, 0xa0, 0x80), string(0xed, 0x9f, 0xbf),
    string(0xee, 0x80, 0x80), string(0xef, 0xbf, 0xbf), string(0xf0, 0x90, 0x80, 0x80),
    string(0xf4, 0x8f, 0xbf, 0xbf),
  ]

  // MARK: Rejected

  static let rejected: [Case] =
    [
      badLiterals, badNumbers, badStrings, badEscapes, badArrays, badObjects, badBlanks,
    ].flatMap { $0.map(Case.init) } + badBytes

  private static let badLiterals = [
    "nul", "nulll", "tru", "truee", "fals", "falsee", "True", "NULL", "nan", "NaN", "Infinity",
    "-Infinity", "undefined", "t", "n", "f", "a", "*", "'a'", "@", "true false", "nul\\u006c",
  ]

  private static let badNumbers = [
    "-", "+1", "--1", "01", "-01", "00", "012345678", "1.", ".5", "-.5", "1.e1", "1e", "1E+",
    "1e-", "1e1.5", "1ee1", "1e+-1", "0x1", "1_000", "1 000", "1a", "0.1.2", "1,", "-a", "0e",
    "2.e3", "-2.", "1+2", "1-2", "0x42", "-1x", "1eE2", "1/2", "0.e1", "12345678.", "12345678e",
    "+Inf", "-NaN", "٣", "1️⃣",
  ]

  private static let badStrings = [
    "\"", "\"a", "a\"", "'a'", "\"a\"b", "\"a\" \"b\"", "\"\t\"", "\"\u{0}\"", "\"\u{1f}\"",
    "\"eight888\t\"", "\"seven77\u{1f}\"", "\u{201c}a\u{201d}", "\"a\nb\"",
  ]

  private static let badEscapes = [
    #""\""#, #""\a""#, #""\x41""#, #""\'""#, #""\u""#, #""\u1""#, #""\u12""#, #""\u123""#,
    #""\u123g""#, #""\u 123""#, #""\U1234""#, #""\0""#, #""\e""#, #""\v""#, #""\ ""#,
    #""\ud800\u""#, #""\ud800\u1""#, #""\u+123""#, "\"\\\u{1f600}\"", "\"\\\n\"", #"\n"#,
    #""\\\""#,
  ]

  private static let badArrays = [
    "[", "]", "[1", "[1,", "[,", "[,1]", "[1,]", "[1,,2]", "[1 2]", "[1:2]", "[\"a\"", "[1]]",
    "[[1]", "[1}", "[}", "[{]", "[{}", "[\"a\":1]", "[1;2]", "[*]", "[a]", "[1,*]", "[-]",
    "[\"a\",\n4\n,1,", "[[[]]", "[][]", "[],", "[true", "[1]x", "(1)", "<1>",
    String(repeating: "[", count: 100_000),
    String(repeating: "[{\"\":", count: 50_000),
    String(repeating: "[", count: 2_000) + String(repeating: "]", count: 2_000),
  ]

  private static let badObjects = [
    "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{,\"a\":1}",
    "{\"a\"}", "{\"a\" 1}", "{\"a\",1}", "{\"a\"::1}", "{\"a\":1 \"b\":2}", "{\"a\":1;\"b\":2}",
    "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{[]:1}", "{\"a\":1]", "{\"a\":1}}", "{]", "{\"a\":}",
    "{\"a\":1,,\"b\":2}", "{\"a\":1}#", "{\"a\":1}/**/", "{\"a\":/* */1}", "{\"a\":1}//",
    "{\"a\":\"a}", "{\"a\":tru}", "{\"a\" b:1}", "{\"\\u00\":1}", "{\"\t\":1}", "{{}:1}", "{{}}",
    "{\"a\\\":1}", "{\"a\":1,\"b\"}", "{*}", "{:1}", "{\"a\":1:2}",
  ]

  private static let badBlanks = [
    "", " ", "\t", "\u{c}1", "[\u{c}]", "1\u{b}", "\u{a0}1", "[\u{2060}]", "\u{2028}1", "\u{feff}",
    "[1\u{0}]", "\u{0}", "1\u{0}", "{\"a\":1}\u{0}", "[\u{85}]", "\\u0020",
  ]

  private static let badBytes = [
    // Continuations without a lead, leads without continuations, and what UTF-8 does not have.
    string(0x80), string(0xbf), string(0xc2), string(0xe2, 0x82), string(0xf0, 0x9f, 0x98),
    string(0xc3, 0x28), string(0xe2, 0x28, 0xa1), string(0xf0, 0x28, 0x8c, 0xbc),
    string(0xff), string(0xfe), string(0xf8, 0x88, 0x80, 0x80, 0x80),
    // Longer than needed, surrogates, and beyond the last character.
    string(0xc0, 0x80), string(0xc1, 0xbf), string(0xe0, 0x80, 0x80), string(0xe0, 0x9f, 0xbf),
    string(0xf0, 0x80, 0x80, 0x80), string(0xf0, 0x8f, 0xbf, 0xbf), string(0xed, 0xa0, 0x80),
    string(0xed, 0xbf, 0xbf), string(0xf4, 0x90, 0x80, 0x80), string(0xf5, 0x80, 0x80, 0x80),
    // Such bytes as the eighth of a word, in a key, and outside strings.
    string(0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x80),
    Case(bytes: Array("{\"a".utf8) + [0xe9, 0x22] + Array(":1}".utf8)),
    Case(bytes: [0xe9]), Case(bytes: [0xff, 0xfe]), Case(bytes: [0x5b, 0xff, 0x5d]),
    Case(bytes: [0x31, 0xe5]), Case(bytes: [0x5b, 0x31, 0x65, 0x31, 0xe5, 0x5d]),
    Case(bytes: [0x30, 0xe5]), Case(bytes: [0x5b, 0x80, 0x5d]),
    Case(bytes: [0xef, 0xbb, 0xbf, 0x31]),
    Case(bytes: [0xfe, 0xff, 0x00, 0x5b, 0x00, 0x5d]), Case(bytes: [0x5b, 0x00, 0x5d, 0x00]),
  ]
}
