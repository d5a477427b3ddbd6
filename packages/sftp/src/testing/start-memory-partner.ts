import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { newSshKeyPair } from "@skucast/credentials/ssh-key";
import ssh2, { type SFTPWrapper } from "ssh2";
import { fingerprintOf } from "../fingerprint.js";
import type { SftpTarget } from "../sftp-target.js";

const STATUS = { ok: 0, eof: 1, noSuchFile: 2, denied: 3, failure: 4, unsupported: 8 } as const;

/** How a partner's server differs from OpenSSH's. It never has OpenSSH's extensions. */
export interface HostBehavior {
  /** Refuses to rename at all. */
  readonly hasNoRename?: boolean;
  /** Supports renames but denies them. */
  readonly deniesRename?: boolean;
  /** Removes a file as soon as it is closed. */
  readonly takesOnClose?: boolean;
  /** Answers this many requests for a file with NO_SUCH_FILE, once: after it was closed, or from its first rename on. */
  readonly losesSight?: { readonly at: "close" | "rename"; readonly times: number };
  /** Stores a wrong byte at this position. */
  readonly garblesAt?: number;
  /** Has no space for more bytes than this. */
  readonly quotaBytes?: number;
  /** Denies removals. */
  readonly keepsAll?: boolean;
  /** Answers this many renames with FAILURE and this message. */
  readonly failsRename?: { readonly times: number; readonly message: string };
  /** Drops the connection, once, when the rename of this number is requested. */
  readonly dropsAtRename?: number;
  /** Drops the connection, once, after this many bytes were written. */
  readonly dropsAfterBytes?: number;
  /** Answers a close with FAILURE and this message, once. */
  readonly failsClose?: string;
  /** Accepts writes only at the end of the file. */
  readonly isOrdered?: boolean;
  readonly deniesRead?: boolean;
  readonly deniesStat?: boolean;
  readonly deniesList?: boolean;
  /** Lists its folder endlessly. */
  readonly listsForEver?: boolean;
}

export interface MemoryPartner {
  readonly target: SftpTarget;
  /** The files in the folder, and those that were removed on close. */
  readonly files: Map<string, Buffer>;
  readonly taken: Map<string, Buffer>;
  /** Every operation that changed something, in order: `open a`, `rename a b`, `remove b`. */
  readonly acts: string[];
  /** The largest number of writes that were pending at the same time. */
  readonly writesAtOnce: () => number;
  stop(): Promise<void>;
}

/** A partner's server with one flat folder in memory. */
export async function startMemoryPartner(behavior: HostBehavior = {}): Promise<MemoryPartner> {
  const { privateKey, publicKey } = newSshKeyPair("host");
  const sockets = new Set<Socket>();
  const shelf: Shelf = {
    files: new Map(),
    taken: new Map(),
    acts: [],
    waiting: 0,
    waitingMax: 0,
    renames: 0,
    hiddenAnswers: 0,
    isBroken: false,
  };
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (connection) => {
    connection.on("error", () => {});
    connection.on("authentication", (login) =>
      login.method === "password" ? login.accept() : login.reject(["password"]),
    );
    const drop = () => connection.end();
    connection.on("session", (accept) =>
      accept().on("sftp", (acceptSftp) => serve(acceptSftp(), { shelf, behavior, drop })),
    );
  });
  // Without noDelay, each answer waits about 40 ms for an acknowledgement.
  const tcp = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    server.injectSocket(socket);
  });
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");
  const hostKey = fingerprintOf(Buffer.from(publicKey.split(" ")[1] ?? "", "base64"));
  return {
    target: {
      host: "127.0.0.1",
      port: (tcp.address() as AddressInfo).port,
      username: "acme",
      auth: { type: "password", password: "right" },
      hostKeys: [hostKey],
      isLegacyAllowed: false,
    },
    files: shelf.files,
    taken: shelf.taken,
    acts: shelf.acts,
    writesAtOnce: () => shelf.waitingMax,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => tcp.close(() => resolve()));
    },
  };
}

interface Shelf {
  readonly files: Map<string, Buffer>;
  readonly taken: Map<string, Buffer>;
  readonly acts: string[];
  waiting: number;
  waitingMax: number;
  renames: number;
  /** The requests that are still answered as if the file did not exist. */
  hiddenAnswers: number;
  /** Whether the events that happen only once have happened. */
  isBroken: boolean;
}

interface Serving {
  readonly shelf: Shelf;
  readonly behavior: HostBehavior;
  readonly drop: () => void;
}

