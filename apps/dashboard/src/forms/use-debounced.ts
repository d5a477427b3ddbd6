import { useEffect, useState } from "react";

/** The value, once it has not changed for a while. */
export function useDebounced<Value>(value: Value, waitMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return debounced;
}
