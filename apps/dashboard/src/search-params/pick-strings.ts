/**
 * Of an address' query the named parameters that hold text; the service says what is wrong with a value. The others are
 * there and undefined: the router lays them over what the address says, so that one left out would come back from there.
 */
export function pickStrings<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): { readonly [N in Name]?: string | undefined } {
  const picked = names.map((name) => {
    const value = search[name];
    // The router reads what looks like a number as one.
    const text = value === undefined || typeof value === "object" ? "" : String(value);
    return [name, text.trim() === "" ? undefined : text];
  });
  return Object.fromEntries(picked);
}
