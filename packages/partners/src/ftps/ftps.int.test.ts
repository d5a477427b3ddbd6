import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type FtpsServer, startFtpsServer } from "@skucast/testkit/partner-servers/start-proftpd";
import { startResettingFtps } from "@skucast/testkit/partner-servers/start-resetting-ftps";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import type { Partner } from "../partner.js";
import { PARTNER_TYPES } from "../partner-types.js";
import { connectionOptions, createTestFile, partnerWith, pushForTest } from "../testing/push-for-test.js";

const MB = 1024 * 1024;
const servers: { stop(): Promise<void> }[] = [];
let server: FtpsServer;
beforeAll(async () => {
  server = await started();
});
afterAll(() => Promise.all(servers.map((each) => each.stop())));

async function started(...settings: Parameters<typeof startFtpsServer>): Promise<FtpsServer> {
  const it = await startFtpsServer(...settings);
  servers.push(it);
  return it;
}

const partnerAt = ({ port, username, password, ca }: FtpsServer, more: Partial<Partner> = {}) =>
  partnerWith({
    type: "ftps",
    port,
    username,
    login: JSON.stringify({ type: "password", password }),
    options: { ca_certificate: ca },
    strategy: "rename",
    ...more,
  });
const contentOf = ({ folder }: FtpsServer, name: string) => readFileSync(join(folder, name));

describe.each(["rename", "direct"] as const)("a file with the strategy %s", (strategy) => {
  test.each([0, 1, 256 * 1024 + 1, 20 * MB + 7])(
    "of %d bytes arrives byte by byte and replaces the former one",
    async (bytes) => {
      for (let i = 0; i < 2; i += 1) {
        const file = createTestFile(`${strategy}-${bytes}.csv`, bytes);
        expect(await pushForTest(partnerAt(server, { strategy }), [file])).toMatchObject({
          verification: "content",
          remark: null,
          bytesSent: bytes,
        });
        expect(contentOf(server, file.name).equals(file.content)).toBe(true);
      }
      expect(readdirSync(server.folder).filter((name) => name.startsWith("."))).toEqual([]);
    },
  );
});

test("line ends, zero bytes and bytes above 127 stay as they are", async () => {
  const content = Buffer.from([...Array(4).keys()].flatMap(() => [...Array(256).keys(), 13, 10, 10, 13]));
  const file = createTestFile("bytes.csv", 0, { content });
  await pushForTest(partnerAt(server), [file]);
  expect(contentOf(server, "bytes.csv").equals(content)).toBe(true);
});

test("a large file is compared by its size", async () => {
  const file = createTestFile("large.csv", 3 * MB);
  expect(await pushForTest(partnerAt(server), [file], { readBackBytesMax: MB })).toMatchObject({
    verification: "size",
  });
});

test("a manifest follows its files, and files of earlier runs are removed", async () => {
  writeFileSync(join(server.folder, "old.csv"), "old");
  writeFileSync(join(server.folder, ".new.csv.part-run_0-dst_1"), "interrupted");
  const file = createTestFile("new.csv", 10);
  await pushForTest(partnerAt(server, { strategy: "manifest_last" }), [file], {
    staleNames: ["old.csv"],
    runId: "run_1",
  });
  const names = readdirSync(server.folder).filter((name) => /old|new/.test(name));
  expect(names.sort()).toEqual(["new.csv", "new.csv.manifest.json"]);
});

describe("a host with peculiarities", () => {
  test("that names a private address for data is reached at the address of the control connection", async () => {
    const behindRouter = await started({ isBehindRouter: true });
    const file = createTestFile("products.csv", 2 * MB);
    expect(await pushForTest(partnerAt(behindRouter), [file])).toMatchObject({ verification: "content" });
    expect(contentOf(behindRouter, file.name).equals(file.content)).toBe(true);
  });

  test("that does not replace files gets the former one renamed first", async () => {
    const strict = await started({ overwrites: false });
    await pushForTest(partnerAt(strict), [createTestFile("products.csv", 10)]);
    const file = createTestFile("products.csv", 20);
    expect(await pushForTest(partnerAt(strict), [file])).toMatchObject({
      remark: expect.stringContaining("for an instant"),
    });
    expect(contentOf(strict, file.name).equals(file.content)).toBe(true);
    expect(readdirSync(strict.folder)).toEqual(["products.csv"]);
  });

  test("that does not allow reading says so in the verification", async () => {
    const closed = await started({ refused: ["RETR"] });
    const file = createTestFile("products.csv", 10);
    expect(await pushForTest(partnerAt(closed), [file])).toMatchObject({
      verification: "size",
      remark: expect.stringContaining("does not allow reading"),
    });
  });

  test("that refuses uploads is named with its own words, and nothing is left there", async () => {
    const readOnly = await started({ refused: ["STOR"] });
    await expect(pushForTest(partnerAt(readOnly), [createTestFile("products.csv", 10)])).rejects.toMatchObject({
      code: "permission_denied",
      serverMessage: expect.stringContaining("550"),
    });
    expect(readdirSync(readOnly.folder)).toEqual([]);
  });

  test.each([
    ["before an upload", { reply: "550 No uploads here." }, "permission_denied"],
    ["in the middle of an upload", { reply: "552 Disk full.", afterBytes: 5 * MB }, "no_space"],
  ])("that resets the data connection %s is named with the reply that follows", async (_, settings, code) => {
    const resetting = await startResettingFtps({ ...settings, delayMs: 200 });
    servers.push(resetting);
    const partner = partnerWith({
      type: "ftps",
      port: resetting.port,
      login: JSON.stringify({ type: "password", password: "any" }),
      options: { ca_certificate: resetting.ca },
    });
    await expect(pushForTest(partner, [createTestFile("products.csv", 20 * MB)])).rejects.toMatchObject({
      code,
      serverMessage: settings.reply,
    });
  });
});

