import type { SFTPWrapper } from "ssh2";

/** Larger packets are corrupted or refused by some servers. */
const SAFE_BYTES = 32 * 1024;
const BYTES_MAX = 255 * 1024;

/**
 * How much one read or write may carry: what the host itself announced (limits@openssh.com), or what every host takes.
 * ssh2 keeps the announced limit to itself; without one it falls back to a guess, which is not used here.
 */
export function packetBytesOf(sftp: SFTPWrapper): number {
  const announced: unknown = Reflect.get(sftp, "_maxWriteLen");
  const isAnnounced = typeof announced === "number" && announced >= BYTES_MAX;
  return isAnnounced ? BYTES_MAX : SAFE_BYTES;
}
