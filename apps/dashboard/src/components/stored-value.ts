const PREFIX = "skucast-";

/** Reads what is stored; undefined if it is something else. */
export type ParseStored<Value> = (stored: unknown) => Value | undefined;

/** The value that this browser keeps under a name; undefined if there is none, or something else. */
export function readStored<Value>(name: string, parse: ParseStored<Value>): Value | undefined {
  try {
    return parse(JSON.parse(localStorage.getItem(PREFIX + name) ?? "null"));
  } catch {
    return undefined;
  }
}

/** Keeps a value in this browser under a name; undefined removes it. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage can be full or blocked.
  }
}

/** The list, if it is one of texts. */
export const parseTexts = (stored: unknown): string[] | undefined =>
  Array.isArray(stored) && stored.every((each) => typeof each === "string") ? stored : undefined;
