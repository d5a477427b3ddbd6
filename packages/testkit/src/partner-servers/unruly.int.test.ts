import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { ConnectConfig, SFTPWrapper } from "ssh2";
import { eventually } from "../eventually.js";
import { connectClient } from "./connect-client.js";
import { startUnruly, type UnrulyServer } from "./start-unruly.js";
import { CODE, type UnrulyOptions, WORDS } from "./unruly-options.js";

const FILE_BYTES = 3_000_000;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const sent = randomBytes(FILE_BYTES);

let scratch: string;
let source: string;
let server: UnrulyServer | undefined;
const ends: (() => Promise<void>)[] = [];
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "skucast-unruly-client-"));
  source = join(scratch, "sent.bin");
  writeFileSync(source, sent);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await server?.stop();
  rmSync(scratch, { recursive: true });
});

/** Starts a server with these options and opens a session. */
async function open(options: UnrulyOptions = {}) {
  const own = await startUnruly(options);
  server = own;
  const { sftp, closed, end } = await connectClient(own, { password: own.password ?? "" });
  ends.push(end);
  return { own, sftp, closed, onDisk: (name: string) => readFileSync(join(own.folder, name)) };
}

function put(sftp: SFTPWrapper, path: string, concurrency = 16): Promise<void> {
  return new Promise((resolve, reject) => {
    sftp.fastPut(source, path, { concurrency, chunkSize: 31_000 }, (error) => (error ? reject(error) : resolve()));
  });
}
const get = (sftp: SFTPWrapper, path: string, file: string) => promisify(sftp.fastGet.bind(sftp))(path, file);
const list = (sftp: SFTPWrapper) => promisify(sftp.readdir.bind(sftp))("/");
const rename = (sftp: SFTPWrapper, from: string, to: string) => promisify(sftp.rename.bind(sftp))(from, to);
const replace = (sftp: SFTPWrapper, from: string, to: string) =>
  promisify(sftp.ext_openssh_rename.bind(sftp))(from, to);
const remove = (sftp: SFTPWrapper, path: string) => promisify(sftp.unlink.bind(sftp))(path);

describe("without options", () => {
  test("stores, returns and lists a file unchanged", async () => {
    const { own, sftp, onDisk } = await open({ readBytesMax: 1_000 });
    await put(sftp, "/a.bin");
    const received = join(scratch, "received.bin");
    await get(sftp, "/a.bin", received);
    expect(sha256(readFileSync(received))).toBe(sha256(sent));
    expect(sha256(onDisk("a.bin"))).toBe(sha256(sent));
    expect((await list(sftp)).map(({ filename, attrs }) => [filename, attrs.size])).toEqual([["a.bin", FILE_BYTES]]);
    expect(own.records).toMatchObject({ connections: 1, logins: ["password"], handles: 0, writeBytesMax: 31_000 });
    expect(own.records.writesAtOnceMax).toBeGreaterThan(1);
    expect(own.records.opened).toEqual([
      { name: "a.bin", for: "writing" },
      { name: "a.bin", for: "reading" },
    ]);
  });

  test("renames in both ways, also onto an existing file, creates folders and removes", async () => {
    const { own, sftp, onDisk } = await open();
    for (const name of ["a", "b", "c"]) writeFileSync(join(own.folder, name), name);
    await rename(sftp, "/a", "/b");
    await replace(sftp, "/b", "/c");
    expect(readdirSync(own.folder)).toEqual(["c"]);
    expect(onDisk("c").toString()).toBe("a");
    await remove(sftp, "/c");
    await promisify((path: string, done: (error?: Error | null) => void) => sftp.mkdir(path, done))("/d");
    await promisify(sftp.rmdir.bind(sftp))("/d");
    expect(own.records.acts).toEqual(["rename a b", "posix-rename b c", "remove c"]);
    expect(readdirSync(own.folder)).toEqual([]);
  });

  test("allows changing a file in place", async () => {
    const { own, sftp, onDisk } = await open();
    writeFileSync(join(own.folder, "a"), "abcdef");
    const handle = await promisify((path: string, done: (error: Error | undefined, handle: Buffer) => void) =>
      sftp.open(path, "r+", done),
    )("/a");
    await promisify(sftp.write.bind(sftp))(handle, Buffer.from("-"), 0, 1, 2);
    await promisify(sftp.close.bind(sftp))(handle);
    expect(onDisk("a").toString()).toBe("ab-def");
  });

  test("returns no more bytes for a read than configured", async () => {
    const { own, sftp } = await open({ readBytesMax: 1_000 });
    writeFileSync(join(own.folder, "a"), sent);
    const handle = await promisify((path: string, done: (error: Error | undefined, handle: Buffer) => void) =>
      sftp.open(path, "r", done),
    )("/a");
    const buffer = Buffer.alloc(20_000);
    const bytesRead = await promisify(sftp.read.bind(sftp))(handle, buffer, 0, buffer.length, 500);
    await promisify(sftp.close.bind(sftp))(handle);
    expect(bytesRead).toBe(1_000);
    expect(buffer.subarray(0, 1_000).equals(sent.subarray(500, 1_500))).toBe(true);
  });

  test("leaves no file and accepts no connection when it is stopped", async () => {
    const { own } = await open();
    await own.stop();
    expect(existsSync(own.folder)).toBe(false);
    await expect(connectClient(own, { password: own.password ?? "" })).rejects.toThrow("ECONNREFUSED");
    await own.stop();
  });
});

