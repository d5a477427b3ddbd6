import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { DestinationTest } from "@skucast/contracts/destinations/destination-test";
import { newSshKeyPair } from "@skucast/credentials/ssh-key";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { startTcpProxy } from "@skucast/testkit/tcp-proxy";
import type { SftpTarget } from "./sftp-target.js";
import { type TargetTest, testTarget } from "./test-target.js";
import { startFakePartner } from "./testing/start-fake-partner.js";

const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
let server: SshServer;
let old: SshServer;
beforeAll(async () => {
  const settings = { KexAlgorithms: "diffie-hellman-group14-sha1", Ciphers: "aes128-cbc", MACs: "hmac-sha1" };
  [server, old] = await Promise.all([
    startSshServer({ hostKeyTypes: ["ed25519", "ecdsa", "rsa"] }),
    startSshServer({ hostKeyTypes: ["rsa"], settings: { ...settings, HostKeyAlgorithms: "ssh-rsa" } }),
  ]);
});
afterAll(() => Promise.all([server.stop(), old.stop()]));

const targetAt = (at: SshServer, change: Partial<SftpTarget> = {}): SftpTarget => ({
  host: at.host,
  port: at.port,
  username: at.username,
  hostKeys: at.hostKeysSha256,
  isLegacyAllowed: false,
  auth: { type: "public_key", private_key: at.privateKey },
  ...change,
});
const run = async (target: SftpTarget, change: Partial<TargetTest> = {}): Promise<DestinationTest> => {
  const { test } = await testTarget({
    target,
    folder: ".",
    isWriting: true,
    testId: "skucast-test-1",
    guard,
    stallTimeoutMs: 60_000,
    strategy: "rename",
    verify: "content",
    writesMax: 64,
    signal: AbortSignal.timeout(240_000),
    ...change,
  });
  return test;
};
const outcome = ({ steps }: DestinationTest) => Object.fromEntries(steps.map(({ name, status }) => [name, status]));
const messageOf = ({ steps }: DestinationTest, step: string) => steps.find(({ name }) => name === step)?.message;

const ALL_BEFORE_WRITING = { connect: "passed", host_key: "passed", login: "passed", folder: "passed" };
const ALL_WRITING = { write: "passed", rename: "passed", remove: "passed" };
const NO_WRITING = { write: "skipped", rename: "skipped", remove: "skipped" };

