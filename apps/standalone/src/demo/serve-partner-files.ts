import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import ssh2, { type Attributes, type SFTPWrapper } from "ssh2";

const { STATUS_CODE, flagsToString } = ssh2.utils.sftp;
const HANDLES_MAX = 32;
const READ_BYTES_MAX = 256 * 1024;

/** An open file, or an open folder with the names that have not been listed yet. */
type Handle = { readonly fd: number } | { names: string[] };

/** Serves one flat folder over SFTP (draft-ietf-secsh-filexfer-02): only the last part of a path counts. */
export function servePartnerFiles(sftp: SFTPWrapper, folder: string): void {
  const handles = new Map<number, Handle>();
  let handleCount = 0;

  const inFolder = (path: string): string => join(folder, basename(path));
  const add = (handle: Handle): Buffer => {
    if (handles.size >= HANDLES_MAX) throw new Error("too many open files");
    const number = Buffer.alloc(4);
    number.writeUInt32BE(handleCount);
    handles.set(handleCount, handle);
    handleCount += 1;
    return number;
  };
  const fileOf = (number: Buffer): number => {
    const handle = handles.get(number.readUInt32BE(0));
    if (!handle || !("fd" in handle)) throw new Error("no such file handle");
    return handle.fd;
  };
  const isFolder = (path: string): boolean => [".", "", "/"].includes(basename(path)) || path.endsWith("/");
  const attributesAt = (path: string): Attributes => attributesOf(statSync(isFolder(path) ? folder : inFolder(path)));

  /** Runs the work of a request; an error becomes an SFTP status. */
  const attempt = (id: number, work: () => void): void => {
    try {
      work();
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
    }
  };
  const done = (id: number, work: () => void): void =>
    attempt(id, () => {
      work();
      sftp.status(id, STATUS_CODE.OK);
    });

  sftp.on("REALPATH", (id, path) => sftp.name(id, [nameOf(path === "." ? "/" : path)]));
  sftp.on("STAT", (id, path) => attempt(id, () => sftp.attrs(id, attributesAt(path))));
  sftp.on("LSTAT", (id, path) => attempt(id, () => sftp.attrs(id, attributesAt(path))));
  sftp.on("FSTAT", (id, handle) => attempt(id, () => sftp.attrs(id, attributesOf(fstatSync(fileOf(handle))))));
  sftp.on("OPEN", (id, path, flags) =>
    attempt(id, () => sftp.handle(id, add({ fd: openSync(inFolder(path), flagsToString(flags) ?? "r", 0o644) }))),
  );
  sftp.on("WRITE", (id, handle, offset, data) =>
    done(id, () => {
      const written = writeSync(fileOf(handle), data, 0, data.length, offset);
      if (written < data.length) throw new Error("the disk is full");
    }),
  );
  sftp.on("READ", (id, handle, offset, length) =>
    attempt(id, () => {
      const buffer = Buffer.alloc(Math.min(length, READ_BYTES_MAX));
      const bytes = readSync(fileOf(handle), buffer, 0, buffer.length, offset);
      if (bytes === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, buffer.subarray(0, bytes));
    }),
  );
  sftp.on("OPENDIR", (id) => attempt(id, () => sftp.handle(id, add({ names: readdirSync(folder) }))));
  sftp.on("READDIR", (id, handle) =>
    attempt(id, () => {
      const listing = handles.get(handle.readUInt32BE(0));
      if (!listing || !("names" in listing) || listing.names.length === 0) sftp.status(id, STATUS_CODE.EOF);
      else {
        sftp.name(
          id,
          listing.names.map((name) => ({ ...nameOf(name), attrs: attributesAt(name) })),
        );
        listing.names = [];
      }
    }),
  );
  sftp.on("CLOSE", (id, handle) =>
    done(id, () => {
      const number = handle.readUInt32BE(0);
      const entry = handles.get(number);
      handles.delete(number);
      if (entry && "fd" in entry) closeSync(entry.fd);
    }),
  );
  sftp.on("REMOVE", (id, path) => done(id, () => rmSync(inFolder(path))));
  sftp.on("RENAME", (id, from, to) => done(id, () => renameSync(inFolder(from), inFolder(to))));
  sftp.on("SETSTAT", (id) => done(id, () => {}));
  sftp.on("FSETSTAT", (id) => done(id, () => {}));
  sftp.on("end", () => sftp.end());
}

const attributesOf = (stats: Stats): Attributes => ({
  mode: stats.mode,
  uid: 0,
  gid: 0,
  size: stats.size,
  atime: Math.floor(stats.atimeMs / 1000),
  mtime: Math.floor(stats.mtimeMs / 1000),
});

const NO_ATTRIBUTES: Attributes = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };
const nameOf = (filename: string) => ({ filename, longname: filename, attrs: NO_ATTRIBUTES });
