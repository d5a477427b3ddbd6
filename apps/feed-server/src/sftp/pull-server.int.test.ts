import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { newPullSecret } from "@skucast/credentials/pull-secret";
import { newSshKeyPair } from "@skucast/credentials/ssh-key";
import { hashRemote } from "@skucast/sftp/hash-remote";
import { openSession, type SftpSession } from "@skucast/sftp/open-session";
import { closeRemote, listRemote, openRemote } from "@skucast/sftp/remote-files";
import type { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { SftpTarget } from "@skucast/sftp/sftp-target";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { eventually } from "@skucast/testkit/eventually";
import { Client } from "ssh2";
import { type FeedFixture, openFeedFixture } from "../testing/open-feed-fixture.js";
import { HANDLES_MAX } from "./handles.js";
import { loadHostKeys } from "./host-keys.js";
import { type PullServer, startPullServer } from "./pull-server.js";

const run = promisify(execFile);
const CONTENT = "sku,title\nTEE,Größe\n";
const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });

let fixture: FeedFixture;
let server: PullServer;
let folder: string;
let feedId: string;
let hostKeys: string[];
let keyPair: ReturnType<typeof newSshKeyPair>;
let byKey: { id: string };
let byPassword: { id: string; secret: string };
const sessions: SftpSession[] = [];

beforeAll(async () => {
  fixture = await openFeedFixture();
  folder = mkdtempSync(join(tmpdir(), "skucast-pull-"));
  keyPair = newSshKeyPair("partner");
  writeFileSync(join(folder, "key"), keyPair.privateKey, { mode: 0o600 });
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  server = await startPullServer(fixture.ctx, fixture.ctx.sftp);
  const { rows } = await fixture.query("SELECT fingerprint FROM sftp_host_keys");
  hostKeys = rows.map(({ fingerprint }) => fingerprint);
  feedId = await fixture.addFeed(["sftp_pull"]);
  await fixture.publish(feedId, { "products.csv": CONTENT });
  byKey = await fixture.addCredential(feedId, "sftp_pull", [keyPair.publicKey]);
  byPassword = await fixture.addCredential(feedId, "sftp_pull");
});
afterEach(async () => {
  for (const session of sessions.splice(0)) session.close();
  server.closeConnections();
  await server.close();
});

const targetOf = (change: Partial<SftpTarget> = {}): SftpTarget => ({
  host: "127.0.0.1",
  port: server.port,
  username: byPassword.id,
  hostKeys,
  isLegacyAllowed: false,
  auth: { type: "password", password: byPassword.secret },
  ...change,
});
async function login(change: Partial<SftpTarget> = {}): Promise<SftpSession> {
  const options = { guard, signal: new AbortController().signal, stallTimeoutMs: 60_000 };
  const session = await openSession(targetOf(change), options);
  sessions.push(session);
  return session;
}

/** The login methods that a client receives for each of its queries. */
async function methodsOf(username: string, { port = server.port, times = 1 } = {}): Promise<unknown[]> {
  const client = new Client();
  const answers: unknown[] = [];
  client.on("error", () => {});
  client.connect({
    host: "127.0.0.1",
    port,
    username,
    authHandler: (methodsLeft) => {
      if (methodsLeft !== null) answers.push(methodsLeft);
      return answers.length < times && { type: "none", username };
    },
  });
  await new Promise((resolve) => client.once("close", () => resolve(undefined)));
  return answers;
}

/** Offers one key after another, as a client with an agent does. Resolves with how the connection ended. */
function shownKeys(keys: readonly string[]): Promise<string> {
  const client = new Client();
  const left = [...keys];
  client.on("error", () => {});
  return new Promise((resolve) => {
    client.once("ready", () => resolve("ready"));
    client.once("close", () => resolve("close"));
    client.connect({
      host: "127.0.0.1",
      port: server.port,
      username: byKey.id,
      authHandler: () => {
        const key = left.shift();
        return key === undefined ? false : { type: "publickey", username: byKey.id, key };
      },
    });
  }).then((how) => {
    client.end();
    return String(how);
  });
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code }) => code,
  );

