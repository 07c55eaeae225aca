/// A bound on the time that something takes, for work that would take far longer by the wrong way.
///
/// Sanitizers make everything several times slower, and other tests run beside this one.
public func timeBound(_ bound: Duration) -> Duration {
  Sanitizer.isOn ? bound * 10 : bound
}