describe("renames", () => {
  test("are refused as often as configured, with the server's message, and the files stay", async () => {
    const { own, sftp, onDisk } = await open({ refuseRename: { times: 2 } });
    writeFileSync(join(own.folder, "new"), "new");
    writeFileSync(join(own.folder, "old"), "old");
    await expect(replace(sftp, "/new", "/old")).rejects.toMatchObject({ code: 4, message: WORDS.rename });
    await expect(rename(sftp, "/new", "/old")).rejects.toMatchObject({ code: 4, message: WORDS.rename });
    expect(onDisk("old").toString()).toBe("old");
    await replace(sftp, "/new", "/old");
    expect(onDisk("old").toString()).toBe("new");
  });

  test.each([
    { by: "rename", as: "denied", code: 3 },
    { by: "posix-rename", as: "unsupported", code: 8 },
  ] as const)("are always refused only by $by: $as", async ({ by, as, code }) => {
    const { own, sftp } = await open({ refuseRename: { by, as } });
    writeFileSync(join(own.folder, "a"), "a");
    const [refused, allowed] = by === "rename" ? [rename, replace] : [replace, rename];
    for (let tries = 1; tries <= 3; tries += 1) await expect(refused(sftp, "/a", "/b")).rejects.toMatchObject({ code });
    await allowed(sftp, "/a", "/b");
    expect(readdirSync(own.folder)).toEqual(["b"]);
  });

  test("are not announced as an extension", async () => {
    const { sftp } = await open({ noPosixRename: true });
    await expect(async () => replace(sftp, "/a", "/b")).rejects.toThrow("does not support");
  });

  test("and opening cannot replace a file", async () => {
    const { own, sftp, onDisk } = await open({ refuseReplace: ["rename", "posix-rename", "open"] });
    writeFileSync(join(own.folder, "old"), "old");
    writeFileSync(join(own.folder, "new"), "new");
    await expect(rename(sftp, "/new", "/old")).rejects.toThrow(WORDS.exists);
    await expect(replace(sftp, "/new", "/old")).rejects.toThrow(WORDS.exists);
    await expect(put(sftp, "/old")).rejects.toThrow(WORDS.exists);
    expect(onDisk("old").toString()).toBe("old");
    await rename(sftp, "/new", "/other");
    expect(readdirSync(own.folder).sort()).toEqual(["old", "other"]);
  });
});

describe("renames with a wrong response", () => {
  test("are confirmed but not done", async () => {
    const { own, sftp } = await open({ ignoresRename: ["posix-rename"] });
    writeFileSync(join(own.folder, "a"), "a");
    await replace(sftp, "/a", "/b");
    expect(readdirSync(own.folder)).toEqual(["a"]);
    await rename(sftp, "/a", "/b");
    expect(readdirSync(own.folder)).toEqual(["b"]);
  });

  test("are done but refused", async () => {
    const { own, sftp } = await open({ refusesDoneRename: true });
    writeFileSync(join(own.folder, "a"), "a");
    await expect(rename(sftp, "/a", "/b")).rejects.toMatchObject({ code: 4, message: WORDS.done });
    expect(readdirSync(own.folder)).toEqual(["b"]);
  });

  test.each([
    ["before", ["b"]],
    ["after", ["c"]],
  ] as const)("reset the connection once %s they are done, and the server may stay down", async (when, left) => {
    const { own, sftp, closed } = await open({ cutAtRename: { number: 2, when }, isDownAfterCut: true });
    writeFileSync(join(own.folder, "a"), "a");
    await rename(sftp, "/a", "/b");
    rename(sftp, "/b", "/c").catch(() => {}); // it ends with the connection
    await closed;
    expect(readdirSync(own.folder)).toEqual(left);
    await expect(connectClient(own, { password: own.password ?? "" })).rejects.toThrow();
  });
});