/** OpenSSH's own client, with the partner's key. */
async function openSsh(commands: string): Promise<string> {
  writeFileSync(join(folder, "batch"), commands);
  const options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR"];
  const { stdout } = await run(
    "sftp",
    [
      "-q",
      "-b",
      join(folder, "batch"),
      "-P",
      `${server.port}`,
      "-i",
      join(folder, "key"),
      ...options.flatMap((option) => ["-o", option]),
      `${byKey.id}@127.0.0.1`,
    ],
    { timeout: 120_000, cwd: folder },
  );
  return stdout;
}

describe("a partner with OpenSSH's client", () => {
  test("lists the live files and gets them completely", async () => {
    const large = randomBytes(5_000_001);
    await fixture.publish(feedId, { "a.csv": CONTENT, "b.bin": large });
    const listing = await openSsh("pwd\nls -l\nget a.csv\nget b.bin\n");
    expect(listing).toMatch(new RegExp(`-r--r--r--.* ${Buffer.byteLength(CONTENT)} .* a\\.csv`));
    expect(listing).toMatch(/-r--r--r--.* 5000001 .* b\.bin/);
    expect(readFileSync(join(folder, "a.csv"), "utf8")).toBe(CONTENT);
    expect(readFileSync(join(folder, "b.bin")).equals(large)).toBe(true);
  });

  test("causes one log line per fetched file, with the bytes sent, and none for a file that it only opened", async () => {
    await fixture.publish(feedId, { "a.csv": CONTENT, "b.csv": CONTENT });
    const session = await login();
    await closeRemote(session, await openRemote(session, "b.csv", "r"));
    await hashRemote(session, "a.csv", 5);
    session.close();
    const told = () =>
      fixture.lines.filter(({ event, credential_id }) => event === "pull.file_sent" && credential_id === byPassword.id);
    await eventually(() => told().length > 0);
    const bytes = Buffer.byteLength(CONTENT);
    expect(told()).toMatchObject([{ file: "a.csv", bytes, bytes_sent: 5, workspace_id: fixture.workspaceId }]);
  });

  test("gets a file with scp, which exits with 0, and with 1 for a missing file", async () => {
    const target = join(folder, "by-scp.csv");
    const options = [
      "-P",
      String(server.port),
      "-i",
      join(folder, "key"),
      "-o",
      "BatchMode=yes",
      "-o",
      "IdentitiesOnly=yes",
      "-o",
      "StrictHostKeyChecking=no",
      "-o",
      "UserKnownHostsFile=/dev/null",
    ];
    const copy = (name: string) => run("scp", [...options, `${byKey.id}@127.0.0.1:${name}`, target]);
    await copy("products.csv");
    expect(readFileSync(target, "utf8")).toBe(CONTENT);
    await expect(copy("nothing.csv")).rejects.toMatchObject({ code: 1 });
  });

  test("resumes an interrupted download", async () => {
    const large = randomBytes(1_000_000);
    await fixture.publish(feedId, { "c.bin": large });
    writeFileSync(join(folder, "c.bin"), large.subarray(0, 400_001));
    await openSsh("reget c.bin\n");
    expect(readFileSync(join(folder, "c.bin")).equals(large)).toBe(true);
  });

  test.each([
    "put key x.csv",
    "rm products.csv",
    "rename products.csv x",
    "mkdir x",
    "chmod 777 products.csv",
    "ln products.csv x",
  ])("changes nothing: %s", async (command) => {
    await expect(openSsh(`${command}\n`)).rejects.toThrow();
    const runs = await openSsh("ls -1\n");
    expect(runs.trim().split("\n").at(-1)).toBe("products.csv");
  });
});

