import type { ServerConfig } from "ssh2";

/** How a refused rename is answered (draft-ietf-secsh-filexfer-02, section 7). */
export type Refusal = "failure" | "denied" | "unsupported";

/** What the unruly server does wrong. Without any of it, it serves its folder as it should. */
export interface UnrulyOptions {
  /** How clients log in; by password unless told. */
  readonly auth?: UnrulyAuth;
  /** The only algorithms that it offers. */
  readonly algorithms?: NonNullable<ServerConfig["algorithms"]>;
  /** Does not announce `posix-rename@openssh.com`. */
  readonly noPosixRename?: boolean;
  /** Refuses renames: the first `times`, or all. `FAILURE` says that the virus scanner is busy. */
  readonly refuseRename?: {
    readonly by?: "rename" | "posix-rename";
    readonly times?: number;
    /** Only those that give a file this name; all names unless told. */
    readonly onto?: string;
    readonly as?: Refusal;
  };
  /** Refuses to put something in the place of an existing file in these ways. It replaces files in all others. */
  readonly refuseReplace?: readonly ("rename" | "posix-rename" | "open")[];
  /** Confirms renames of these kinds and does nothing. */
  readonly ignoresRename?: readonly ("rename" | "posix-rename")[];
  /** Cuts a file down to this size when it gets this name by a rename; once. */
  readonly truncatesRenamed?: { readonly name: string; readonly bytes: number };
  /** Does every rename and answers FAILURE all the same. */
  readonly refusesDoneRename?: boolean;
  /** Resets the connection, once, when the rename of this number (the first is 1) is requested or has been done. */
  readonly cutAtRename?: { readonly number: number; readonly when: "before" | "after" };
  /** Confirms the removal of files and does nothing. */
  readonly ignoresRemove?: boolean;
  /** Denies removing files. */
  readonly noRemoving?: boolean;
  /** Denies listing folders, as a write-only box does. */
  readonly noListing?: boolean;
  /** Denies opening files for reading. */
  readonly noReading?: boolean;
  /** Denies asking for the attributes of files. */
  readonly noStat?: boolean;
  /** Moves a file that was written into `takenFolder` as soon as it is closed. */
  readonly takesOnClose?: boolean;
  /** Answers FAILURE to closing a file that was written. */
  readonly failsClose?: boolean;
  /** Refuses writes that reach beyond this size of a file, in words of its own. */
  readonly quotaBytes?: number;
  /** These words. */
  readonly quotaWords?: string;
  /** Stores another byte than was sent, at this offset of every file. */
  readonly corruptsAt?: number;
  /** Does so only with the first uploads, this many. */
  readonly corruptsUploads?: number;
  /** Resets the connection that brings the total of written bytes above this figure; once. */
  readonly cutAfterBytes?: number;
  /** Resets the connection that writes beyond this size of the file with this name; every time, or the first `times`. */
  readonly cutWriting?: { readonly name: string; readonly bytes: number; readonly times?: number };
  /** Accepts no connection any more after it has reset one. */
  readonly isDownAfterCut?: boolean;
  /** Refuses a write that does not continue the file or comes before the one in front of it was answered. */
  readonly orderedOnly?: boolean;
  /** Answers a read with no more than this many bytes, as servers may. */
  readonly readBytesMax?: number;
}

/**
 * `keyboard-interactive` asks for the password, `keyboard-interactive-code` for the password and then, in a second
 * request, for a code; `publickey,password` wants the key first and then the password as well.
 */
export type UnrulyAuth =
  | "password"
  | "keyboard-interactive"
  | "keyboard-interactive-code"
  | "publickey"
  | "publickey,password";

/** What the unruly server says in its own words. */
export const WORDS = {
  rename: "virus scanner busy",
  quota: "quota exceeded, call +49 30 1234567",
  seek: "can't seek",
  close: "the file could not be stored",
  exists: "the file exists already",
  done: "done, but a rule forbids it",
} as const;

/** The answer to the prompt for a code. */
export const CODE = "314159";

export interface UnrulyRecords {
  /** Names of files that were opened, in order, with how. */
  readonly opened: { readonly name: string; readonly for: "reading" | "writing" }[];
  /** What changed something, in order: `write a`, `rename a b`, `posix-rename a b`, `remove a`. */
  readonly acts: string[];
  /** Methods of login that were tried, in order, without `none`. */
  readonly logins: string[];
  /** Connections that completed a key exchange. */
  connections: number;
  /** Files and folders that are open now. */
  handles: number;
  /** The longest write, in bytes. */
  writeBytesMax: number;
  /** The most writes that waited for their answer at once. */
  writesAtOnceMax: number;
}
