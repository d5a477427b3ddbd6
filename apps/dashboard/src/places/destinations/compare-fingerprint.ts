/**
 * What a fingerprint that a partner gave says of the keys that the server shows: null while none is whole. With or without
 * the name of the hash and the filling at its end, as different programs print it.
 */
export function compareFingerprint(
  told: string,
  shown: readonly { readonly fingerprint: string }[],
): "same" | "differs" | null {
  const bare = bareOf(told);
  if (bare.length < BARE_LENGTH) return null;
  return shown.some(({ fingerprint }) => bareOf(fingerprint) === bare) ? "same" : "differs";
}

const BARE_LENGTH = 43;

const bareOf = (fingerprint: string): string =>
  fingerprint
    .trim()
    .replace(/^SHA-?256:/i, "")
    .replace(/=+$/, "");
