/**
 * The named query parameters as strings; the API validates their values. Missing ones are present as undefined, because
 * the router merges this object over the parsed URL and would keep parameters that are left out.
 */
export function pickStrings<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): { readonly [N in Name]?: string | undefined } {
  const picked = names.map((name) => {
    const value = search[name];
    // The router parses values that look like numbers.
    const text = value === undefined || typeof value === "object" ? "" : String(value);
    return [name, text.trim() === "" ? undefined : text];
  });
  return Object.fromEntries(picked);
}
