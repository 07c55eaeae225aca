/// Ends the process unless `condition` holds, with a sentence that says what to do instead.
///
/// Unlike `precondition`, it says so in release builds too.
@inline(__always)
func require(_ condition: Bool, _ remedy: @autoclosure () -> String) {
  if !condition { misuse(remedy()) }
}

/// Ends the process with a sentence that says what to do instead.
@inline(never)
func misuse(_ remedy: String) -> Never {
  fatalError(PlainText.line(remedy))
}
