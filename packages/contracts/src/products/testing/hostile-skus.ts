const PIECES = [
  ...[
    "a",
    "~",
    ".",
    "..",
    "%",
    "/",
    "\\",
    "?",
    "#",
    ";",
    "+",
    ":",
    "&",
    "=",
    "@",
    "!",
    "$",
    "'",
    "(",
    ")",
    "*",
    ",",
    "|",
  ],
  ...["a b", "ä", "日本", "🎽", "%2F", "%2e", "%00", "new", "batch", "channels", "YS9i"],
];
const WHOLE = [
  "~YS9i",
  "~Li4",
  "a/b",
  "../a",
  "./a",
  "a/..",
  "a//b",
  "...",
  "__proto__",
  "products/a",
  "base64url",
  "BASE64URL~YS9i",
];

/** SKUs that paths are known to break: every piece alone, next to a letter and next to every other piece. */
export function hostileSkus(): string[] {
  const pairs = PIECES.flatMap((first) => PIECES.map((second) => `${first}${second}`));
  return [...new Set([...PIECES, ...WHOLE, ...pairs, "🎽".repeat(100), "/".repeat(100)])];
}
