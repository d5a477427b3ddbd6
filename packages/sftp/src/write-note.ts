import type { SftpSession } from "./open-session.js";
import { closeRemote, openRemote, pathIn, removeIfThere, replaceRemote, syncRemote } from "./remote-files.js";
import { temporaryName, type Writer } from "./remove-leftovers.js";
import { isFailure } from "./sftp-failure.js";
import { writeRemote } from "./write-remote.js";

interface Note extends Writer {
  readonly folder: string;
  readonly name: string;
  readonly content: string;
  /** Whether the partner may look at it while it is written. */
  readonly isDirect?: boolean;
}

/** Writes a small file of our own beside the others, such as a manifest. Throws SftpFailure. */
export async function writeNote(session: SftpSession, note: Note): Promise<void> {
  const path = pathIn(note.folder, note.name);
  if (note.isDirect) return write(session, path, note.content);
  const temporary = pathIn(note.folder, temporaryName(note.name, note));
  await write(session, temporary, note.content);
  try {
    await replaceRemote(session, temporary, path);
  } catch (error) {
    if (!isFailure(error, "unsupported")) throw error;
    await write(session, path, note.content);
    await removeIfThere(session, temporary);
  }
}

async function write(session: SftpSession, path: string, content: string): Promise<void> {
  const handle = await openRemote(session, path, "w");
  await writeRemote(session, handle, { source: once(Buffer.from(content)) });
  await syncRemote(session, handle);
  await closeRemote(session, handle);
}

async function* once(block: Buffer): AsyncGenerator<Buffer> {
  yield block;
}
