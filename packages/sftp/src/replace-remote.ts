import type { Stats } from "ssh2";
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
  /** Whether the host refused a rename that it has done, so that the file should be verified again. */
  readonly wasRefused: boolean;
}

interface Names {
  readonly from: string;
  readonly to: string;
  /** Where the former file is moved if the host cannot rename over it. */
  readonly aside: string;
  /** The size of the new file. */
  readonly bytes: number;
  readonly traces: RemoteTraces;
}

/**
 * Gives a file its final name. A former file goes only when the new one is certain to take its place: first the extension
 * that replaces in one step, then a plain rename, and if both are refused the former file is moved aside, the new one
 * takes its name, and the former one is removed. After each rename the host is asked what has the names: one that was
 * confirmed and not done counts as refused, and one that was refused and done as done. When a step fails, the former file
 * is put back and the failure thrown: `file_taken` where the new file is gone, `name_taken` where a folder has the name,
 * `not_renamed` where the host only confirms renames, `unsupported` where it cannot rename at all.
 */
export async function replaceRemote(session: SftpSession, names: Names): Promise<Replacement> {
  const { from, to, aside, traces } = names;
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
    if (!isFailure(error, "content_mismatch")) await putBack(session, names);
    throw error;
  });
  if (!second) return replaced(session, names, { isAtomic: false });
  if (isDone(await look(session, names), names)) return replaced(session, names, { isAtomic: false, wasRefused: true });
  await putBack(session, { to, aside, traces });
  throw second;
}

async function replaced(
  session: SftpSession,
  names: Names,
  { isAtomic, wasRefused = false }: { isAtomic: boolean; wasRefused?: boolean },
): Promise<Replacement> {
  names.traces.forget(names.from);
  return { isAtomic, wasRefused, leftAside: await removeAside(session, names) };
}

const takenAway = (refusal: SftpFailure, from: string) => refusal.with({ code: "file_taken", detail: from });

/** Removes the former file, if this or an earlier attempt has moved it aside; its path where the host refuses to. */
async function removeAside(session: SftpSession, { aside, traces }: Names): Promise<string | undefined> {
  if (!traces.has(aside)) return undefined;
  const isRemoved = await removeIfThere(session, aside).then(() => true, unlessRefused(false));
  traces.forget(aside);
  return isRemoved ? undefined : aside;
}

/** Renames in one step, by the extension or plainly; the refusal if neither works. */
async function renameOver(session: SftpSession, names: Names): Promise<SftpFailure | undefined> {
  const answer = await posixRenameRemote(session, names.from, names.to).catch(refusalOf);
  const first = answer === true ? await confirmed(session, names) : answer;
  if (first === undefined) return undefined;
  const second = await renamePlainly(session, names);
  if (!second) return undefined;
  // What the extension was refused with says more than that plain SFTP does not rename over files.
  return first && second.serverMessage === null ? first : second;
}

/** Undefined when the file was renamed, otherwise the refusal. */
async function renamePlainly(session: SftpSession, names: Names): Promise<SftpFailure | undefined> {
  const refusal = await renameRemote(session, names.from, names.to).catch(refusalOf);
  return refusal ?? confirmed(session, names);
}

async function moveAside(session: SftpSession, { to, aside, traces }: Names, refusal: SftpFailure): Promise<void> {
  const wasThere = traces.has(aside);
  traces.movedAside(aside, to);
  const answer = await renameRemote(session, to, aside).catch(refusalOf);
  if (!answer || isGone(await statRemote(session, to).catch(refusalOf))) return;
  if (!wasThere) traces.forget(aside);
  throw refusal;
}

/** What has the two names: attributes, or the refusal to tell them. */
interface There {
  readonly from: Stats | SftpFailure;
  readonly to: Stats | SftpFailure;
}

/** Both questions are under way at once. */
async function look(session: SftpSession, { from, to }: Names): Promise<There> {
  const [atFrom, atTo] = await Promise.all([from, to].map((path) => statRemote(session, path).catch(refusalOf)));
  return { from: atFrom as There["from"], to: atTo as There["to"] };
}

const isGone = (there: Stats | SftpFailure): boolean => isFailure(there, "not_found");

const isDone = ({ from, to }: There, { bytes }: Names): boolean =>
  isGone(from) && !(to instanceof SftpFailure) && !to.isDirectory() && hasSize(to, bytes);

/** Hosts may leave the size out (draft-ietf-secsh-filexfer-02, section 5). */
const hasSize = ({ size }: Stats, bytes: number): boolean => typeof size !== "number" || size === bytes;

/**
 * Looks at what the host has after it confirmed the rename; the failure if it was not done. A final name that is free
 * again is in order: some hosts take a file as soon as it has its name. Throws `content_mismatch` for another size.
 */
async function confirmed(session: SftpSession, names: Names): Promise<SftpFailure | undefined> {
  const { from, to, bytes, traces } = names;
  const there = await look(session, names);
  if (!(there.from instanceof SftpFailure)) {
    return new SftpFailure("not_renamed", `${from} to ${to}`, { isAnswer: true });
  }
  if (there.to instanceof SftpFailure || hasSize(there.to, bytes)) return undefined;
  traces.forget(from);
  traces.writing(to, "final");
  traces.opened(to);
  throw new SftpFailure("content_mismatch", `${to}: after the rename the host has ${there.to.size} of ${bytes} bytes`);
}

/** What cannot be put back here is put back when the traces are cleaned up, over a new connection if need be. */
async function putBack(
  session: SftpSession,
  { to, aside, traces }: Pick<Names, "to" | "aside" | "traces">,
): Promise<void> {
  if (session.isLost()) return;
  const isBack = await renameRemote(session, aside, to)
    .then(async () => isGone(await statRemote(session, aside).catch(refusalOf)))
    .catch(() => false);
  if (isBack) traces.forget(aside);
}

function refusalOf(error: unknown): SftpFailure {
  if (error instanceof SftpFailure && isRefusal(error)) return error;
  throw error;
}
