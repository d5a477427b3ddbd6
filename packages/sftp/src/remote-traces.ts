import type { SftpSession } from "./open-session.js";
import { removeIfThere, renameRemote, statRemote } from "./remote-files.js";
import { isFailure, isRefusal } from "./sftp-failure.js";

/**
 * What the tries of an upload have at the host that must not stay when it fails, and what they have taken from it:
 * unfinished files, and former files that were moved aside or written over.
 */
export interface RemoteTraces {
  /**
   * The file at the path is written from now on, and is not what it should be yet. Returns a function that takes that
   * back, for a host that refuses to open the file.
   */
  writing(path: string, kind: "temporary" | "final"): () => void;
  /** The host has opened the file for writing, so that what was there before is gone. */
  opened(path: string): void;
  /** The file at the path is the whole new one, and is kept as long as what has its final name is not. */
  keep(path: string, finalName: string): void;
  /** Whether the file at the path is kept. */
  isKept(path: string): boolean;
  /** The former file of `path` is at `aside`. */
  movedAside(aside: string, path: string): void;
  has(path: string): boolean;
  /** The path needs no attention any more. */
  forget(path: string): void;
  /** Whether nothing of it may be at the host. */
  isEmpty(): boolean;
  /**
   * Removes what is left and puts former files back; what the host refuses, or confirms without doing it, stays listed.
   * Throws SftpFailure when the connection is lost or the host does not answer.
   */
  cleanUp(session: SftpSession): Promise<void>;
  /** The paths that are left, each with what it is where that matters to the partner. */
  leftBehind(): string[];
  /** Final names of which there is no file any more: the former one was overwritten and the new one was not whole. */
  removed(): string[];
}

type Trace =
  | { readonly type: "temporary" }
  /** Unfinished, under its final name; until it is opened, the former file may still be there. */
  | { readonly type: "final"; readonly isOpened: boolean }
  | { readonly type: "removed" }
  | { readonly type: "kept" | "former"; readonly finalName: string };

/** A former file takes its name again when what has the name is gone. */
const CLEAN_UP_ORDER: readonly Trace["type"][] = ["final", "temporary", "kept", "former"];

export function createRemoteTraces(): RemoteTraces {
  const traces = new Map<string, Trace>();
  const isUnfinished = (path: string) => traces.get(path)?.type === "final";
  const pathsOf = (type: Trace["type"]) => [...traces].filter(([, trace]) => trace.type === type);

  /** What is true of the path after it was cleaned up; undefined if nothing is left to do or to say. */
  async function settle(session: SftpSession, path: string, trace: Trace): Promise<Trace | undefined> {
    switch (trace.type) {
      case "removed":
        return trace;
      case "temporary":
        return (await tryRemove(session, path)) ? undefined : trace;
      case "final":
        if (!trace.isOpened && !(await isEmptied(session, path))) return undefined;
        return (await tryRemove(session, path)) ? { type: "removed" } : trace;
      case "kept":
        if (traces.has(trace.finalName)) return trace;
        return (await tryRemove(session, path)) ? undefined : { type: "temporary" };
      case "former": {
        if (isUnfinished(trace.finalName) || !(await restoreFormer(session, path, trace.finalName))) return trace;
        traces.delete(trace.finalName);
        return undefined;
      }
    }
  }

  return {
    writing(path, kind) {
      const before = traces.get(path);
      const isOpened = before?.type === "final" && before.isOpened;
      traces.set(path, kind === "final" ? { type: "final", isOpened } : { type: "temporary" });
      return () => {
        if (before) traces.set(path, before);
        else traces.delete(path);
      };
    },
    opened(path) {
      if (isUnfinished(path)) traces.set(path, { type: "final", isOpened: true });
    },
    keep: (path, finalName) => void traces.set(path, { type: "kept", finalName }),
    isKept: (path) => traces.get(path)?.type === "kept",
    movedAside: (aside, path) => void traces.set(aside, { type: "former", finalName: path }),
    has: (path) => traces.has(path),
    forget: (path) => void traces.delete(path),
    isEmpty: () => pathsOf("removed").length === traces.size,
    async cleanUp(session) {
      for (const type of CLEAN_UP_ORDER) {
        for (const [path, trace] of pathsOf(type)) {
          const after = await settle(session, path, trace);
          if (after) traces.set(path, after);
          else traces.delete(path);
        }
      }
    },
    leftBehind: () => [...traces].filter(([, { type }]) => type !== "removed").map(described),
    removed: () => pathsOf("removed").map(([path]) => path),
  };
}

function described([path, trace]: [string, Trace]): string {
  if (trace.type === "former") return `${path} (the former ${trace.finalName}, which may be missing)`;
  if (trace.type === "kept") return `${path} (the whole new ${trace.finalName})`;
  return trace.type === "final" ? `${path} (maybe not the whole file)` : path;
}

/** Removes a file that may be gone already; false where the host refuses to, or still has it afterwards. */
const tryRemove = (session: SftpSession, path: string): Promise<boolean> =>
  removeIfThere(session, path).then(async () => !(await isThere(session, path)), unlessRefused(false));

/** Whether the host has a file at the path; undefined where it does not say. */
const isThere = (session: SftpSession, path: string): Promise<boolean | undefined> =>
  statRemote(session, path).then(
    () => true,
    (error: unknown) => (isFailure(error, "not_found") ? false : unlessRefused(undefined)(error)),
  );

/** Whether a file that was to be opened may have been: then it is empty. Where the host does not say, it may. */
const isEmptied = (session: SftpSession, path: string): Promise<boolean> =>
  statRemote(session, path).then(
    ({ size }) => size === 0,
    (error: unknown) => (isFailure(error, "not_found") ? false : unlessRefused(true)(error)),
  );

/**
 * Puts a former file back if nothing has its name, and removes it if the new file has. Resolves to whether that is
 * settled; where the host does not say what it has, both files stay.
 */
export async function restoreFormer(session: SftpSession, aside: string, finalName: string): Promise<boolean> {
  const hasName = await isThere(session, finalName);
  if (hasName === undefined) return false;
  if (hasName) return tryRemove(session, aside);
  return renameRemote(session, aside, finalName).then(
    async () => (await isThere(session, finalName)) === true,
    (error: unknown) => isFailure(error, "not_found") || unlessRefused(false)(error),
  );
}

/** The value where the host refused; other failures are thrown. */
export function unlessRefused<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isRefusal(error)) return value;
    throw error;
  };
}
