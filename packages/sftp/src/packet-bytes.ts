import type { SFTPWrapper } from "ssh2";

/** What every host must accept in one packet (draft-ietf-secsh-filexfer-02, section 3). */
const EVERY_HOST_BYTES = 32_000 - 48;
/** A host may announce more than is sensible to keep in memory. */
const BYTES_MAX = 255 * 1024;

/**
 * How many bytes ssh2 puts into one write: what the host announced (limits@openssh.com), or ssh2's own safe size. A longer
 * write is split by ssh2, which sends the second part after the first was acknowledged: correct, but slower.
 */
export const writeBytesOf = (sftp: SFTPWrapper): number => limitOf(sftp, "_maxWriteLen");

/** How many bytes ssh2 requests in one read. */
export const readBytesOf = (sftp: SFTPWrapper): number => limitOf(sftp, "_maxReadLen");

/** ssh2 1.17 keeps its limits in properties without a public name. */
function limitOf(sftp: SFTPWrapper, property: "_maxWriteLen" | "_maxReadLen"): number {
  const limit: unknown = Reflect.get(sftp, property);
  const isKnown = typeof limit === "number" && Number.isInteger(limit) && limit > 0;
  return isKnown ? Math.min(limit, BYTES_MAX) : EVERY_HOST_BYTES;
}
