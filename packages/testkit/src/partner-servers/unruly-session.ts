import { constants, type Stats } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rmdir, stat, truncate, unlink } from "node:fs/promises";
import { basename, join, posix } from "node:path";
import ssh2, { type Attributes, type SFTPWrapper } from "ssh2";
import { announcePosixRename, POSIX_RENAME, posixRenameNames } from "./announce-posix-rename.js";
import { type UnrulyOptions, type UnrulyRecords, WORDS } from "./unruly-options.js";

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
const READ_BYTES_MAX = 256 * 1024;

/** The state that all sessions of one server share. */
export interface UnrulyState {
  readonly folder: string;
  readonly takenFolder: string;
  readonly records: UnrulyRecords;
  renames: number;
  renamesRefused: number;
  hasTruncated: boolean;
  /** Files that were opened for writing. */
  uploads: number;
  bytesWritten: number;
  /** Connections that were reset. */
  cuts: number;
}

export interface UnrulySession {
  readonly options: UnrulyOptions;
  readonly state: UnrulyState;
  /** Resets the connection. */
  cut(): void;
}

type Handle =
  | { readonly type: "folder"; rest: string[]; readonly path: string }
  | {
      readonly type: "file";
      readonly path: string;
      readonly file: FileHandle;
      readonly isWriting: boolean;
      readonly isCorrupted: boolean;
      /** The offset of the next sequential write. */
      end: number;
      unanswered: number;
    };

/** A response other than OK, thrown to end a request. */
class Answer extends Error {
  readonly code: number;

  constructor(code: number, message = "") {
    super(message);
    this.code = code;
  }
}
const denied = () => new Answer(STATUS_CODE.PERMISSION_DENIED, "permission denied");

