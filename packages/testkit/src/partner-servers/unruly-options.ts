import type { ServerConfig } from "ssh2";

/** The response to a refused rename (draft-ietf-secsh-filexfer-02, section 7). */
export type Refusal = "failure" | "denied" | "unsupported";

/** How the unruly server misbehaves. Without options, it serves its folder correctly. */
export interface UnrulyOptions {
  /** How clients log in. Default: by password. */
  readonly auth?: UnrulyAuth;
  /** The only algorithms that it offers. */
  readonly algorithms?: NonNullable<ServerConfig["algorithms"]>;
  /** Does not announce `posix-rename@openssh.com`. */
  readonly noPosixRename?: boolean;
  /** Refuses the first `times` renames, or all. The message of `failure` is that the virus scanner is busy. */
  readonly refuseRename?: {
    readonly by?: "rename" | "posix-rename";
    readonly times?: number;
    /** Only renames to this name. Default: all. */
    readonly onto?: string;
    readonly as?: Refusal;
  };
  /** Refuses to replace an existing file in these ways. */
  readonly refuseReplace?: readonly ("rename" | "posix-rename" | "open")[];
  /** Confirms these types of renames without doing them. */
  readonly ignoresRename?: readonly ("rename" | "posix-rename")[];
  /** Truncates a file to this size when it is renamed to this name; once. */
  readonly truncatesRenamed?: { readonly name: string; readonly bytes: number };
  /** Does every rename but responds with FAILURE. */
  readonly refusesDoneRename?: boolean;
  /** Resets the connection once, before or after the rename with this number (from 1). */
  readonly cutAtRename?: { readonly number: number; readonly when: "before" | "after" };
  /** Confirms the removal of files without doing it. */
  readonly ignoresRemove?: boolean;
  /** Denies removing files. */
  readonly noRemoving?: boolean;
  /** Denies listing folders, like a write-only drop box. */
  readonly noListing?: boolean;
  /** Denies opening files for reading. */
  readonly noReading?: boolean;
  /** Denies reading the attributes of files. */
  readonly noStat?: boolean;
  /** Moves a file that was written into `takenFolder` as soon as it is closed. */
  readonly takesOnClose?: boolean;
  /** Responds with FAILURE when a written file is closed. */
  readonly failsClose?: boolean;
  /** Refuses writes beyond this file size. */
  readonly quotaBytes?: number;
  /** The message of this refusal. */
  readonly quotaWords?: string;
  /** Changes the byte at this offset of every stored file. */
  readonly corruptsAt?: number;
  /** Limits `corruptsAt` to this many first uploads. */
  readonly corruptsUploads?: number;
  /** Resets the connection when the total of written bytes exceeds this number; once. */
  readonly cutAfterBytes?: number;
  /** Resets the connection when the file with this name exceeds this size; always, or the first `times`. */
  readonly cutWriting?: { readonly name: string; readonly bytes: number; readonly times?: number };
  /** Accepts no connections after it has reset one. */
  readonly isDownAfterCut?: boolean;
  /** Refuses a write that does not continue the file, or that arrives before the response to the previous one. */
  readonly orderedOnly?: boolean;
  /** Returns at most this many bytes for a read, as servers may. */
  readonly readBytesMax?: number;
}

/**
 * `keyboard-interactive` prompts for the password, `keyboard-interactive-code` for the password and then, in a second
 * request, for a code; `publickey,password` requires the key first and then also the password.
 */
export type UnrulyAuth =
  | "password"
  | "keyboard-interactive"
  | "keyboard-interactive-code"
  | "publickey"
  | "publickey,password";

/** The messages of the unruly server. */
export const WORDS = {
  rename: "virus scanner busy",
  quota: "quota exceeded, call +49 30 1234567",
  seek: "can't seek",
  close: "the file could not be stored",
  exists: "the file exists already",
  done: "done, but a rule forbids it",
} as const;

/** The code that the second prompt asks for. */
export const CODE = "314159";

export interface UnrulyRecords {
  /** The opened files in order, with the mode. */
  readonly opened: { readonly name: string; readonly for: "reading" | "writing" }[];
  /** The changes in order: `write a`, `rename a b`, `posix-rename a b`, `remove a`. */
  readonly acts: string[];
  /** The login methods tried, in order, without `none`. */
  readonly logins: string[];
  /** Connections that completed a key exchange. */
  connections: number;
  /** The number of open files and folders. */
  handles: number;
  /** The longest write, in bytes. */
  writeBytesMax: number;
  /** The largest number of concurrent writes. */
  writesAtOnceMax: number;
}
