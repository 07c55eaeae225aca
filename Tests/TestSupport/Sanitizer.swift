import Foundation

/// The sanitizers that a test may run under, which make it slower and take memory of their own.
public enum Sanitizer {
  /// True if this process was built with AddressSanitizer.
  public static let isAddress = dlsym(nil, "__asan_init") != nil
  /// True if this process was built with ThreadSanitizer.
  public static let isThread = dlsym(nil, "__tsan_init") != nil
  /// True if it was built with either.
  public static var isOn: Bool { isAddress || isThread }
}
