import { createHash } from "node:crypto";
import type { SftpSession } from "./open-session.js";
import { packetBytesOf } from "./packet-bytes.js";
import { closeRemote, openRemote } from "./remote-files.js";
import { failureOf, SftpFailure } from "./sftp-failure.js";

const BYTES_ON_THE_WAY = 2 * 1024 * 1024;

/** The SHA-256 of the first `bytes` bytes of a remote file, read with many requests on the way at once. */
export async function hashRemote(session: SftpSession, path: string, bytes: number): Promise<string> {
  const handle = await openRemote(session, path, "r");
  const hash = createHash("sha256");
  const pending: Promise<Buffer>[] = [];
  const packetBytes = packetBytesOf(session.sftp);
  const pendingMax = Math.floor(BYTES_ON_THE_WAY / packetBytes);
  for (let asked = 0; asked < bytes || pending.length > 0; ) {
    while (asked < bytes && pending.length < pendingMax) {
      const length = Math.min(packetBytes, bytes - asked);
      const piece = readPiece(session, handle, { position: asked, length });
      piece.catch(() => {}); // awaited in its turn; until then a failure must not count as unhandled
      pending.push(piece);
      asked += length;
    }
    hash.update((await pending.shift()) ?? "");
  }
  await closeRemote(session, handle);
  return hash.digest("hex");
}

/** A host may answer with less than was asked for: the rest is asked for again. */
async function readPiece(
  session: SftpSession,
  handle: Buffer,
  { position, length }: { position: number; length: number },
): Promise<Buffer> {
  const piece = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const read = await session
      .call<number>("reading the file back", (answer) =>
        session.sftp.read(handle, piece, done, length - done, position + done, (error, bytesRead) =>
          answer(error, bytesRead),
        ),
      )
      .catch((error: unknown) => {
        throw failureOf(error, "reading the file back");
      });
    if (read === 0) throw new SftpFailure("protocol", "the host has less of the file than was sent");
    done += read;
  }
  return piece;
}
