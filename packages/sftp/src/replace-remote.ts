import type { Stats } from "ssh2";
import type { SftpSession } from "./open-session.js";
import { reappears } from "./reappears.js";
import { posixRenameRemote, removeIfThere, renameRemote, statRemote } from "./remote-files.js";
import { type RemoteLeftovers, unlessRefused } from "./remote-leftovers.js";
import { isFailure, isRefusal, SftpFailure } from "./sftp-failure.js";

/** How a file got its final name. */
export interface Replacement {
  /** Whether the final name belonged to the old or the new file at all times. */
  readonly isAtomic: boolean;
  /** Path of the old file, if it was moved aside and could not be removed. */
  readonly leftAside: string | undefined;
  /** Whether the host reported a rename as failed but did it, so that the file should be verified again. */
  readonly wasRefused: boolean;
}

interface Names {
  readonly from: string;
  readonly to: string;
  /** Where the old file is moved if the host cannot rename over it. */
  readonly aside: string;
  /** The size of the new file. */
  readonly bytes: number;
  readonly leftovers: RemoteLeftovers;
}

/**
 * Gives a file its final name. The old file is removed only when the new one is certain to replace it: first with the
 * extension that replaces in one step, then with a plain rename. If both are refused, the old file is moved aside, the new
 * one is renamed, and the old one is removed. After each rename the host is asked which names exist, so that a rename that
 * was confirmed but not done counts as refused, and one that was refused but done counts as done. When a step fails, the
 * old file is restored and the failure thrown: `file_taken` when the new file is gone, `name_taken` when a folder has the
 * name, `not_renamed` when the host confirms renames without doing them, `unsupported` when it cannot rename at all. A new
 * file that reappears is renamed again, once.
 */
export async function replaceRemote(session: SftpSession, names: Names): Promise<Replacement> {
  try {
    return await replaceOnce(session, names);
  } catch (error) {
    if (!isFailure(error, "file_taken") || !(await reappears(session, names.from))) throw error;
    return replaceOnce(session, names);
  }
}

async function replaceOnce(session: SftpSession, names: Names): Promise<Replacement> {
  const { from, to, aside, leftovers } = names;
  const refusal = await renameOver(session, names);
  if (!refusal) return replaced(session, names, { isAtomic: true });
  if (isFailure(refusal, "unsupported")) throw refusal;
  const there = await look(session, names);
  if (isDone(there, names)) return replaced(session, names, { isAtomic: true, wasRefused: true });
  if (there.to instanceof SftpFailure) throw isGone(there.from) ? takenAway(refusal, from) : refusal;
  if (there.to.isDirectory()) throw refusal.with({ code: "name_taken", detail: to });
  if (isGone(there.from)) throw takenAway(refusal, from);
  await moveAside(session, names, refusal);
  const second = await renamePlainly(session, names).catch(async (error: unknown) => {
    if (!isFailure(error, "content_mismatch")) await restoreAside(session, names);
    throw error;
  });
  if (!second) return replaced(session, names, { isAtomic: false });
  if (isDone(await look(session, names), names)) return replaced(session, names, { isAtomic: false, wasRefused: true });
  await restoreAside(session, { to, aside, leftovers });
  throw second;
}

async function replaced(
  session: SftpSession,
  names: Names,
  { isAtomic, wasRefused = false }: { isAtomic: boolean; wasRefused?: boolean },
): Promise<Replacement> {
  names.leftovers.forget(names.from);
  return { isAtomic, wasRefused, leftAside: await removeAside(session, names) };
}

const takenAway = (refusal: SftpFailure, from: string) => refusal.with({ code: "file_taken", detail: from });

/** Removes the old file if this or an earlier attempt has moved it aside. Returns its path when the host refuses to. */
async function removeAside(session: SftpSession, { aside, leftovers }: Names): Promise<string | undefined> {
  if (!leftovers.has(aside)) return undefined;
  const isRemoved = await removeIfThere(session, aside).then(() => true, unlessRefused(false));
  leftovers.forget(aside);
  return isRemoved ? undefined : aside;
}

