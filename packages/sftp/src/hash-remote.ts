import { createHash } from "node:crypto";
import type { SftpSession } from "./open-session.js";
import { readRemote } from "./read-remote.js";
import { closeRemote, openRemote } from "./remote-files.js";
import { unlessRefused } from "./remote-leftovers.js";

/** SHA-256, in lower-cased hex, of the first `bytes` bytes of a file at the host. Throws SftpFailure. */
export async function hashRemote(session: SftpSession, path: string, bytes: number): Promise<string> {
  const handle = await openRemote(session, path, "r");
  try {
    return await hashHandle(session, handle, bytes);
  } finally {
    if (!session.isLost()) await closeRemote(session, handle).catch(unlessRefused(undefined));
  }
}

/** Like hashRemote, for an open file. `onBytes` is called with the length of each piece that arrives. */
export async function hashHandle(
  session: SftpSession,
  handle: Buffer,
  bytes: number,
  onBytes: (bytes: number) => void = () => {},
): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of readRemote(session, handle, [{ offset: 0, length: bytes }])) {
    onBytes(piece.length);
    hash.update(piece);
  }
  return hash.digest("hex");
}