function serve(sftp: SFTPWrapper, { shelf, behavior, drop }: Serving): void {
  const breaks = (isTime: boolean): boolean => {
    const isBreaking = isTime && !shelf.isBroken;
    shelf.isBroken ||= isBreaking;
    return isBreaking;
  };
  const loseSight = (at: "close" | "rename") => {
    if (behavior.losesSight && breaks(behavior.losesSight.at === at)) shelf.hiddenAnswers = behavior.losesSight.times;
  };
  const isHidden = (): boolean => {
    if (shelf.hiddenAnswers === 0) return false;
    shelf.hiddenAnswers -= 1;
    return true;
  };
  const { files, taken, acts } = shelf;
  const nameOf = (handle: Buffer) => handle.toString();
  const bytesOf = (name: string) => files.get(name) ?? Buffer.alloc(0);
  sftp.on("OPEN", (id, name, flags) => {
    const isWriting = (flags & 2) !== 0;
    if (!isWriting && !files.has(name)) return sftp.status(id, STATUS.noSuchFile);
    if (!isWriting && behavior.deniesRead) return sftp.status(id, STATUS.denied);
    if (isWriting) {
      acts.push(`open ${name}`);
      files.set(name, Buffer.alloc(0));
    }
    sftp.handle(id, Buffer.from(name));
  });
  sftp.on("WRITE", (id, handle, offset, data) => {
    shelf.waiting += 1;
    shelf.waitingMax = Math.max(shelf.waitingMax, shelf.waiting);
    setImmediate(() => {
      shelf.waiting -= 1;
      const before = bytesOf(nameOf(handle));
      const length = Math.max(before.length, offset + data.length);
      if (breaks(length > (behavior.dropsAfterBytes ?? Number.POSITIVE_INFINITY))) return drop();
      // Some requests are handled one turn later, as on hosts that handle several at a time.
      if (behavior.isOrdered && (offset !== before.length || (shelf.waiting > 0 && offset > 0)))
        return sftp.status(id, STATUS.failure, "can't seek");
      if (length > (behavior.quotaBytes ?? Number.POSITIVE_INFINITY)) return sftp.status(id, STATUS.failure);
      const after = Buffer.concat([before, Buffer.alloc(length - before.length)]);
      data.copy(after, offset);
      const { garblesAt } = behavior;
      if (garblesAt !== undefined && garblesAt < length) after[garblesAt] = 0;
      files.set(nameOf(handle), after);
      sftp.status(id, STATUS.ok);
    });
  });
  sftp.on("READ", (id, handle, offset, length) => {
    // Hosts may answer with fewer bytes than requested.
    const piece = bytesOf(nameOf(handle)).subarray(offset, offset + Math.ceil(length / 2));
    if (piece.length === 0) sftp.status(id, STATUS.eof);
    else sftp.data(id, piece);
  });
  sftp.on("CLOSE", (id, handle) => {
    const name = nameOf(handle);
    if (files.has(name) && breaks(behavior.failsClose !== undefined))
      return sftp.status(id, STATUS.failure, behavior.failsClose);
    if (behavior.takesOnClose && files.has(name)) {
      taken.set(name, bytesOf(name));
      files.delete(name);
    }
    if (files.has(name)) loseSight("close");
    sftp.status(id, STATUS.ok);
  });
  sftp.on("STAT", (id, name) => {
    const file = isHidden() ? undefined : files.get(name);
    if (behavior.deniesStat) return sftp.status(id, STATUS.denied);
    if (file) sftp.attrs(id, { mode: 0o100644, uid: 0, gid: 0, size: file.length, atime: 0, mtime: 0 });
    else sftp.status(id, STATUS.noSuchFile);
  });
  sftp.on("OPENDIR", (id) =>
    behavior.deniesList ? sftp.status(id, STATUS.denied) : sftp.handle(id, Buffer.from("/")),
  );
  let isListed = false;
  sftp.on("READDIR", (id) => {
    if (isListed || files.size === 0) sftp.status(id, STATUS.eof);
    else {
      const attrs = { mode: 0o100644, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };
      sftp.name(
        id,
        [...files.keys()].map((filename) => ({ filename, longname: filename, attrs })),
      );
    }
    isListed = !isListed && !behavior.listsForEver;
  });
  sftp.on("REMOVE", (id, name) => {
    if (!files.has(name)) return sftp.status(id, STATUS.noSuchFile);
    if (behavior.keepsAll) return sftp.status(id, STATUS.denied);
    acts.push(`remove ${name}`);
    files.delete(name);
    sftp.status(id, STATUS.ok);
  });
  sftp.on("RENAME", (id, from, to) => {
    const file = files.get(from);
    if (behavior.hasNoRename) return sftp.status(id, STATUS.unsupported);
    if (behavior.deniesRename) return sftp.status(id, STATUS.denied);
    shelf.renames += 1;
    if (breaks(shelf.renames === behavior.dropsAtRename)) return drop();
    const { times, message } = behavior.failsRename ?? { times: 0, message: "" };
    if (shelf.renames <= times) return sftp.status(id, STATUS.failure, message);
    loseSight("rename");
    if (!file || isHidden()) return sftp.status(id, STATUS.noSuchFile);
    if (files.has(to)) return sftp.status(id, STATUS.failure);
    acts.push(`rename ${from} ${to}`);
    files.delete(from);
    files.set(to, file);
    sftp.status(id, STATUS.ok);
  });
  sftp.on("end", () => sftp.end());
}