describe("a test of a destination", () => {
  test("that is set up correctly passes every step, returns the keys of all families, and leaves nothing behind", async () => {
    const result = await run(targetAt(server));
    expect(result.status).toBe("passed");
    expect(outcome(result)).toEqual({ ...ALL_BEFORE_WRITING, ...ALL_WRITING, next_key: "skipped" });
    expect(result.host_keys).toEqual(
      ["ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"].map((type, i) => ({
        type,
        fingerprint: server.hostKeysSha256[i],
        is_pinned: true,
      })),
    );
    expect(readdirSync(server.root)).toEqual([]);
  });

  test("writes nothing when writing is off", async () => {
    const result = await run(targetAt(server), { isWriting: false });
    expect(outcome(result)).toEqual({ ...ALL_BEFORE_WRITING, ...NO_WRITING, next_key: "skipped" });
    expect(result.status).toBe("passed");
  });

  test.each([
    ["no key is pinned", [], /^host_key_unknown: .*nothing was sent$/],
    ["another key is pinned", [`SHA256:${"A".repeat(43)}`], /^host_key_changed: .*nothing was sent/],
  ])("returns the host's keys and sends no login when %s", async (_title, hostKeys, message) => {
    const partner = await startFakePartner();
    const auth = { type: "password", password: "canary" } as const;
    const target = { host: "127.0.0.1", port: partner.port, username: "u", auth, hostKeys, isLegacyAllowed: false };
    const result = await run(target);
    expect(result.host_keys).toEqual([{ fingerprint: partner.hostKeySha256, type: "ssh-ed25519", is_pinned: false }]);
    expect(outcome(result)).toMatchObject({ connect: "passed", host_key: "failed", login: "skipped" });
    expect(messageOf(result, "host_key")).toMatch(message);
    expect([result.status, partner.logins]).toEqual(["failed", []]);
    await partner.stop();
  });

  test("logs in when the pinned key is not the one that the host prefers", async () => {
    const [, , rsa] = server.hostKeysSha256;
    const result = await run(targetAt(server, { hostKeys: [rsa ?? ""] }));
    expect(outcome(result)).toMatchObject({ host_key: "passed", login: "passed", remove: "passed" });
    expect(result.host_keys.map(({ is_pinned }) => is_pinned)).toEqual([true, false, false]);
  });

  test("fails at the login when the host rejects it", async () => {
    const private_key = newSshKeyPair("unknown").privateKey;
    const result = await run(targetAt(server, { auth: { type: "public_key", private_key } }));
    expect(outcome(result)).toMatchObject({ host_key: "passed", login: "failed", folder: "skipped", write: "skipped" });
    expect(messageOf(result, "login")).toMatch(/^authentication_failed:/);
  });

  test("fails at a folder that does not exist, and at one that is not writable", async () => {
    const missing = await run(targetAt(server), { folder: join(server.root, "missing") });
    expect(outcome(missing)).toMatchObject({ login: "passed", folder: "failed", write: "skipped" });
    expect(messageOf(missing, "folder")).toMatch(/^not_found:/);
    const readOnly = await run(targetAt(server), { folder: "/proc" });
    expect(outcome(readOnly)).toMatchObject({ folder: "passed", write: "failed", rename: "skipped" });
  });

  test("reports a closed port, and a host in the internal network that is not allowed", async () => {
    const proxy = await startTcpProxy(server);
    await proxy.close();
    const closed = await run(targetAt(server, { port: proxy.port }));
    expect(closed).toMatchObject({ status: "failed", host_keys: [] });
    expect(messageOf(closed, "connect")).toMatch(/^unreachable:/);
    const guard = createTargetGuard({ allow: parseAllowList("") });
    expect(messageOf(await run(targetAt(server), { guard }), "connect")).toMatch(/^refused_target:/);
  });

  test("ends when its time limit is reached", async () => {
    const proxy = await startTcpProxy(server);
    proxy.freeze();
    const signal = AbortSignal.timeout(200);
    const result = await run(targetAt(server, { port: proxy.port }), { signal });
    expect(messageOf(result, "connect")).toMatch(/^stalled: .*took too long/);
    await proxy.close();
  });
});

describe("the next key", () => {
  test("is tested on its own: rejected before the partner has it, accepted afterwards", async () => {
    const next = newSshKeyPair("next");
    const auth = { type: "public_key", private_key: server.privateKey, next_private_key: next.privateKey } as const;
    const before = await run(targetAt(server, { auth }));
    expect(outcome(before)).toMatchObject({ login: "passed", remove: "passed", next_key: "failed" });
    server.authorize(next.publicKey);
    expect(outcome(await run(targetAt(server, { auth })))).toMatchObject({ login: "passed", next_key: "passed" });
  });

  test("is used when the partner has removed the current one", async () => {
    const next = newSshKeyPair("next");
    server.authorize(next.publicKey);
    const private_key = newSshKeyPair("taken away").privateKey;
    const auth = { type: "public_key", private_key, next_private_key: next.privateKey } as const;
    expect(outcome(await run(targetAt(server, { auth })))).toMatchObject({ login: "passed", write: "passed" });
  });
});

describe("an old server", () => {
  test("gets no connection unless legacy algorithms are allowed for it", async () => {
    const refused = await run(targetAt(old));
    expect(messageOf(refused, "connect")).toMatch(
      /^no_common_algorithm: .*key exchange: the host offers .*group14-sha1.*set legacy_algorithms_until/,
    );
    const allowed = await run(targetAt(old, { isLegacyAllowed: true }));
    expect(outcome(allowed)).toMatchObject({ login: "passed", remove: "passed" });
    expect(existsSync(join(old.root, ".skucast-test-1"))).toBe(false);
  });

  test("does not make a modern one use them", async () => {
    mkdirSync(join(server.root, "in"));
    const result = await run(targetAt(server, { isLegacyAllowed: true }), { folder: join(server.root, "in") });
    expect(result.status).toBe("passed");
    expect(result.host_keys[0]?.type).toBe("ssh-ed25519");
  });
});
