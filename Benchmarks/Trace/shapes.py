"""Lines of consoles in many shapes, each of which looks like a frame of a call stack or is one.

Readers that try every notation on every line were slow with one of these at some time. `SHAPES` holds a
function for each, which makes a line by chance from the number of the line; stacks have numbers that go on.
"""
WORDS = "cache update request session view model image network retry queue worker state items later".split()
TYPES = "Feed Panel CartRow PriceTag Loader Store Header Footer Sheet Picker".split()
METHODS = "update load run handle body refresh get draw open close".split()


def words(chance, most=8):
    return " ".join(chance.choices(WORDS, k=chance.randrange(2, most)))


def place(chance):
    """A function of two thousand, and one of the three lines in which it calls others."""
    number = chance.randrange(2_000)
    name = f"{TYPES[number % 10]}{number // 100}.{METHODS[number // 10 % 10]}"
    return name, f"{TYPES[number % 10]}{number // 100}", 10 * (number % 31) + 3 * chance.randrange(3) + 1


def framed(form):
    """A line of a stack: `form` takes its number, the function, its file without ending, and the line."""
    return lambda chance, number: form(number % 40, *place(chance), chance)


def headed(head, line):
    """Stacks of 39 lines, each below the headline of an exception."""
    return lambda chance, number: line(chance, number) if number % 40 else f"{head}: {words(chance)}"


def address(chance):
    return f"0x{chance.randrange(1 << 40):016x}"


def small(chance):
    return chance.randrange(2_000)


def clock(chance):
    return f"{chance.randrange(24):02}:{chance.randrange(60):02}:{chance.randrange(60):02}.731"


SHAPES = {
    # Logs that begin with numbers or with words such as `at`.
    "a number, parentheses and an address":
        lambda c, n: f"{small(c)} {c.choice(WORDS)} ({c.choice(WORDS)}) 0x{small(c):x} {words(c, 4)}",
    "a number and parentheses": lambda c, n: f"{small(c)} {words(c, 5)} ({words(c, 3)}) {words(c, 4)}",
    "a number and a word": lambda c, n: f"{small(c)} {c.choice(WORDS)}{c.choice(WORDS)}",
    "a number and brackets": lambda c, n: f"{small(c)} [{c.choice(WORDS)}] {words(c)}",
    "calls of the system": lambda c, n: f'{small(c)} read({small(c)}, "{words(c, 4)}", 64) = {small(c)}',
    "a quoted number": lambda c, n: f"> {small(c)} {c.choice(WORDS)} ({c.choice(WORDS)}) 0x12 {words(c, 3)}",
    "ends of lines of Windows": lambda c, n: f"{small(c)} {c.choice(WORDS)} ({c.choice(WORDS)}) baz\r",
    "columns with tabs": lambda c, n: f"{small(c)}\t{c.choice(WORDS)}\t({c.choice(WORDS)})\t{words(c, 3)}",
    "a number and other scripts": lambda c, n: f"{small(c)} 日志（正在加载） ({c.choice(WORDS)}) 视图 …",
    "blanks of a page": lambda c, n: f"{words(c, 5)}\u00a0{words(c)}",
    "headings": lambda c, n: f"# {words(c)}",
    "prose that begins with at": lambda c, n: f"at {words(c)}",
    "prose in brackets behind at": lambda c, n: f"at {c.choice(WORDS)} ({c.choice(WORDS)})",
    # Logs that name files.
    "a browser's console": lambda c, n: f"{c.choice(WORDS)}.js:{small(c)} {words(c)}",
    "a log of Swift": lambda c, n: f"2026-03-02 {clock(c)} DEBUG {c.choice(TYPES)}.swift:{small(c)} {words(c)}",
    "a log of a script": lambda c, n: f"2026-03-02 {clock(c)} debug {c.choice(WORDS)}.js:{small(c)} {words(c)}",
    "descriptions of views": lambda c, n:
        f"2026-03-02 {clock(c)}+0100 Shop[411:20931] <UIView: 0x00007f{small(c):04x}; frame = (0 0; 320 {small(c)})>",
    "texts in JSON": lambda c, n:
        f'{{"level":"error","line":{small(c)},"msg":"{words(c, 4)}\\n {words(c, 5)} \\"{c.choice(WORDS)}\\""}}',
    # Nothing but stacks, each of 40 frames.
    "stacks of Apple": framed(
        lambda n, name, file, line, c:
            f"{n:<3} {'UIKitCore' if n % 3 else 'Shop':<20} {address(c)} "
            + (f"-[UI{name.replace('.', ' ')}]" if n % 3 else f"{name}(_:)") + f" + {small(c)}"),
    "stacks of Apple with mangled names": framed(
        lambda n, name, file, line, c:
            f"{n:<3} Shop   {address(c)} $s4Shop{len(file)}{file}C"
            f"{len(name) - len(file) - 1}{name[len(file) + 1:]}yyF + {small(c)}"),
    "stacks of a debugger": framed(
        lambda n, name, file, line, c:
            f"    frame #{n}: {address(c)} Shop`{name}(x=1) at {file}.swift:{line}:9"),
    "stacks of gdb": framed(
        lambda n, name, file, line, c:
            f"#{n:<3} {address(c)} in {name.replace('.', '_')} () at ../src/{file}.c:{line}"),
    "stacks of Java": headed(
        "java.lang.IllegalStateException",
        framed(lambda n, name, file, line, c: f"\tat com.shop.{name}({file}.java:{line})")),
    "stacks of .NET": headed(
        "System.InvalidOperationException",
        framed(
            lambda n, name, file, line, c:
                f"   at Shop.{name}(Object x) in C:\\src\\{file}.cs:line {line}")),
    "stacks of scripts": headed(
        "TypeError",
        framed(
            lambda n, name, file, line, c:
                f"    at {name} (https://shop.example/{file}.js:{line}:9)")),
    "stacks of Firefox": headed(
        "TypeError",
        framed(
            lambda n, name, file, line, c:
                f"{name.split('.')[1]}@https://shop.example/{file}.js:{line}:9")),
    "stacks of Python": headed(
        "Traceback (most recent call last)",
        framed(
            lambda n, name, file, line, c:
                f'  File "/src/{file}.py", line {line}, in {name.split(".")[1]}')),
    "stacks of Flutter": framed(
        lambda n, name, file, line, c:
            f"I/flutter (18676): #{n:<6} {name} (package:shop/{file}.dart:{line}:9)"),
    "stacks of Rust": framed(
        lambda n, name, file, line, c: f"{n:>4}: shop::{file.lower()}::{name.split('.')[1]}"),
}
