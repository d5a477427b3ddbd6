type Comparison = "empty" | "unfinished" | "same" | "differs";

/**
 * Compares the fingerprint from the partner with the server's. Programs print fingerprints with or without the hash
 * name and the base64 padding.
 */
export function compareFingerprint(given: string, shown: string): Comparison {
  const digest = digestOf(given);
  if (digest === "") return "empty";
  if (digest === digestOf(shown)) return "same";
  return SHA256_DIGEST.test(digest) ? "differs" : "unfinished";
}

/** Compares with all fingerprints of the server; the result is `same` if one of them matches. */
export function compareWithAny(given: string, shown: readonly { readonly fingerprint: string }[]): Comparison {
  const all = shown.map(({ fingerprint }) => compareFingerprint(given, fingerprint));
  return all.includes("same") ? "same" : (all[0] ?? "empty");
}

/** 32 bytes in base64, without padding. */
const SHA256_DIGEST = /^[A-Za-z0-9+/]{43}$/;

/** The digest without hash name and padding. Also accepts a line of ssh-keygen's output. */
const digestOf = (fingerprint: string): string =>
  (/SHA-?256:\s*(\S+)/i.exec(fingerprint)?.[1] ?? fingerprint.trim()).replace(/=+$/, "");
