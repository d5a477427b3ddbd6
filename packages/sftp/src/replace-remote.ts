import type { SftpSession } from "./open-session.js";
import { posixRenameRemote, removeIfThere, renameRemote, statRemote } from "./remote-files.js";
import { type RemoteTraces, unlessRefused } from "./remote-traces.js";
import { isFailure, isRefusal, SftpFailure } from "./sftp-failure.js";

/** How a file got its final name. */
export interface Replacement {
  /** Whether the final name always led to the former file or the new one. */
  readonly isAtomic: boolean;
  /** Where the former file is, if it was moved aside and could not be removed. */
  readonly leftAside: string | undefined;
}

interface Names {
  readonly from: string;
  readonly to: string;
  /** Where the former file is moved if the host cannot rename over it. */
  readonly aside: string;
  readonly traces: RemoteTraces;
}

/**
 * Gives a file its final name. A former file goes only when the new one is certain to take its place: first the extension
 * that replaces in one step, then a plain rename, and if both are refused the former file is moved aside, the new one
 * takes its name, and the former one is removed. When a step fails, the former file is put back and the failure thrown:
 * `file_taken` where the new file is gone, `name_taken` where a folder has the name, `unsupported` where the host cannot
 * rename at all.
 */
export async function replaceRemote(session: SftpSession, names: Names): Promise<Replacement> {
  const { from, to, aside, traces } = names;
  const refusal = await renameOver(session, from, to);
  if (!refusal) return { isAtomic: true, leftAside: await removeAside(session, names) };
  if (isFailure(refusal, "unsupported")) throw refusal;
  const former = await statRemote(session, to).catch(unlessRefused(undefined));
  if (!former) throw (await isGone(session, from)) ? refusal.with({ code: "file_taken", detail: from }) : refusal;
  if (former.isDirectory()) throw refusal.with({ code: "name_taken", detail: to });
  traces.movedAside(aside, to);
  try {
    await renameRemote(session, to, aside);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    traces.forget(aside);
    throw refusal;
  }
  try {
    await renameRemote(session, from, to);
  } catch (error) {
    await putBack(session, names);
    throw error;
  }
  return { isAtomic: false, leftAside: await removeAside(session, names) };
}

/** Removes the former file, if this or an earlier attempt has moved it aside; its path where the host refuses to. */
async function removeAside(session: SftpSession, { aside, traces }: Names): Promise<string | undefined> {
  if (!traces.has(aside)) return undefined;
  const isRemoved = await removeIfThere(session, aside).then(() => true, unlessRefused(false));
  traces.forget(aside);
  return isRemoved ? undefined : aside;
}

/** Renames in one step, by the extension or plainly; the refusal if neither works. */
async function renameOver(session: SftpSession, from: string, to: string): Promise<SftpFailure | undefined> {
  const first = await posixRenameRemote(session, from, to).catch(refusalOf);
  if (first === true) return undefined;
  const second = await renameRemote(session, from, to).catch(refusalOf);
  if (!second) return undefined;
  // What the extension was refused with says more than that plain SFTP does not rename over files.
  return first && second.serverMessage === null ? first : second;
}

const isGone = (session: SftpSession, path: string): Promise<boolean> =>
  statRemote(session, path).then(
    () => false,
    (error: unknown) => isFailure(error, "not_found") || unlessRefused(false)(error),
  );

/** What cannot be put back here is put back when the traces are cleaned up, over a new connection if need be. */
async function putBack(session: SftpSession, { to, aside, traces }: Names): Promise<void> {
  if (session.isLost()) return;
  const isBack = await renameRemote(session, aside, to).then(
    () => true,
    () => false,
  );
  if (isBack) traces.forget(aside);
}

function refusalOf(error: unknown): SftpFailure {
  if (error instanceof SftpFailure && isRefusal(error)) return error;
  throw error;
}
