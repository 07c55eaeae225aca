// Names of Objective-C's runtime. There is none on Linux: a look-up finds no method, so nothing is ever replaced.

/// A method of Objective-C's runtime: there is none, and nothing makes one.
public struct Method {
  fileprivate let code: IMP
}

/// The code of a method: there is none to call.
public typealias IMP = OpaquePointer

/// Finds no method.
///
/// - Parameters:
///   - cls: The class.
///   - name: The name.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func class_getInstanceMethod(_ cls: AnyClass?, _ name: Selector) -> Method? { nil }

/// Finds no method.
///
/// - Parameters:
///   - cls: The class.
///   - name: The name.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func class_getClassMethod(_ cls: AnyClass?, _ name: Selector) -> Method? { nil }

/// Adds nothing, and says so.
///
/// - Parameters:
///   - cls: The class.
///   - name: The name.
///   - imp: The code.
///   - types: The types.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func class_addMethod(
  _ cls: AnyClass?, _ name: Selector, _ imp: IMP, _ types: UnsafePointer<CChar>?
) -> Bool { false }

/// Replaces nothing, so there is no former code.
///
/// - Parameters:
///   - cls: The class.
///   - name: The name.
///   - imp: The code.
///   - types: The types.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func class_replaceMethod(
  _ cls: AnyClass?, _ name: Selector, _ imp: IMP, _ types: UnsafePointer<CChar>?
) -> IMP? { nil }

/// The code of a method: nothing can call this, because there is no method.
///
/// - Parameter m: The method.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func method_getImplementation(_ m: Method) -> IMP { m.code }

/// The types of a method: nothing can call this, because there is no method.
///
/// - Parameter m: The method.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func method_getTypeEncoding(_ m: Method) -> UnsafePointer<CChar>? { nil }

/// Replaces the code of a method: nothing can call this, because there is no method.
///
/// - Parameters:
///   - m: The method.
///   - imp: The code.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func method_setImplementation(_ m: Method, _ imp: IMP) -> IMP { m.code }

/// Exchanges the code of two methods: nothing can call this, because there is no method.
///
/// - Parameters:
///   - m1: The one method.
///   - m2: The other.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func method_exchangeImplementations(_ m1: Method, _ m2: Method) {}

/// An address that only `class_addMethod` and its like take, which do nothing with it.
///
/// - Parameter block: The block, which is not kept.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func imp_implementationWithBlock(_ block: Any) -> IMP {
  // Any address but 0 is one.
  OpaquePointer(bitPattern: 1)!
}
