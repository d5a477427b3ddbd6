import { createHash } from "node:crypto";

/** A key that a host presents. */
export interface ShownHostKey {
  /** As `ssh-keygen -l` prints it: `SHA256:…`. */
  readonly fingerprint: string;
  /** Such as `ssh-ed25519`. */
  readonly type: string;
}

/** A host key's fingerprint as `ssh-keygen -l` prints it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

/** The type of a key, which is its first field (RFC 4253, section 6.6); "unknown" when it cannot be read. */
function typeOf(key: Buffer): string {
  const length = key.length >= 4 ? key.readUInt32BE(0) : 0;
  const name = key.subarray(4, 4 + length).toString("latin1");
  return /^[a-z0-9@.-]{1,64}$/.test(name) ? name : "unknown";
}

/** Fingerprint and type of a public key in its wire format (RFC 4253, section 6.6). */
export const hostKeyOf = (key: Buffer): ShownHostKey => ({ fingerprint: fingerprintOf(key), type: typeOf(key) });
