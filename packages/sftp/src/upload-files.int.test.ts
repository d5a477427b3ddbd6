import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { openSession, type SftpTarget } from "./open-session.js";
import { type Manners, type MemoryPartner, startMemoryPartner } from "./testing/start-memory-partner.js";
import type { UploadFile } from "./upload-file.js";
import { type UploadSet, uploadFiles } from "./upload-files.js";

const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
let partner: MemoryPartner | undefined;
afterEach(async () => {
  await partner?.stop();
  partner = undefined;
});

function made(name: string, content: Buffer | string): UploadFile {
  const sha256 = createHash("sha256").update(content).digest("hex");
  const bytes = Buffer.from(content);
  async function* read(blockBytes: number) {
    for (let at = 0; at < bytes.length; at += blockBytes) yield bytes.subarray(at, at + blockBytes);
  }
  return { read, name, bytes: bytes.length, rows: 1, sha256 };
}
async function bring(target: SftpTarget, change: Partial<UploadSet> & Pick<UploadSet, "files">) {
  const options = { guard, signal: new AbortController().signal, stallTimeoutMs: 5_000 };
  const session = await openSession(target, options);
  try {
    return await uploadFiles(session, {
      ...{ folder: ".", strategy: "rename", verify: "size", writesMax: 64, onBytes: () => {}, staleNames: [] },
      ...{
        baseName: "products.csv",
        runId: "run_1",
        destinationId: "dst_1",
        feedId: "feed_1",
        generatedAt: "2026-11-21T02:00:00.000Z",
      },
      ...change,
    });
  } finally {
    session.close();
  }
}
const startPartner = async (manners?: Manners) => {
  partner = await startMemoryPartner(manners);
  return partner;
};
const textOf = ({ files }: MemoryPartner, name: string) => files.get(name)?.toString();

describe("to OpenSSH", () => {
  let server: SshServer;
  beforeAll(async () => {
    server = await startSshServer();
  });
  afterAll(() => server.stop());
  const target = (): SftpTarget => ({
    ...{ host: server.host, port: server.port, username: server.username, hostKeys: server.hostKeysSha256 },
    ...{ auth: { type: "public_key", private_key: server.privateKey }, isLegacyAllowed: false },
  });

  test.each([
    [0, 64],
    [1, 64],
    [255 * 1024, 64],
    [255 * 1024 + 1, 1],
    [9_000_001, 64],
  ])("a file of %d bytes comes whole, read back, with up to %d writes on the way", async (size, writesMax) => {
    const content = randomBytes(size);
    let bytes = 0;
    const onBytes = (count: number) => {
      bytes += count;
    };
    const remark = await bring(target(), { files: [made("big.bin", content)], verify: "content", writesMax, onBytes });
    expect(remark).toBeNull();
    expect(readFileSync(join(server.root, "big.bin")).equals(content)).toBe(true);
    expect([readdirSync(server.root), bytes]).toEqual([["big.bin"], size]);
  });

  test("manifest_last says last what the files are, and takes leftovers and stale files away", async () => {
    const leftovers = [".a.csv.part-run_0-dst_1", ".a.csv.part-run_1-dst_1", ".products.csv.manifest.json.part-run_0"];
    const besides = ".a.csv.part-run_1-dst_2"; // the same run is writing it for another destination
    for (const name of [...leftovers, besides, "old.csv", "theirs.csv"]) {
      writeFileSync(join(server.root, name), "x");
    }
    rmSync(join(server.root, "big.bin"), { force: true });
    const files = [made("a.csv", "aa"), made("b.csv", "bbb")];
    await bring(target(), { files, strategy: "manifest_last", staleNames: ["old.csv", "never-there.csv"] });
    const names = readdirSync(server.root).sort();
    expect(names).toEqual([besides, "a.csv", "b.csv", "products.csv.manifest.json", "theirs.csv"]);
    expect(JSON.parse(readFileSync(join(server.root, "products.csv.manifest.json"), "utf8"))).toEqual({
      ...{ version: 1, run_id: "run_1", feed_id: "feed_1", generated_at: "2026-11-21T02:00:00.000Z", rows: 2 },
      files: files.map(({ read: _read, ...facts }) => facts),
    });
  });

  test.each(["rename", "direct"] as const)(
    "a folder under a file's name is told as what it is, and nothing temporary stays (%s)",
    async (strategy) => {
      const before = readdirSync(server.root);
      mkdirSync(join(server.root, "taken.csv"));
      const coming = bring(target(), { files: [made("free.csv", "a"), made("taken.csv", "b")], strategy });
      await expect(coming).rejects.toMatchObject({ code: "name_taken", message: expect.stringContaining("taken.csv") });
      rmdirSync(join(server.root, "taken.csv"));
      rmSync(join(server.root, "free.csv"));
      expect(readdirSync(server.root)).toEqual(before);
    },
  );
});

