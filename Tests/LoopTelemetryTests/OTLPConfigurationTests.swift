import HuntSupport
import LoopHunter
import LoopTelemetry
import Testing

@Suite("The OTLP configuration")
struct OTLPConfigurationTests {
  @Test("the path of logs is appended to a collector's address, and to no whole address")
  func endpoints() throws {
    #expect(
      OTLPConfiguration(collector: "http://localhost:4318").endpoint
        == "http://localhost:4318/v1/logs")
    #expect(
      OTLPConfiguration(collector: "http://a/base/").endpoint == "http://a/base/v1/logs")
    #expect(OTLPConfiguration(endpoint: "http://a/b").endpoint == "http://a/b")
  }

  @Test("without variables the standard's defaults apply")
  func defaults() throws {
    let configuration = try OTLPConfiguration.environment([:])
    #expect(configuration.endpoint == "http://localhost:4318/v1/logs")
    #expect(configuration.timeout == .seconds(10))
    #expect(configuration.headers.isEmpty)
    let service = try #require(configuration.resource["service.name"])
    #expect("\(service)".hasPrefix("unknown_service:"))
  }

  @Test("the variables for all signals are read")
  func general() throws {
    let configuration = try OTLPConfiguration.environment([
      "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318/",
      "OTEL_EXPORTER_OTLP_HEADERS": "api-key=a%20b, tenant = 7 ,empty=",
      "OTEL_EXPORTER_OTLP_TIMEOUT": "2500",
      "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json",
      "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment=test,service.name=other",
      "OTEL_SERVICE_NAME": "shop",
    ])
    #expect(configuration.endpoint == "http://collector:4318/v1/logs")
    #expect(configuration.headers == ["api-key": "a b", "tenant": "7", "empty": ""])
    #expect(configuration.timeout == .milliseconds(2500))
    #expect(configuration.resource["deployment.environment"] == "test")
    #expect(configuration.resource["service.name"] == "shop")
  }

  @Test("the variables for logs win, and their endpoint is taken as it stands")
  func logs() throws {
    let configuration = try OTLPConfiguration.environment([
      "OTEL_EXPORTER_OTLP_ENDPOINT": "http://all:4318",
      "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "http://logs/in",
      "OTEL_EXPORTER_OTLP_HEADERS": "a=1",
      "OTEL_EXPORTER_OTLP_LOGS_HEADERS": "b=2",
      "OTEL_EXPORTER_OTLP_TIMEOUT": "1",
      "OTEL_EXPORTER_OTLP_LOGS_TIMEOUT": "2",
    ])
    #expect(configuration.endpoint == "http://logs/in")
    #expect(configuration.headers == ["b": "2"])
    #expect(configuration.timeout == .milliseconds(2))
  }

  @Test("an empty variable counts as not set")
  func empty() throws {
    let configuration = try OTLPConfiguration.environment([
      "OTEL_EXPORTER_OTLP_ENDPOINT": "", "OTEL_EXPORTER_OTLP_TIMEOUT": " ",
    ])
    #expect(configuration.endpoint == "http://localhost:4318/v1/logs")
    #expect(configuration.timeout == .seconds(10))
  }

  @Test("a timeout of 0 means none, as the standard says")
  func noTimeout() throws {
    let configuration = try OTLPConfiguration.environment(["OTEL_EXPORTER_OTLP_TIMEOUT": "0"])
    #expect(configuration.timeout > .seconds(86_400))
  }

  @Test(
    "a header that would be sent differently is refused, and its value is not printed",
    arguments: [
      ("x-key", "secret\n"), ("x-key", "secret\r\nx-other: 1"), ("x key", "1"), ("", "1"),
      ("x:key", "1"), ("x-key", "\u{0}"),
    ])
  func wrongHeader(name: String, value: String) {
    var configuration = OTLPConfiguration(collector: "http://localhost:4318")
    configuration.headers = ["fine": "a b, ü", name: value]
    #expect {
      try OTLPSink(configuration)
    } throws: {
      let text = String(describing: $0)
      return text.hasPrefix("the header '\(name)' cannot be sent") && !text.contains("secret")
    }
  }

  @Test(
    "a variable with another value is an error with the remedy",
    arguments: [
      ("OTEL_EXPORTER_OTLP_TIMEOUT", "soon", "a number of milliseconds"),
      ("OTEL_EXPORTER_OTLP_TIMEOUT", "-1", "a number of milliseconds"),
      ("OTEL_EXPORTER_OTLP_LOGS_TIMEOUT", "10s", "a number of milliseconds"),
      ("OTEL_EXPORTER_OTLP_HEADERS", "key=%zz", "key=value,key=value"),
      ("OTEL_RESOURCE_ATTRIBUTES", "service.name", "key=value,key=value"),
      ("OTEL_EXPORTER_OTLP_HEADERS", "no-value", "key=value,key=value"),
      ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "http/json"),
    ])
  func wrong(name: String, value: String, expected: String) {
    #expect {
      try OTLPConfiguration.environment([name: value])
    } throws: {
      let text = String(describing: $0)
      return text.hasPrefix("\(name) is '\(value)'; set it to \(expected)")
    }
  }

  @Test(
    "an invalid address is refused with an example",
    arguments: [
      "", "localhost:4318", "ftp://a", "http://", "http://user:password@a", "http://a:99999",
      "http://a b",
    ])
  func wrongAddress(text: String) {
    #expect {
      try OTLPSink(OTLPConfiguration(endpoint: text))
    } throws: {
      String(describing: $0)
        == "'\(text)' is not the address of a collector; write it like http://localhost:4318"
    }
  }

  @Test("an encrypted address asks for a transport, and takes one")
  func encrypted() throws {
    struct Sent: OTLPTransport {
      let bodies: Shared<[[UInt8]]>
      func post(
        _ body: [UInt8], to endpoint: String, headers: [String: String], timeout: Duration
      ) -> OTLPResponse {
        bodies.change { $0.append(body) }
        return OTLPResponse(status: 200)
      }
    }
    let configuration = OTLPConfiguration(collector: "https://a")
    #expect {
      try OTLPSink(configuration)
    } throws: {
      String(describing: $0).contains("pass OTLPSink a transport")
    }
    let transport = Sent(bodies: Shared([]))
    let sink = try OTLPSink(configuration, transport: transport)
    try sink.record(sampleEvent())
    try sink.flush(until: .now + .generous)
    #expect(transport.bodies.value.count == 1)
  }
}
