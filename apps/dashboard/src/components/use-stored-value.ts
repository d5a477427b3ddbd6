import { useState } from "react";
import { type ParseStored, readStored, writeStored } from "./stored-value.js";

interface StoredOptions<Value> {
  readonly parse: ParseStored<Value>;
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
  const [value, setValue] = useState<Value>(() => readStored(name, parse) ?? initial);
  const set = (next: Value) => {
    setValue(next);
    writeStored(name, next);
  };
  return [value, set];
}
