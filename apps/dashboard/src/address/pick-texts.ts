/** Of an address' query the named parameters that hold text; the service says what is wrong with a value. */
export function pickTexts<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): { readonly [N in Name]?: string } {
  const kept = names.flatMap((name) => {
    const value = search[name];
    // The router reads what looks like a number as one.
    return value === undefined || value === "" || typeof value === "object" ? [] : [[name, String(value)]];
  });
  return Object.fromEntries(kept);
}
