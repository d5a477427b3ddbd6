import { useState } from "react";

const PREFIX = "skucast-";

interface StoredOptions<Value> {
  /** Reads what is stored; undefined if it is something else. */
  readonly parse: (stored: unknown) => Value | undefined;
  readonly initial: Value;
}

/**
 * A value that this browser keeps under a name. Without storage, or if something else is stored, it is the initial one,
 * and lasts as long as the page.
 */
export function useStoredValue<Value>(
  name: string,
  { parse, initial }: StoredOptions<Value>,
): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => read(name, parse) ?? initial);
  const set = (next: Value) => {
    setValue(next);
    try {
      window.localStorage.setItem(PREFIX + name, JSON.stringify(next));
    } catch {
      // Storage can be full or blocked.
    }
  };
  return [value, set];
}

function read<Value>(name: string, parse: StoredOptions<Value>["parse"]): Value | undefined {
  try {
    return parse(JSON.parse(window.localStorage.getItem(PREFIX + name) ?? "null"));
  } catch {
    return undefined;
  }
}

/** The list, if it is one of texts. */
export const parseTexts = (stored: unknown): string[] | undefined =>
  Array.isArray(stored) && stored.every((each) => typeof each === "string") ? stored : undefined;