describe("permissions", () => {
  test("removing, listing, reading and attributes can be denied, and files are still accepted", async () => {
    const { sftp, onDisk } = await open({ noRemoving: true, noListing: true, noReading: true, noStat: true });
    await put(sftp, "/a.bin");
    expect(sha256(onDisk("a.bin"))).toBe(sha256(sent));
    await expect(remove(sftp, "/a.bin")).rejects.toMatchObject({ code: 3 });
    await expect(list(sftp)).rejects.toMatchObject({ code: 3 });
    await expect(get(sftp, "/a.bin", join(scratch, "b"))).rejects.toMatchObject({ code: 3 });
    await expect(promisify(sftp.stat.bind(sftp))("/a.bin")).rejects.toMatchObject({ code: 3 });
    expect(existsSync(join(scratch, "b"))).toBe(false);
  });
});

describe("files", () => {
  test("are moved away when they are closed", async () => {
    const { own, sftp } = await open({ takesOnClose: true });
    await put(sftp, "/a.bin");
    expect(readdirSync(own.folder)).toEqual([]);
    expect(sha256(readFileSync(join(own.takenFolder, "a.bin")))).toBe(sha256(sent));
    await expect(rename(sftp, "/a.bin", "/b.bin")).rejects.toMatchObject({ code: 2 });
  });

  test("cannot be closed", async () => {
    const { own, sftp } = await open({ failsClose: true });
    await expect(put(sftp, "/a.bin")).rejects.toMatchObject({ code: 4, message: WORDS.close });
    expect(own.records.handles).toBe(0);
  });

  test("may not be larger than the quota", async () => {
    const { sftp, onDisk } = await open({ quotaBytes: 1_000_000 });
    await expect(put(sftp, "/a.bin")).rejects.toMatchObject({ code: 4, message: WORDS.quota });
    expect(onDisk("a.bin").length).toBeLessThanOrEqual(1_000_000);
  });

  test("are stored with one changed byte", async () => {
    const { sftp, onDisk } = await open({ corruptsAt: 2_000_000 });
    await put(sftp, "/a.bin");
    const stored = onDisk("a.bin");
    expect(stored.length).toBe(FILE_BYTES);
    expect([...stored.keys()].filter((at) => stored[at] !== sent[at])).toEqual([2_000_000]);
  });

  test("are changed only for the configured number of uploads", async () => {
    const { sftp, onDisk } = await open({ corruptsAt: 2_000_000, corruptsUploads: 1 });
    for (const name of ["a.bin", "b.bin"]) await put(sftp, `/${name}`);
    expect(["a.bin", "b.bin"].map((name) => onDisk(name).equals(sent))).toEqual([false, true]);
  });

  test("with a given name are cut off with the connection", async () => {
    const { own, sftp, closed, onDisk } = await open({ cutWriting: { name: "b.bin", bytes: 1_000_000 } });
    await put(sftp, "/a.bin");
    put(sftp, "/b.bin").catch(() => {}); // it ends with the connection
    await closed;
    await eventually(() => own.records.handles === 0);
    expect(onDisk("b.bin").length).toBeLessThanOrEqual(1_000_000);
  });

  test("stay if their removal is confirmed but not done", async () => {
    const { own, sftp } = await open({ ignoresRemove: true });
    writeFileSync(join(own.folder, "a"), "a");
    await remove(sftp, "/a");
    expect(readdirSync(own.folder)).toEqual(["a"]);
  });

  test("are cut off once with the connection", async () => {
    const { own, sftp, closed, onDisk } = await open({ cutAfterBytes: 1_000_000 });
    let isPut = false;
    // It ends with the connection: fastPut then does not call back.
    put(sftp, "/a.bin").then(
      () => {
        isPut = true;
      },
      () => {},
    );
    await closed;
    expect(isPut).toBe(false);
    expect(onDisk("a.bin").length).toBeLessThan(FILE_BYTES);
    await eventually(() => own.records.handles === 0);
    const again = await connectClient(own, { password: own.password ?? "" });
    ends.push(again.end);
    await put(again.sftp, "/a.bin");
    expect(sha256(onDisk("a.bin"))).toBe(sha256(sent));
    expect(own.records.connections).toBe(2);
  });

  test("are written only in order", async () => {
    const { sftp, onDisk } = await open({ orderedOnly: true });
    await expect(put(sftp, "/a.bin", 16)).rejects.toMatchObject({ code: 4, message: WORDS.seek });
    await put(sftp, "/b.bin", 1);
    expect(sha256(onDisk("b.bin"))).toBe(sha256(sent));
  });
});

