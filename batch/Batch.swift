@main enum Batch { static func main() throws { switch CommandLine.arguments[1] {
case "Constraint_*": try .main()
default: fatalError() } } }