/** Renames in one step, with the extension or plainly. Returns the refusal if neither works. */
async function renameOver(session: SftpSession, names: Names): Promise<SftpFailure | undefined> {
  const answer = await posixRenameRemote(session, names.from, names.to).catch(rejectionOf);
  const first = answer === true ? await confirmed(session, names) : answer;
  if (first === undefined) return undefined;
  const second = await renamePlainly(session, names);
  if (!second) return undefined;
  // The refusal of the extension says more than that of a plain rename, which never replaces files.
  return first && second.serverMessage === null ? first : second;
}

/** Returns undefined when the file was renamed, otherwise the refusal. */
async function renamePlainly(session: SftpSession, names: Names): Promise<SftpFailure | undefined> {
  const refusal = await renameRemote(session, names.from, names.to).catch(rejectionOf);
  return refusal ?? confirmed(session, names);
}

async function moveAside(session: SftpSession, { to, aside, leftovers }: Names, refusal: SftpFailure): Promise<void> {
  const wasThere = leftovers.has(aside);
  leftovers.movedAside(aside, to);
  const answer = await renameRemote(session, to, aside).catch(rejectionOf);
  if (!answer || isGone(await statRemote(session, to).catch(rejectionOf))) return;
  if (!wasThere) leftovers.forget(aside);
  throw refusal;
}

/** The attributes of both names, or the refusals to report them. */
interface There {
  readonly from: Stats | SftpFailure;
  readonly to: Stats | SftpFailure;
}

async function look(session: SftpSession, { from, to }: Names): Promise<There> {
  const [atFrom, atTo] = await Promise.all([from, to].map((path) => statRemote(session, path).catch(rejectionOf)));
  return { from: atFrom as There["from"], to: atTo as There["to"] };
}

const isGone = (there: Stats | SftpFailure): boolean => isFailure(there, "not_found");

const isDone = ({ from, to }: There, { bytes }: Names): boolean =>
  isGone(from) && !(to instanceof SftpFailure) && !to.isDirectory() && hasSize(to, bytes);

/** Hosts may leave the size out (draft-ietf-secsh-filexfer-02, section 5). */
const hasSize = ({ size }: Stats, bytes: number): boolean => typeof size !== "number" || size === bytes;

/**
 * Checks that a confirmed rename was done, and returns a failure if not. A missing final name is fine, because some hosts
 * process and remove a file as soon as it has its name. Throws `content_mismatch` for another size.
 */
async function confirmed(session: SftpSession, names: Names): Promise<SftpFailure | undefined> {
  const { from, to, bytes, leftovers } = names;
  const there = await look(session, names);
  if (!(there.from instanceof SftpFailure)) {
    return new SftpFailure("not_renamed", `${from} to ${to}`, { isAnswer: true });
  }
  if (there.to instanceof SftpFailure || hasSize(there.to, bytes)) return undefined;
  leftovers.forget(from);
  leftovers.writing(to, "final");
  leftovers.opened(to);
  throw new SftpFailure("content_mismatch", `${to}: after the rename the host has ${there.to.size} of ${bytes} bytes`);
}

/** If this fails, the old file is restored when the leftovers are cleaned up, over a new connection if needed. */
async function restoreAside(
  session: SftpSession,
  { to, aside, leftovers }: Pick<Names, "to" | "aside" | "leftovers">,
): Promise<void> {
  if (session.isLost()) return;
  const isRestored = await renameRemote(session, aside, to)
    .then(async () => isGone(await statRemote(session, aside).catch(rejectionOf)))
    .catch(() => false);
  if (isRestored) leftovers.forget(aside);
}

function rejectionOf(error: unknown): SftpFailure {
  if (error instanceof SftpFailure && isRefusal(error)) return error;
  throw error;
}
