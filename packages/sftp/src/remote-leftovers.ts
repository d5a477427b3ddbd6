import type { SftpSession } from "./open-session.js";
import { removeIfThere, renameRemote, statRemote } from "./remote-files.js";
import { isFailure, isRefusal } from "./sftp-failure.js";

/**
 * Tracks what the attempts of an upload have changed at the host and must undo if it fails: incomplete files, and old files
 * that were moved aside or overwritten.
 */
export interface RemoteLeftovers {
  /** Writing to the path starts. Returns a function that undoes this call, for a host that refuses to open the file. */
  writing(path: string, kind: "temporary" | "final"): () => void;
  /** The host has opened the file for writing, so the old content is gone. */
  opened(path: string): void;
  /** An incomplete or damaged file with its final name was removed. */
  removedFinal(path: string): void;
  /** The file at the path is complete, and is kept until the file with its final name is complete, too. */
  keep(path: string, finalName: string): void;
  /** Whether the file at the path is kept. */
  isKept(path: string): boolean;
  /** The old file of `path` was moved to `aside`. */
  movedAside(aside: string, path: string): void;
  has(path: string): boolean;
  /** Stops tracking the path. */
  forget(path: string): void;
  /** Whether nothing is left at the host. */
  isEmpty(): boolean;
  /**
   * Removes leftovers and restores old files. What the host refuses, or confirms without doing it, stays tracked. Throws
   * SftpFailure when the connection is lost or the host does not answer.
   */
  cleanUp(session: SftpSession): Promise<void>;
  /** Paths that may be left at the host, each with a description if it matters to the partner. */
  leftBehind(): string[];
  /** Final names without a file: the old one was overwritten, and the new one was incomplete. */
  removed(): string[];
}

type Leftover =
  | { readonly type: "temporary" }
  /** Incomplete, under its final name. Until it is opened, the old file may still exist. */
  | { readonly type: "final"; readonly isOpened: boolean }
  | { readonly type: "removed" }
  | { readonly type: "kept" | "former"; readonly finalName: string };

/** An old file can be restored only after the file that has its name was removed. */
const CLEAN_UP_ORDER: readonly Leftover["type"][] = ["final", "temporary", "kept", "former"];

export function createRemoteLeftovers(): RemoteLeftovers {
  const leftovers = new Map<string, Leftover>();
  const isUnfinished = (path: string) => leftovers.get(path)?.type === "final";
  const pathsOf = (type: Leftover["type"]) => [...leftovers].filter(([, leftover]) => leftover.type === type);

  /** Cleans up one path. Returns what still has to be tracked; undefined if nothing. */
  async function settle(session: SftpSession, path: string, leftover: Leftover): Promise<Leftover | undefined> {
    switch (leftover.type) {
      case "removed":
        return leftover;
      case "temporary":
        return (await tryRemove(session, path)) ? undefined : leftover;
      case "final":
        if (!leftover.isOpened && !(await isEmptied(session, path))) return undefined;
        return (await tryRemove(session, path)) ? { type: "removed" } : leftover;
      case "kept":
        if (leftovers.has(leftover.finalName)) return leftover;
        return (await tryRemove(session, path)) ? undefined : { type: "temporary" };
      case "former": {
        if (isUnfinished(leftover.finalName) || !(await restoreFormer(session, path, leftover.finalName)))
          return leftover;
        leftovers.delete(leftover.finalName);
        return undefined;
      }
    }
  }

  return {
    writing(path, kind) {
      const before = leftovers.get(path);
      const isOpened = before?.type === "final" && before.isOpened;
      leftovers.set(path, kind === "final" ? { type: "final", isOpened } : { type: "temporary" });
      return () => {
        if (before) leftovers.set(path, before);
        else leftovers.delete(path);
      };
    },
    opened(path) {
      if (isUnfinished(path)) leftovers.set(path, { type: "final", isOpened: true });
    },
    removedFinal: (path) => void leftovers.set(path, { type: "removed" }),
    keep: (path, finalName) => void leftovers.set(path, { type: "kept", finalName }),
    isKept: (path) => leftovers.get(path)?.type === "kept",
    movedAside: (aside, path) => void leftovers.set(aside, { type: "former", finalName: path }),
    has: (path) => leftovers.has(path),
    forget: (path) => void leftovers.delete(path),
    isEmpty: () => pathsOf("removed").length === leftovers.size,
    async cleanUp(session) {
      for (const type of CLEAN_UP_ORDER) {
        for (const [path, leftover] of pathsOf(type)) {
          const after = await settle(session, path, leftover);
          if (after) leftovers.set(path, after);
          else leftovers.delete(path);
        }
      }
    },
    leftBehind: () => [...leftovers].filter(([, { type }]) => type !== "removed").map(described),
    removed: () => pathsOf("removed").map(([path]) => path),
  };
}

function described([path, leftover]: [string, Leftover]): string {
  if (leftover.type === "former") return `${path} (the old ${leftover.finalName}, which may be missing)`;
  if (leftover.type === "kept") return `${path} (the complete new ${leftover.finalName})`;
  return leftover.type === "final" ? `${path} (may be incomplete)` : path;
}

/** Removes a file if it exists. False when the host refuses to, or still has the file afterwards. */
const tryRemove = (session: SftpSession, path: string): Promise<boolean> =>
  removeIfThere(session, path).then(async () => !(await isThere(session, path)), unlessRefused(false));

/** Whether the host has a file at the path; undefined when it refuses to report that. */
const isThere = (session: SftpSession, path: string): Promise<boolean | undefined> =>
  statRemote(session, path).then(
    () => true,
    (error: unknown) => (isFailure(error, "not_found") ? false : unlessRefused(undefined)(error)),
  );

/** Whether a file was opened for writing, which empties it. True when the host refuses to report its size. */
const isEmptied = (session: SftpSession, path: string): Promise<boolean> =>
  statRemote(session, path).then(
    ({ size }) => size === 0,
    (error: unknown) => (isFailure(error, "not_found") ? false : unlessRefused(true)(error)),
  );

/**
 * Renames an old file back if its name is free, and removes it if the new file has the name. Resolves to whether that
 * succeeded. Changes nothing when the host refuses to report whether the name is free.
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

/** Returns the value if the host refused the request, and throws other failures. */
export function unlessRefused<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isRefusal(error)) return value;
    throw error;
  };
}
