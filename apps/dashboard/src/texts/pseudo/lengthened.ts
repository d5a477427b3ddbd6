const ACCENTS: Readonly<Record<string, string>> = { a: "å", e: "ë", i: "ï", o: "ø", u: "ü", c: "ç", n: "ñ" };
const PADDING = " ëxtrå löng wørds ţø shøw thåt nøthïng bréåks";
const SHARE_ADDED = 0.4;

/** Texts with the same keys and parameters, each longer. What a function returns keeps its letters, which may be values. */
export function lengthened<T>(texts: T): T {
  // The form stays the same by construction, which the type system cannot follow through entries.
  return changed(texts) as T;
}

function changed(value: unknown): unknown {
  if (typeof value === "string") return padded([...value].map((letter) => ACCENTS[letter] ?? letter).join(""));
  if (typeof value === "function") return (...parameters: unknown[]) => padded(String(value(...parameters)));
  if (Array.isArray(value)) return value.map(changed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, changed(member)]));
}

const padded = (text: string): string => text + PADDING.slice(0, Math.ceil(text.length * SHARE_ADDED));