describe("logging in", () => {
  test("works with the password and with the key, each for its own credential", async () => {
    await login();
    await login({ username: byKey.id, auth: { type: "public_key", private_key: keyPair.privateKey } });
    const refused = [
      { auth: { type: "password", password: newPullSecret() } },
      { username: byKey.id },
      { username: "root" },
      { auth: { type: "public_key", private_key: keyPair.privateKey } },
      { username: byKey.id, auth: { type: "public_key", private_key: newSshKeyPair("other").privateKey } },
    ] as const;
    for (const change of refused) expect(await codeOf(login(change))).toBe("authentication_failed");
    const lines = JSON.stringify(fixture.lines);
    expect(lines).not.toContain(byPassword.secret);
  });

  test("offers the one method that a credential has", async () => {
    expect(await methodsOf(byKey.id)).toEqual([["publickey"]]);
    expect(await methodsOf(byPassword.id)).toEqual([["password"]]);
  });

  test("offers unknown names one method, too, and always the same one", async () => {
    const names = Array.from({ length: 24 }, () => newId("pull"));
    const offered = [];
    for (const name of names) offered.push(...(await methodsOf(name)));
    expect(new Set(offered.map(String))).toEqual(new Set(["publickey", "password"]));
    const other = await startPullServer(fixture.ctx, fixture.ctx.sftp);
    const again = [];
    for (const name of names) again.push(...(await methodsOf(name, other)));
    await other.close();
    expect(again).toEqual(offered);
  });

  test("with a name that is not an id is a failed attempt without a log line", async () => {
    const before = fixture.lines.length;
    const auth = { type: "password", password: "wrong" } as const;
    for (const username of ["a\0b", "'", "x".repeat(10_000)])
      expect(await codeOf(login({ username, auth }))).toBe("authentication_failed");
    expect(fixture.lines.slice(before)).toEqual([]);
  });

  test("allows one query of the methods; every further query is a failed attempt", async () => {
    expect(await methodsOf(byKey.id, { times: 10 })).toHaveLength(4);
  });

  test("is blocked for a network after six failures, but not for others", async () => {
    const auth = { type: "password", password: "wrong" } as const;
    for (let i = 0; i < 6; i += 1) expect(await codeOf(login({ auth }))).toBe("authentication_failed");
    expect(await codeOf(login())).toMatch(/^(unreachable|protocol)$/); // disconnected before the key exchange
    expect(fixture.lines.filter(({ event }) => event === "pull.network_banned")).toHaveLength(1);
  });

  test("allows three attempts per connection", async () => {
    const client = new Client();
    let tries = 0;
    client.on("error", () => {});
    client.connect({
      host: "127.0.0.1",
      port: server.port,
      username: byPassword.id,
      authHandler: () => {
        tries += 1;
        return { type: "password", username: byPassword.id, password: `wrong ${tries}` };
      },
    });
    await new Promise((resolve) => client.once("close", () => resolve(undefined)));
    expect(tries).toBeLessThanOrEqual(4); // the connection has ended before the fourth is sent
    expect(server.connectionCount()).toBe(0);
  });

  test("works with the last of ten keys of an agent, any number of times", async () => {
    const others = Array.from({ length: 9 }, () => newSshKeyPair("other").privateKey);
    for (let i = 0; i < 3; i += 1) expect(await shownKeys([...others, keyPair.privateKey])).toBe("ready");
  });

  test("is refused to clients that offer too many keys", async () => {
    const others = Array.from({ length: 20 }, () => newSshKeyPair("other").privateKey);
    expect(await shownKeys(others)).toBe("close");
    expect(server.connectionCount()).toBe(0);
  });

  test("writes one log line every 10 s while credentials cannot be read", async () => {
    const query = jest.spyOn(fixture.ctx.db.system, "query");
    query.mockImplementation(() => Promise.reject(new Error("the database is away")));
    for (let i = 0; i < 4; i += 1) expect(await codeOf(login())).not.toBe("done");
    query.mockRestore();
    expect(fixture.lines.filter(({ event }) => event === "pull.login_failed")).toHaveLength(1);
    await login();
  });

  test("is impossible with a revoked credential, whose open sessions end", async () => {
    const session = await login();
    const lost = new Promise((resolve) => session.onLost(resolve));
    await fixture.query("UPDATE pull_credentials SET revoked_at = now() WHERE id = $1", [byPassword.id]);
    expect(await codeOf(login())).toBe("authentication_failed");
    fixture.tellRevoked(byPassword.id);
    await lost;
    await eventually(() => fixture.watchedCount() === 0);
  });

  test("is recorded", async () => {
    await login();
    await eventually(async () => {
      const { rows } = await fixture.query("SELECT last_used_at FROM pull_credentials WHERE id = $1", [byPassword.id]);
      return rows[0]?.last_used_at !== null;
    });
  });
});

