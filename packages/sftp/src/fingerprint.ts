import { createHash } from "node:crypto";

/** A host key's fingerprint as `ssh-keygen -l` prints it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

/** The kind of a key, which its first field names (RFC 4253, section 6.6); "unknown" when there is none to read. */
export function kindOf(key: Buffer): string {
  const length = key.length >= 4 ? key.readUInt32BE(0) : 0;
  const name = key.subarray(4, 4 + length).toString("latin1");
  return /^[a-z0-9@.-]{1,64}$/.test(name) ? name : "unknown";
}
