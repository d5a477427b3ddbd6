/** What a fingerprint that was given is beside one that is shown. */
type Comparison = "empty" | "unfinished" | "same" | "differs";

/**
 * What a fingerprint that a partner gave is beside one that the server shows. With or without the name of the hash and the
 * filling at its end, as different programs print it.
 */
export function compareFingerprint(given: string, shown: string): Comparison {
  const bare = bareOf(given);
  if (bare === "") return "empty";
  if (bare === bareOf(shown)) return "same";
  return WHOLE.test(bare) ? "differs" : "unfinished";
}

/** What it is beside all that the server shows: the same if it is one of them. */
export function compareWithAny(given: string, shown: readonly { readonly fingerprint: string }[]): Comparison {
  const all = shown.map(({ fingerprint }) => compareFingerprint(given, fingerprint));
  return all.includes("same") ? "same" : (all[0] ?? "empty");
}

/** 32 bytes as base64. */
const WHOLE = /^[A-Za-z0-9+/]{43}$/;

/** The digest alone, also of a whole line of ssh-keygen. */
const bareOf = (fingerprint: string): string =>
  (/SHA-?256:\s*(\S+)/i.exec(fingerprint)?.[1] ?? fingerprint.trim()).replace(/=+$/, "");
