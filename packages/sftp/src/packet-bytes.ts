import type { SFTPWrapper } from "ssh2";

/** Fits into the packet that every host must take (draft-ietf-secsh-filexfer-02, section 3). */
const EVERY_HOST_BYTES = 31_952;
/** A host may announce more than makes sense to keep in memory. */
const BYTES_MAX = 255 * 1024;

/**
 * How many bytes one read or write carries: what ssh2 itself sends at most, which is what the host announced
 * (limits@openssh.com) or a size that every host takes. ssh2 1.17 keeps it in a property without a public name. A longer
 * write would be split by ssh2, which reads the second part from the caller's buffer only after the first was acknowledged.
 */
export function packetBytesOf(sftp: SFTPWrapper): number {
  const limit: unknown = Reflect.get(sftp, "_maxWriteLen");
  const isKnown = typeof limit === "number" && Number.isInteger(limit) && limit > 0;
  return isKnown ? Math.min(limit, BYTES_MAX) : EVERY_HOST_BYTES;
}