describe("an upload that is interrupted", () => {
  let proxy: TcpProxy;
  test("continues where it stopped", async () => {
    // Data connections bypass the proxy, so a read that fails stands for a lost connection.
    const content = createTestFile("resumed.csv", 8 * MB).content;
    const name = ".resumed.csv.part-run_1-dst_1";
    writeFileSync(join(server.folder, name), content.subarray(0, 5 * MB));
    const offsets: number[] = [];
    const file = createTestFile("resumed.csv", 0, {
      content,
      source: (all) => ({
        read: async (offset, length) => {
          offsets.push(offset);
          return all.subarray(offset, offset + length);
        },
      }),
    });
    expect(await pushForTest(partnerAt(server), [file])).toMatchObject({ verification: "content", bytesSent: 8 * MB });
    expect(Math.min(...offsets)).toBe(5 * MB);
    expect(contentOf(server, "resumed.csv").equals(content)).toBe(true);
  });

  test("sends the whole file if what is there is something else", async () => {
    const file = createTestFile("other.csv", 2 * MB);
    writeFileSync(join(server.folder, ".other.csv.part-run_1-dst_1"), Buffer.alloc(MB));
    expect(await pushForTest(partnerAt(server), [file])).toMatchObject({ verification: "content", bytesSent: 2 * MB });
    expect(contentOf(server, "other.csv").equals(file.content)).toBe(true);
  });

  test("because the host stops answering ends after the stall timeout", async () => {
    proxy = await startTcpProxy({ host: "127.0.0.1", port: server.port });
    try {
      const frozen = createTestFile("frozen.csv", 0, {
        content: Buffer.alloc(MB),
        source: (all) => ({
          read: async (offset, length) => {
            proxy.freeze();
            return all.subarray(offset, offset + length);
          },
        }),
      });
      const pushing = pushForTest(partnerAt({ ...server, port: proxy.port }), [frozen], {
        options: { stallTimeoutMs: 1_000 },
      });
      await expect(pushing).rejects.toMatchObject({ code: "stalled", isTransient: true });
    } finally {
      await proxy.close();
    }
  });
});

describe("a connection that is refused", () => {
  const file = createTestFile("products.csv", 1);
  test.each([
    [
      "with another password",
      { login: JSON.stringify({ type: "password", password: "wrong" }) },
      "authentication_failed",
    ],
    ["with an untrusted certificate", { options: {} }, "untrusted"],
    ["to a private address", { host: "127.0.0.2" }, "refused_target"],
    ["to a host that is not there", { port: 1 }, "unreachable"],
  ])("%s sends no file", async (_, change, code) => {
    await expect(pushForTest(partnerAt(server, change), [file])).rejects.toMatchObject({ code });
    expect(existsSync(join(server.folder, "products.csv"))).toBe(false);
  });
});

test("the test of a destination reports each step, and verification compares what is there", async () => {
  const { test: passed } = await PARTNER_TYPES.ftps.test(partnerAt(server), connectionOptions(), {
    isWriting: true,
    testId: "test-1",
  });
  expect(passed.steps.map(({ name, status }) => [name, status])).toEqual(
    ["connect", "login", "write", "remove"].map((name) => [name, "passed"]),
  );
  expect(readdirSync(server.folder).filter((name) => name.includes("test-1"))).toEqual([]);
  const file = createTestFile("verified.csv", 100);
  await pushForTest(partnerAt(server), [file]);
  const wanted = [file, { ...file, sha256: "0".repeat(64) }, { ...file, name: "gone.csv" }];
  const compared = await PARTNER_TYPES.ftps.verify(partnerAt(server), connectionOptions(), wanted);
  expect(compared.map(({ status }) => status)).toEqual(["equal", "different", "missing"]);
});