describe("to a server without posix-rename", () => {
  test("a file is replaced in two steps, and the run is told so", async () => {
    const at = await startPartner();
    at.files.set("products.csv", Buffer.from("old"));
    const remark = await bring(at.target, { files: [made("products.csv", "new")] });
    expect(textOf(at, "products.csv")).toBe("new");
    expect(at.acts).toEqual([
      "open .products.csv.part-run_1-dst_1",
      "remove products.csv",
      "rename .products.csv.part-run_1-dst_1 products.csv",
    ]);
    expect(remark).toMatch(/cannot replace a file in one step/);
  });

  test("a file that is new there comes in one step", async () => {
    const at = await startPartner();
    expect(await bring(at.target, { files: [made("products.csv", "new")] })).toBeNull();
    expect(at.acts.filter((act) => act.startsWith("remove"))).toEqual([]);
  });

  test("that denies to rename, the file of before stays, and no temporary one", async () => {
    const at = await startPartner({ deniesRename: true });
    at.files.set("products.csv", Buffer.from("old"));
    const coming = bring(at.target, { files: [made("products.csv", "new")] });
    await expect(coming).rejects.toMatchObject({ code: "permission_denied" });
    expect([...at.files].map(([name, bytes]) => [name, bytes.toString()])).toEqual([["products.csv", "old"]]);
  });

  test("and without any rename, it is written to its final name, and no temporary file stays", async () => {
    const at = await startPartner({ hasNoRename: true });
    const remark = await bring(at.target, { files: [made("products.csv", "new")], strategy: "manifest_last" });
    expect([...at.files.keys()].sort()).toEqual(["products.csv", "products.csv.manifest.json"]);
    expect(remark).toMatch(/cannot rename/);
  });
});

describe("to a host that announces no limits", () => {
  const PACKET_BYTES = 31_952;
  test.each([31_953, 294_097, 2_500_000])(
    "a file of %d bytes arrives byte for byte, in writes that ssh2 does not split",
    async (size) => {
      const at = await startPartner();
      const content = randomBytes(size);
      await bring(at.target, { files: [made("products.csv", content)] });
      expect(at.files.get("products.csv")?.equals(content)).toBe(true);
      const lengths = [...at.writeLengths].sort((a, b) => b - a);
      expect([lengths.length, lengths.at(-1)]).toEqual([Math.ceil(size / PACKET_BYTES), size % PACKET_BYTES]);
      expect(new Set(lengths.slice(0, -1))).toEqual(new Set([PACKET_BYTES]));
    },
  );
});

describe("direct", () => {
  test("never renames, and a server that takes files at once has them all", async () => {
    const at = await startPartner({ takesOnClose: true });
    const remark = await bring(at.target, { files: [made("a.csv", "a"), made("b.csv", "b")], strategy: "direct" });
    expect([...at.taken].map(([name, bytes]) => [name, bytes.toString()])).toEqual([
      ["a.csv", "a"],
      ["b.csv", "b"],
    ]);
    expect(at.acts).toEqual(["open a.csv", "open b.csv"]);
    expect(remark).toMatch(/took the file at once/);
  });
});

describe("trigger", () => {
  test("is taken away before the files change and comes back when all is as it should be", async () => {
    const at = await startPartner();
    for (const name of ["products.csv.done", "stale.csv"]) at.files.set(name, Buffer.alloc(0));
    await bring(at.target, { files: [made("a.csv", "a")], strategy: "trigger", staleNames: ["stale.csv"] });
    expect(at.acts).toEqual(["remove products.csv.done", "open a.csv", "remove stale.csv", "open products.csv.done"]);
  });

  test("does not come when the files did not", async () => {
    const at = await startPartner({ quotaBytes: 10 });
    const coming = bring(at.target, { files: [made("a.csv", "x".repeat(100))], strategy: "trigger" });
    await expect(coming).rejects.toMatchObject({ code: "protocol", isTransient: true });
    expect(at.files.has("products.csv.done")).toBe(false);
  });
});

describe("a file that is not at the host what it is here", () => {
  test("has no final name: a byte that changed on the way is found by its content, not by its size", async () => {
    const at = await startPartner({ garblesAt: 2 });
    const files = [made("products.csv", "content")];
    await expect(bring(at.target, { files, verify: "content" })).rejects.toMatchObject({
      ...{ code: "protocol", isTransient: true, message: expect.stringContaining("not what was sent") },
    });
    expect(at.files.has("products.csv")).toBe(false);
    await bring(at.target, { files, verify: "size" });
    expect(textOf(at, "products.csv")).toBe("co\0tent");
  });
});

test("a server that takes one write at a time is given one at a time", async () => {
  const at = await startPartner();
  const files = [made("products.csv", randomBytes(500_000))];
  await bring(at.target, { files, writesMax: 1 });
  expect(at.writesAtOnce()).toBe(1);
  await bring(at.target, { files, writesMax: 4, runId: "run_2" });
  expect(at.writesAtOnce()).toBe(4);
});

test("an old file that cannot be removed is told and fails nothing", async () => {
  const at = await startPartner({ keepsAll: true });
  at.files.set("stale.csv", Buffer.from("s"));
  const remark = await bring(at.target, { files: [made("a.csv", "a")], strategy: "direct", staleNames: ["stale.csv"] });
  expect(remark).toBe("stale.csv of the run before could not be removed");
});

test("a server that lists its folder without end is asked no more than so often, and gets its file", async () => {
  const at = await startPartner({ listsForEver: true });
  for (let i = 0; i < 200; i += 1) at.files.set(`other-${i}`, Buffer.alloc(0));
  await bring(at.target, { files: [made("products.csv", "content")] });
  expect(textOf(at, "products.csv")).toBe("content");
});
