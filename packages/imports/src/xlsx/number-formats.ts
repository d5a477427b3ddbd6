/** How the cells of a style show a number, if that is more than its digits. */
export type NumberFormat =
  | { readonly type: "date" }
  | { readonly type: "percent" }
  /** A fixed number of digits, with texts between them: `0000-00`. Null stands for a digit. */
  | { readonly type: "digits"; readonly parts: readonly (string | null)[] };

/** The built-in formats (ECMA-376, 18.8.30) and others that change what a number means. Undefined for plain numbers. */
export function numberFormatOf(id: number, code: string | undefined): NumberFormat | undefined {
  if (code === undefined) {
    if ((id >= 14 && id <= 22) || (id >= 45 && id <= 47)) return { type: "date" };
    return id === 9 || id === 10 ? { type: "percent" } : undefined;
  }
  // Without texts, and without spaces as wide as a character (`_€`) and characters that fill the cell (`*-`).
  const bare = code.replace(/\[[^[\]]*\]|"[^"]*"|[\\_*]./gsu, "");
  if (/[dy]/i.test(bare)) return { type: "date" };
  if (bare.includes("%")) return { type: "percent" };
  return digitsIn(code);
}

/** The parts of a format that has only digits which are always shown, at least two. */
function digitsIn(code: string): NumberFormat | undefined {
  const parts: (string | null)[] = [];
  for (const { 0: token } of code.matchAll(/"[^"]*"|\\.|\[[^[\]]*\]|[_*].|./gsu)) {
    if (token === ";") break;
    if (token === "0") parts.push(null);
    else if (token.startsWith('"')) parts.push(token.slice(1, -1));
    else if (token.startsWith("\\")) parts.push(token.slice(1));
    else if (/^[-+ ():]$/.test(token)) parts.push(token);
    // Colors, locales and the width of spaces.
    else if (!/^(?:\[|_.|\*.)/su.test(token)) return undefined;
  }
  return parts.filter((part) => part === null).length >= 2 ? { type: "digits", parts } : undefined;
}

/** An integer as a format of digits shows it; undefined for other numbers. */
export function digitsText(value: string, parts: readonly (string | null)[]): string | undefined {
  if (!/^\d{1,15}$/.test(value)) return undefined;
  const places = parts.filter((part) => part === null).length;
  const digits = value.padStart(places, "0");
  const more = digits.length - places;
  let at = 0;
  return parts
    .map((part) => {
      if (part !== null) return part;
      // The first place has all digits for which there are no places.
      const from = at === 0 ? 0 : at + more;
      at += 1;
      return digits.slice(from, at + more);
    })
    .join("");
}