describe("the tree", () => {
  const PATHS = [
    "../../etc/passwd",
    "/../../../../etc/passwd",
    "..",
    "/products.csv/..",
    "/./products.csv",
    "//products.csv",
  ];

  test("contains only the live files, for any form of a path", async () => {
    const { sftp, call } = await login();
    const sizes: Record<string, unknown> = {};
    for (const path of [...PATHS, "/etc/passwd", ".rows", "products.csv\0.txt", "%2e%2e/products.csv"]) {
      sizes[path] = await codeOf(call<{ size: number }>("stat", (done) => sftp.stat(path, done)));
    }
    expect(sizes).toEqual({
      "../../etc/passwd": "not_found",
      "/../../../../etc/passwd": "not_found",
      "..": "done",
      "/products.csv/..": "done",
      "/./products.csv": "done",
      "//products.csv": "done",
      "/etc/passwd": "not_found",
      ".rows": "not_found",
      "products.csv\0.txt": "not_found",
      "%2e%2e/products.csv": "not_found",
    });
    const real = await call<string>("realpath", (done) => sftp.realpath("../../etc/../x", done));
    expect(real).toBe("/x");
  });

  test("shows a new run's files to an open session", async () => {
    const session = await login();
    await fixture.publish(feedId, { "new.csv": "new\n" });
    const size = await eventually(() =>
      session
        .call<{ size: number }>("stat", (done) => session.sftp.stat("new.csv", done))
        .then(({ size: bytes }) => bytes),
    );
    expect(size).toBe(4);
  });

  test("is empty for a feed that is no longer delivered over SFTP", async () => {
    await fixture.query("UPDATE feeds SET deliveries = '[]' WHERE id = $1", [feedId]);
    const { sftp, call } = await login();
    expect(await call("list", (done) => sftp.readdir("/", done))).toEqual([]);
  });
});

test("a failed request has a message with the reason", async () => {
  const session = await login();
  const saidOf = (request: Promise<unknown>) =>
    request.then(
      () => null,
      (error: SftpFailure) => `${error.code}: ${error.serverMessage}`,
    );
  const said = await Promise.all([
    saidOf(openRemote(session, "products.csv", "w")),
    saidOf(openRemote(session, "none.csv", "r")),
    saidOf(openRemote(session, "/", "r")),
    saidOf(listRemote(session, "products.csv")),
    saidOf(closeRemote(session, Buffer.from([9, 9, 9, 9]))),
  ]);
  expect(said).toEqual([
    "permission_denied: This server is read-only.",
    "not_found: There is no file or folder with this name.",
    "protocol: This is a folder.",
    "protocol: This is a file.",
    "protocol: This handle is not open.",
  ]);
});

describe("a demanding client", () => {
  test("can open a limited number of files", async () => {
    const session = await login();
    for (let i = 0; i < HANDLES_MAX; i += 1) await openRemote(session, "products.csv", "r");
    await expect(openRemote(session, "products.csv", "r")).rejects.toMatchObject({
      code: "protocol",
      serverMessage: `At most ${HANDLES_MAX} files and folders can be open at the same time.`,
    });
    expect(await codeOf(openRemote(await login(), "products.csv", "r"))).toBe("done");
  });

  test("gets no shell, no command, no forwarding and no second session", async () => {
    const client = new Client();
    client.connect({
      host: "127.0.0.1",
      port: server.port,
      username: byPassword.id,
      password: byPassword.secret,
    });
    await once(client, "ready");
    client.on("error", () => {});
    const refused = (ask: (done: (error: Error | undefined) => void) => unknown) =>
      new Promise((resolve) => ask((error) => resolve(error !== undefined)));
    const refusals = [
      await refused((done) => client.exec("id", done)),
      await refused((done) => client.shell(done)),
      await refused((done) => client.forwardOut("127.0.0.1", 1, "127.0.0.1", 5432, done)),
      await refused((done) => client.forwardIn("127.0.0.1", 0, done)),
    ];
    expect(refusals).toEqual([true, true, true, true]);
    client.end();
  });

  test("reads a large file from any position with many pending requests", async () => {
    const large = randomBytes(3_000_000);
    await fixture.publish(feedId, { "large.bin": large });
    expect(await hashRemote(await login(), "large.bin", large.length)).toBe(
      createHash("sha256").update(large).digest("hex"),
    );
  });
});

