import { execFileSync, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { SFTPWrapper } from "ssh2";
import { eventually } from "../eventually.js";
import { connectClient } from "./connect-client.js";
import type { PartnerServer } from "./partner-server.js";
import { descendantsOf, isRunning } from "./processes.js";
import { startAsyncssh } from "./start-asyncssh.js";
import { startDropbear } from "./start-dropbear.js";
import { startOpenssh } from "./start-openssh.js";
import { startParamiko } from "./start-paramiko.js";
import { startProftpd } from "./start-proftpd.js";
import { startRclone } from "./start-rclone.js";

interface Kind {
  readonly start: () => Promise<PartnerServer>;
  readonly version: RegExp;
  readonly logins: readonly ("password" | "key")[];
  /** How many concurrent writes to one file it supports. */
  readonly writesMax: number;
}

const KINDS: Record<string, Kind> = {
  OpenSSH: { start: startOpenssh, version: /^OpenSSH_/, logins: ["key"], writesMax: 64 },
  ProFTPD: { start: startProftpd, version: /^mod_sftp/, logins: ["password", "key"], writesMax: 64 },
  dropbear: { start: startDropbear, version: /^dropbear_/, logins: ["password", "key"], writesMax: 64 },
  paramiko: { start: startParamiko, version: /^paramiko_/, logins: ["password", "key"], writesMax: 64 },
  asyncssh: { start: startAsyncssh, version: /^AsyncSSH_/, logins: ["password", "key"], writesMax: 64 },
  rclone: { start: startRclone, version: /^rclone/, logins: ["password", "key"], writesMax: 1 },
  "rclone with a cache": {
    start: () => startRclone({ cacheMode: "writes" }),
    version: /^rclone/,
    logins: ["password", "key"],
    writesMax: 64,
  },
};

const FILE_BYTES = 3_000_000;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

let scratch: string;
let source: string;
let sent: Buffer;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "skucast-partner-client-"));
  source = join(scratch, "sent.bin");
  sent = randomBytes(FILE_BYTES);
  writeFileSync(source, sent);
});
afterAll(() => rmSync(scratch, { recursive: true }));

describe.each(Object.entries(KINDS))("%s", (name, { start, version, logins, writesMax }) => {
  let server: PartnerServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  const put = (sftp: SFTPWrapper, path: string) =>
    new Promise<void>((resolve, reject) => {
      const options = { concurrency: writesMax, chunkSize: 31_000 };
      sftp.fastPut(source, path, options, (error) => (error ? reject(error) : resolve()));
    });
  const get = (sftp: SFTPWrapper, path: string, file: string) => promisify(sftp.fastGet.bind(sftp))(path, file);

  test("identifies its software and has the reported host key", async () => {
    const { hostKeySha256, end } = await connectClient(server, credentials(server));
    await end();
    expect(server.version).toMatch(version);
    expect(server.hostKeysSha256).toEqual([hostKeySha256]);
  });

  test.each(logins)("accepts a login by %s, and stores, returns and lists a file unchanged", async (login) => {
    const { sftp, end } = await connectClient(server, credentials(server, login));
    const path = join(server.root, `by-${login}.bin`);
    await put(sftp, path);
    const received = join(scratch, `${name}-${login}.bin`);
    await get(sftp, path, received);
    const list = await promisify(sftp.readdir.bind(sftp))(server.root);
    await end();
    expect(sha256(readFileSync(received))).toBe(sha256(sent));
    // rclone writes a cached file to disk shortly after it was closed.
    await eventually(() => existsSync(join(server.folder, `by-${login}.bin`)));
    await eventually(
      () => expect(sha256(readFileSync(join(server.folder, `by-${login}.bin`)))).toBe(sha256(sent)) ?? true,
    );
    expect(list.filter(({ attrs }) => attrs.size === FILE_BYTES).map(({ filename }) => filename)).toContain(
      `by-${login}.bin`,
    );
  });

  test("rejects other logins", async () => {
    const other = join(scratch, `other-${name.replaceAll(" ", "-")}`);
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", other], { timeout: 30_000 });
    await expect(connectClient(server, { privateKey: readFileSync(other) })).rejects.toThrow(/authentication methods/);
    await expect(connectClient(server, { password: "wrong" })).rejects.toThrow(/authentication methods/);
  });

  test("starts logins in its empty folder", async () => {
    const own = await start();
    expect(readdirSync(own.folder)).toEqual([]);
    const { sftp, end } = await connectClient(own, credentials(own));
    await put(sftp, "relative.bin");
    await eventually(() => readdirSync(own.folder).includes("relative.bin"));
    await end();
    await own.stop();
  });

  test("leaves no session, port or file when it is stopped", async () => {
    const before = descendantsOf(process.pid);
    const own = await start();
    const { end } = await connectClient(own, credentials(own));
    const started = descendantsOf(process.pid).filter((pid) => !before.includes(pid));
    expect(started.length).toBeGreaterThan(0);
    await own.stop();
    await end();
    expect(started.filter(isRunning)).toEqual([]);
    expect(existsSync(own.folder)).toBe(false);
    await expect(accepts(own.port)).resolves.toBe(false);
    await own.stop();
  });
});

function credentials({ password, privateKey }: PartnerServer, login = password === undefined ? "key" : "password") {
  return login === "password" ? { password: password ?? "" } : { privateKey };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect({ port, host: "127.0.0.1", timeout: 5_000 });
  const answer = await Promise.race([
    once(socket, "connect").then(() => true),
    new Promise<boolean>((resolve) => socket.once("error", () => resolve(false))),
  ]);
  socket.destroy();
  return answer;
}

test("a server ends with the process that started it, even if that is killed", async () => {
  const module = new URL("./start-openssh.ts", import.meta.url).href;
  const script = `
    const { startOpenssh } = await import(${JSON.stringify(module)});
    const { port, pid, folder } = await startOpenssh();
    console.log(JSON.stringify({ port, pid, folder }));
    setInterval(() => {}, 60_000);`;
  const owner = spawn(
    process.execPath,
    ["--conditions=skucast-source", "--import", "tsx", "--input-type=module", "-e", script],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = await once(createInterface({ input: owner.stdout }), "line");
  const { port, pid, folder } = JSON.parse(line);
  expect(isRunning(pid)).toBe(true);
  const exited = once(owner, "exit");
  owner.kill("SIGKILL");
  await exited;
  await eventually(() => !isRunning(pid));
  await expect(accepts(port)).resolves.toBe(false);
  rmSync(dirname(folder), { recursive: true });
});