describe("logins", () => {
  const logIn = async (
    own: UnrulyServer,
    login: ConnectConfig,
    onPrompts?: (prompts: readonly string[]) => string[],
  ) => {
    const { end } = await connectClient(own, login, onPrompts);
    await end();
  };
  const refused = /authentication methods/;
  const start = async (options: UnrulyOptions) => {
    server = await startUnruly(options);
    return { own: server, password: server.password ?? "", privateKey: server.privateKey };
  };

  test("by password", async () => {
    const { own, password, privateKey } = await start({});
    await logIn(own, { password });
    await expect(logIn(own, { password: "wrong" })).rejects.toThrow(refused);
    await expect(logIn(own, { privateKey })).rejects.toThrow(refused);
    await expect(logIn({ ...own, username: "other" }, { password })).rejects.toThrow(refused);
  });

  test("by keyboard-interactive only", async () => {
    const { own, password } = await start({ auth: "keyboard-interactive" });
    await logIn(own, {}, (prompts) => prompts.map(() => password));
    await expect(logIn(own, {}, () => ["wrong"])).rejects.toThrow(refused);
    await expect(logIn(own, { password })).rejects.toThrow(refused);
    expect(own.records.logins).not.toContain("publickey");
  });

  test("by keyboard-interactive with a second request for a code", async () => {
    const { own, password } = await start({ auth: "keyboard-interactive-code" });
    const asked: string[] = [];
    const answers = (code: string) => (prompts: readonly string[]) => {
      asked.push(...prompts);
      return prompts.map((prompt) => (prompt.startsWith("Password") ? password : code));
    };
    await logIn(own, {}, answers(CODE));
    expect(asked).toEqual(["Password: ", "Verification code: "]);
    await expect(logIn(own, {}, answers("000000"))).rejects.toThrow(refused);
  });

  test("by key only", async () => {
    const { own, password, privateKey } = await start({ auth: "publickey" });
    await logIn(own, { privateKey });
    await expect(logIn(own, { password })).rejects.toThrow(refused);
    const other = await startUnruly();
    await expect(logIn(own, { privateKey: other.privateKey })).rejects.toThrow(refused);
    await other.stop();
  });

  test("by key and then password", async () => {
    const { own, password, privateKey } = await start({ auth: "publickey,password" });
    // By default ssh2 tries the password first; here the server requires another order.
    const order = (...methods: ("publickey" | "password")[]) => ({
      authHandler: methods.map((type) =>
        type === "password"
          ? ({ type, username: own.username, password } as const)
          : ({ type, username: own.username, key: privateKey } as const),
      ),
    });
    await logIn(own, order("publickey", "password"));
    expect(own.records.logins.at(-1)).toBe("password");
    await expect(logIn(own, order("publickey"))).rejects.toThrow(refused);
    await expect(logIn(own, order("password"))).rejects.toThrow(refused);
  });

  test("only with the configured algorithms", async () => {
    const algorithms: NonNullable<UnrulyOptions["algorithms"]> = {
      kex: ["diffie-hellman-group14-sha1"],
      cipher: ["aes128-cbc"],
      hmac: ["hmac-sha1"],
      serverHostKey: ["ssh-ed25519"],
    };
    const { own, password } = await start({ algorithms });
    await logIn(own, { password, algorithms });
    await expect(logIn(own, { password, algorithms: { kex: ["curve25519-sha256"] } })).rejects.toThrow(
      /no matching key exchange/,
    );
    expect(own.log()).toMatch(/handshake|key exchange/i);
  });
});