test("a connection gets no more bytes per second than its limit", async () => {
  const bytesPerSecondMax = 600_000;
  const paced = await startPullServer(
    { ...fixture.ctx, sftp: { ...fixture.ctx.sftp, bytesPerSecondMax } },
    fixture.ctx.sftp,
  );
  await fixture.publish(feedId, { "paced.bin": randomBytes(2 * bytesPerSecondMax) });
  const session = await login({ port: paced.port });
  const startedAtMs = performance.now();
  await hashRemote(session, "paced.bin", 2 * bytesPerSecondMax);
  const tookMs = performance.now() - startedAtMs;
  paced.closeConnections();
  await paced.close();
  // The bytes of the first second are sent at once, and the last piece of 256 KiB may be sent early.
  expect(tookMs).toBeGreaterThan(500);
});

describe("connections without a login", () => {
  test("are limited per network, and a partner from another network can log in", async () => {
    const silent = Array.from({ length: 300 }, (_, i) =>
      connect({ port: server.port, host: "127.0.0.1", localAddress: `127.0.1.${1 + (i % 250)}` }),
    );
    for (const socket of silent) socket.on("error", () => {});
    await Promise.all(silent.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
    await login();
    expect(server.connectionCount()).toBeLessThanOrEqual(102);
    const own = Array.from({ length: 40 }, () =>
      connect({ port: server.port, host: "127.0.0.1", localAddress: "127.0.2.1" }),
    );
    for (const socket of own) socket.on("error", () => {}).resume();
    await eventually(() => own.filter(({ destroyed }) => destroyed).length === 20);
    for (const socket of [...silent, ...own]) socket.destroy();
  });

  test("are limited to 60 per minute and network, logins not counted, and other networks are not affected", async () => {
    const connectFrom = async (localAddress: string) => {
      const socket = connect({ port: server.port, host: "127.0.0.1", localAddress });
      socket.on("error", () => {});
      const greeting = String(await once(socket, "data"));
      const how = greeting.includes("without a login") ? "refused" : "greeted";
      socket.destroy();
      return how;
    };
    for (let i = 0; i < 5; i += 1) (await login()).close();
    const answers = [];
    for (let i = 0; i < 62; i += 1) {
      answers.push(await connectFrom("127.0.0.1"));
      await eventually(() => server.connectionCount() === 0);
    }
    expect(answers.slice(0, 60).every((how) => how === "greeted")).toBe(true);
    expect(answers.slice(60)).toEqual(["refused", "refused"]);
    expect(await connectFrom("127.0.3.1")).toBe("greeted");
  });
});

test("the check fails when the server does not listen or cannot read credentials", async () => {
  await server.check();
  jest.spyOn(fixture.ctx.db.system, "query").mockImplementationOnce(() => Promise.reject(new Error("not granted")));
  await expect(server.check()).rejects.toThrow("not granted");
  await server.check();
  await server.close();
  await expect(server.check()).rejects.toThrow("sftp does not listen");
});

test("the host keys are created once for all processes, and the keyring decrypts them", async () => {
  const again = await Promise.all([loadHostKeys(fixture.ctx), loadHostKeys(fixture.ctx)]);
  expect(again[0]).toEqual(again[1]);
  expect(hostKeys).toHaveLength(2);
});