/** Serves one SFTP session (draft-ietf-secsh-filexfer-02) for the folder, and misbehaves according to the options. */
export function serveUnruly(sftp: SFTPWrapper, { options, state, cut }: UnrulySession): void {
  const { records } = state;
  const handles = new Map<number, Handle>();
  let handleCount = 0;
  const onDisk = (path: string) => join(state.folder, posix.resolve("/", path));

  /** Resets the connection. No response follows. */
  const reset = (): true => {
    state.cuts += 1;
    cut();
    return true;
  };
  /** Responds with OK when `act` ends, unless it has responded itself or throws. */
  const answer = (id: number, act: () => Promise<unknown>) =>
    void act().then(
      (isAnswered) => isAnswered === true || sftp.status(id, STATUS_CODE.OK),
      (error: unknown) => {
        const { code, message } = error instanceof Answer ? error : answerTo(error as NodeJS.ErrnoException);
        sftp.status(id, code, message);
      },
    );
  const newHandle = (id: number, handle: Handle): true => {
    const name = Buffer.alloc(4);
    name.writeUInt32BE(handleCount);
    handles.set(handleCount, handle);
    handleCount += 1;
    records.handles += 1;
    sftp.handle(id, name);
    return true;
  };
  const find = <T extends Handle["type"]>(name: Buffer, type: T) => {
    const handle = handles.get(name.readUInt32BE(0));
    if (handle?.type !== type) throw new Answer(STATUS_CODE.FAILURE, "no such handle");
    return handle as Extract<Handle, { type: T }>;
  };

  if (!options.noPosixRename) announcePosixRename(sftp);
  sftp.on("OPEN", (id, name, flags) =>
    answer(id, async () => {
      const isWriting = (flags & OPEN_MODE.WRITE) !== 0;
      const path = onDisk(name);
      records.opened.push({ name: basename(path), for: isWriting ? "writing" : "reading" });
      if (!isWriting && options.noReading) throw denied();
      if (isWriting && options.refuseReplace?.includes("open") && (await exists(path))) throw alreadyExists();
      const file = await open(path, systemFlags(flags), 0o644);
      if (isWriting) {
        records.acts.push(`write ${basename(path)}`);
        state.uploads += 1;
      }
      const isCorrupted = state.uploads <= (options.corruptsUploads ?? Number.POSITIVE_INFINITY);
      return newHandle(id, { type: "file", path, file, isWriting, isCorrupted, end: 0, unanswered: 0 });
    }),
  );
  sftp.on("WRITE", (id, name, offset, bytes) =>
    answer(id, async () => {
      const handle = find(name, "file");
      records.writeBytesMax = Math.max(records.writeBytesMax, bytes.length);
      const isInOrder = offset === handle.end && handle.unanswered === 0;
      if (options.orderedOnly && !isInOrder) throw new Answer(STATUS_CODE.FAILURE, WORDS.seek);
      if (offset + bytes.length > (options.quotaBytes ?? Number.POSITIVE_INFINITY))
        throw new Answer(STATUS_CODE.FAILURE, options.quotaWords ?? WORDS.quota);
      state.bytesWritten += bytes.length;
      if (isCutBy(options, state, basename(handle.path), offset + bytes.length)) return reset();
      handle.end = offset + bytes.length;
      handle.unanswered += 1;
      records.writesAtOnceMax = Math.max(records.writesAtOnceMax, handle.unanswered);
      try {
        const stored = corrupted(bytes, offset, handle.isCorrupted ? options.corruptsAt : undefined);
        await handle.file.write(stored, 0, stored.length, offset);
      } finally {
        handle.unanswered -= 1;
      }
    }),
  );
  sftp.on("READ", (id, name, offset, length) =>
    answer(id, async () => {
      const { file } = find(name, "file");
      const buffer = Buffer.alloc(Math.min(length, options.readBytesMax ?? READ_BYTES_MAX, READ_BYTES_MAX));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      if (bytesRead === 0) throw new Answer(STATUS_CODE.EOF);
      sftp.data(id, buffer.subarray(0, bytesRead));
      return true;
    }),
  );
  sftp.on("CLOSE", (id, name) =>
    answer(id, async () => {
      const handle = handles.get(name.readUInt32BE(0));
      if (!handle) throw new Answer(STATUS_CODE.FAILURE, "no such handle");
      handles.delete(name.readUInt32BE(0));
      records.handles -= 1;
      if (handle.type === "folder") return;
      await handle.file.close();
      if (!handle.isWriting) return;
      if (options.failsClose) throw new Answer(STATUS_CODE.FAILURE, WORDS.close);
      if (options.takesOnClose) await rename(handle.path, join(state.takenFolder, basename(handle.path)));
    }),
  );

  const attributes = (id: number, stats: Promise<Stats>) =>
    answer(id, async () => {
      if (options.noStat) {
        await stats.catch(() => {});
        throw denied();
      }
      sftp.attrs(id, attributesOf(await stats));
      return true;
    });
  sftp.on("STAT", (id, name) => attributes(id, stat(onDisk(name))));
  sftp.on("LSTAT", (id, name) => attributes(id, stat(onDisk(name))));
  sftp.on("FSTAT", (id, name) =>
    attributes(
      id,
      Promise.resolve(name).then((handle) => find(handle, "file").file.stat()),
    ),
  );
  // Times and modes are accepted but not stored.
  sftp.on("SETSTAT", (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on("FSETSTAT", (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on("REALPATH", (id, name) => {
    const filename = posix.resolve("/", name);
    sftp.name(id, [{ filename, longname: filename, attrs: { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 } }]);
  });
  sftp.on("OPENDIR", (id, name) =>
    answer(id, async () => {
      if (options.noListing) throw denied();
      const path = onDisk(name);
      return newHandle(id, { type: "folder", path, rest: await readdir(path) });
    }),
  );
  sftp.on("READDIR", (id, name) =>
    answer(id, async () => {
      const handle = find(name, "folder");
      if (handle.rest.length === 0) throw new Answer(STATUS_CODE.EOF);
      const names = handle.rest.splice(0, 100);
      const entries = names.map(async (filename) => {
        const attrs = await stat(join(handle.path, filename)).then(attributesOf, () => undefined);
        return attrs ? [{ filename, longname: filename, attrs }] : []; // deleted in the meantime
      });
      sftp.name(id, (await Promise.all(entries)).flat());
      return true;
    }),
  );

  const move = (id: number, by: "rename" | "posix-rename", from: string, to: string) =>
    answer(id, async () => {
      const { refuseRename, refuseReplace, cutAtRename } = options;
      state.renames += 1;
      const isCut = (when: "before" | "after") => state.renames === cutAtRename?.number && cutAtRename.when === when;
      if (isCut("before")) return reset();
      if (options.ignoresRename?.includes(by)) return;
      const isOnto = (refuseRename?.onto ?? posix.basename(to)) === posix.basename(to);
      const isRefused = refuseRename && (refuseRename.by ?? by) === by && isOnto;
      if (isRefused && state.renamesRefused < (refuseRename.times ?? Number.POSITIVE_INFINITY)) {
        state.renamesRefused += 1;
        throw REFUSALS[refuseRename.as ?? "failure"]();
      }
      if (refuseReplace?.includes(by) && (await exists(onDisk(to)))) throw alreadyExists();
      await rename(onDisk(from), onDisk(to));
      records.acts.push(`${by} ${posix.basename(from)} ${posix.basename(to)}`);
      const { truncatesRenamed } = options;
      if (truncatesRenamed?.name === posix.basename(to) && !state.hasTruncated) {
        state.hasTruncated = true;
        await truncate(onDisk(to), truncatesRenamed.bytes);
      }
      if (isCut("after")) return reset();
      if (options.refusesDoneRename) throw new Answer(STATUS_CODE.FAILURE, WORDS.done);
    });
  sftp.on("RENAME", (id, from, to) => move(id, "rename", from, to));
  sftp.on("EXTENDED", (id, name, data) => {
    if (name !== POSIX_RENAME || options.noPosixRename) return sftp.status(id, STATUS_CODE.OP_UNSUPPORTED);
    move(id, "posix-rename", ...posixRenameNames(data));
  });
  sftp.on("REMOVE", (id, name) =>
    answer(id, async () => {
      if (options.noRemoving) throw denied();
      if (options.ignoresRemove) return;
      await unlink(onDisk(name));
      records.acts.push(`remove ${posix.basename(name)}`);
    }),
  );
  sftp.on("MKDIR", (id, name) => answer(id, () => mkdir(onDisk(name)).then(() => false)));
  sftp.on("RMDIR", (id, name) => answer(id, () => rmdir(onDisk(name))));
  sftp.on("end", () => sftp.end());
  // Open files are closed with the session, like in other servers.
  sftp.on("close", () => {
    for (const handle of handles.values()) {
      records.handles -= 1;
      if (handle.type === "file") void handle.file.close().catch(() => {});
    }
    handles.clear();
  });
}

const REFUSALS = {
  failure: () => new Answer(STATUS_CODE.FAILURE, WORDS.rename),
  denied,
  unsupported: () => new Answer(STATUS_CODE.OP_UNSUPPORTED, "rename is not supported"),
};
const alreadyExists = () => new Answer(STATUS_CODE.FAILURE, WORDS.exists);

function answerTo({ code, message }: NodeJS.ErrnoException): Answer {
  if (code === "ENOENT") return new Answer(STATUS_CODE.NO_SUCH_FILE, "no such file");
  if (code === "EACCES" || code === "EPERM") return denied();
  return new Answer(STATUS_CODE.FAILURE, message);
}

/** Converts the flags of SSH_FXP_OPEN (section 6.3) to those of open(2). */
function systemFlags(flags: number): number {
  const { READ, WRITE, APPEND, CREAT, TRUNC, EXCL } = OPEN_MODE;
  const access =
    (flags & WRITE) === 0 ? constants.O_RDONLY : (flags & READ) === 0 ? constants.O_WRONLY : constants.O_RDWR;
  const more: [number, number][] = [
    [APPEND, constants.O_APPEND],
    [CREAT, constants.O_CREAT],
    [TRUNC, constants.O_TRUNC],
    [EXCL, constants.O_EXCL],
  ];
  return more.reduce((sum, [flag, system]) => ((flags & flag) === 0 ? sum : sum | system), access);
}

function attributesOf({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes {
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
}

/** Whether a write that extends the file with this name to this size resets the connection. */
function isCutBy(options: UnrulyOptions, state: UnrulyState, name: string, bytes: number): boolean {
  const { cutAfterBytes = Number.POSITIVE_INFINITY, cutWriting } = options;
  if (state.cuts === 0 && state.bytesWritten > cutAfterBytes) return true;
  if (cutWriting?.name !== name || bytes <= cutWriting.bytes) return false;
  return state.cuts < (cutWriting.times ?? Number.POSITIVE_INFINITY);
}

/** A copy of the bytes, as the server stores them. */
function corrupted(bytes: Buffer, offset: number, corruptsAt: number | undefined): Buffer {
  const place = corruptsAt === undefined ? -1 : corruptsAt - offset;
  const byte = bytes[place];
  const stored = Buffer.from(bytes);
  if (byte !== undefined) stored[place] = byte ^ 1;
  return stored;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
