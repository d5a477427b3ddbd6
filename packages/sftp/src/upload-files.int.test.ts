import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import type { SftpFailure } from "./sftp-failure.js";
import type { SftpTarget } from "./sftp-target.js";
import { fileInMemory } from "./testing/file-in-memory.js";
import { pushForTest } from "./testing/push-for-test.js";
import { type HostBehavior, type MemoryPartner, startMemoryPartner } from "./testing/start-memory-partner.js";

let partner: MemoryPartner | undefined;
afterEach(async () => {
  await partner?.stop();
  partner = undefined;
});

const upload = async (...args: Parameters<typeof pushForTest>) => (await pushForTest(...args)).remark;
const startPartner = async (behavior?: HostBehavior) => {
  partner = await startMemoryPartner(behavior);
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
    host: server.host,
    port: server.port,
    username: server.username,
    hostKeys: server.hostKeysSha256,
    auth: { type: "public_key", private_key: server.privateKey },
    isLegacyAllowed: false,
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
    const remark = await upload(target(), {
      files: [fileInMemory("big.bin", content)],
      verify: "content",
      writesMax,
      onBytes,
    });
    expect(remark).toBeNull();
    expect(readFileSync(join(server.root, "big.bin")).equals(content)).toBe(true);
    expect([readdirSync(server.root), bytes]).toEqual([["big.bin"], size]);
  });

  test("manifest_last writes the manifest last and removes leftovers and stale files", async () => {
    const leftovers = [".a.csv.part-run_0-dst_1", ".a.csv.part-run_1-dst_1", ".products.csv.manifest.json.part-run_0"];
    const ofOtherDestination = ".a.csv.part-run_1-dst_2"; // the same run is writing it for another destination
    for (const name of [...leftovers, ofOtherDestination, "old.csv", "theirs.csv"]) {
      writeFileSync(join(server.root, name), "x");
    }
    rmSync(join(server.root, "big.bin"), { force: true });
    const files = [fileInMemory("a.csv", "aa"), fileInMemory("b.csv", "bbb")];
    await upload(target(), { files, strategy: "manifest_last", staleNames: ["old.csv", "never-there.csv"] });
    const names = readdirSync(server.root).sort();
    expect(names).toEqual([ofOtherDestination, "a.csv", "b.csv", "products.csv.manifest.json", "theirs.csv"]);
    expect(JSON.parse(readFileSync(join(server.root, "products.csv.manifest.json"), "utf8"))).toEqual({
      version: 1,
      run_id: "run_1",
      feed_id: "feed_1",
      generated_at: "2026-11-21T02:00:00.000Z",
      rows: 2,
      files: files.map(({ open: _open, ...facts }) => facts),
    });
  });

  test.each(["rename", "direct"] as const)(
    "a folder with the file's name is reported as name_taken, and no temporary file stays (%s)",
    async (strategy) => {
      const before = readdirSync(server.root);
      mkdirSync(join(server.root, "taken.csv"));
      const coming = upload(target(), {
        files: [fileInMemory("free.csv", "a"), fileInMemory("taken.csv", "b")],
        strategy,
      });
      await expect(coming).rejects.toMatchObject({ code: "name_taken", message: expect.stringContaining("taken.csv") });
      rmdirSync(join(server.root, "taken.csv"));
      rmSync(join(server.root, "free.csv"));
      expect(readdirSync(server.root)).toEqual(before);
    },
  );
});

describe("to a server without posix-rename", () => {
  test("a file is replaced in two steps, and a remark says so", async () => {
    const at = await startPartner();
    at.files.set("products.csv", Buffer.from("old"));
    const remark = await upload(at.target, { files: [fileInMemory("products.csv", "new")] });
    expect(textOf(at, "products.csv")).toBe("new");
    expect(at.acts).toEqual([
      "open .products.csv.part-run_1-dst_1",
      "rename products.csv .products.csv.old-dst_1",
      "rename .products.csv.part-run_1-dst_1 products.csv",
      "remove .products.csv.old-dst_1",
    ]);
    expect(remark).toMatch(/cannot replace a file in one step/);
  });

  test("a new file is renamed in one step", async () => {
    const at = await startPartner();
    expect(await upload(at.target, { files: [fileInMemory("products.csv", "new")] })).toBeNull();
    expect(at.acts.filter((act) => act.startsWith("remove"))).toEqual([]);
  });

  test("that denies renames, the old file stays, and no temporary one", async () => {
    const at = await startPartner({ deniesRename: true });
    at.files.set("products.csv", Buffer.from("old"));
    const coming = upload(at.target, { files: [fileInMemory("products.csv", "new")] });
    await expect(coming).rejects.toMatchObject({ code: "permission_denied" });
    expect([...at.files].map(([name, bytes]) => [name, bytes.toString()])).toEqual([["products.csv", "old"]]);
  });

  test("and without any rename, the file is written to its final name, and no temporary file stays", async () => {
    const at = await startPartner({ hasNoRename: true });
    const remark = await upload(at.target, { files: [fileInMemory("products.csv", "new")], strategy: "manifest_last" });
    expect([...at.files.keys()].sort()).toEqual(["products.csv", "products.csv.manifest.json"]);
    expect(remark).toMatch(/cannot rename/);
  });
});

/** Around the sizes of SSH packets and blocks; a host without limits@openssh.com gets 31,952 bytes a write. */
const SIZES = [
  0, 1, 31_951, 31_952, 31_953, 32_768, 261_120, 262_143, 262_144, 262_145, 294_095, 294_096, 294_097, 2_500_000,
];

describe.each(["rename", "direct", "manifest_last", "trigger"] as const)(
  "to a host without extensions, by %s",
  (strategy) => {
    test.each(SIZES)("a file of %d bytes arrives byte for byte, first and as a replacement", async (size) => {
      const at = await startPartner();
      for (const runId of ["run_1", "run_2"]) {
        const content = randomBytes(size);
        const { verification } = await pushForTest(at.target, {
          files: [fileInMemory("products.csv", content)],
          strategy,
          runId,
        });
        expect(at.files.get("products.csv")?.equals(content)).toBe(true);
        expect(verification).toBe("content");
      }
      const companions = {
        rename: [],
        direct: [],
        manifest_last: ["products.csv.manifest.json"],
        trigger: ["products.csv.done"],
      };
      expect([...at.files.keys()].sort()).toEqual(["products.csv", ...companions[strategy]]);
    });
  },
);

describe("a host that fails in the middle", () => {
  const OLD = randomBytes(600_000);
  const NEW = randomBytes(600_000);
  const startWithOld = async (behavior: HostBehavior) => {
    const at = await startPartner(behavior);
    at.files.set("products.csv", OLD);
    return at;
  };
  const names = (at: MemoryPartner) => [...at.files.keys()].sort();

  test.each(["always", 1, 2, 3])(
    "keeps its good file when renames fail (%s), with its own words in the failure",
    async (times) => {
      const failsRename = {
        times: times === "always" ? Number.POSITIVE_INFINITY : Number(times),
        message: "virus scanner busy",
      };
      const at = await startWithOld({ failsRename });
      const coming = pushForTest(at.target, { files: [fileInMemory("products.csv", NEW)] });
      const failure = await coming.then(
        () => undefined,
        (error: SftpFailure) => error,
      );
      const arrived = failure === undefined ? NEW : OLD;
      expect([at.files.get("products.csv")?.equals(arrived), names(at)]).toEqual([true, ["products.csv"]]);
      if (failure)
        expect(failure).toMatchObject({ code: "protocol", serverMessage: "virus scanner busy", leftBehind: [] });
    },
  );

  test("keeps the old file, restored over a new connection, when the second rename fails", async () => {
    const at = await startWithOld({ dropsAtRename: 3 });
    const coming = pushForTest(at.target, { files: [fileInMemory("products.csv", NEW)] });
    await expect(coming).rejects.toMatchObject({ code: "unreachable", leftBehind: [] });
    expect([at.files.get("products.csv")?.equals(OLD), names(at)]).toEqual([true, ["products.csv"]]);
  });

  test("gets its old file back from the next run when the host became unreachable in between", async () => {
    const at = await startPartner();
    at.files.set(".products.csv.old-dst_1", OLD);
    await expect(pushForTest(at.target, { files: [fileInMemory("products.csv", NEW)] })).resolves.toBeDefined();
    expect([at.files.get("products.csv")?.equals(NEW), names(at)]).toEqual([true, ["products.csv"]]);
  });

  test.each<[string, HostBehavior, string]>([
    ["the content differs", { garblesAt: 300_000 }, "content_mismatch"],
    ["the connection is dropped", { dropsAfterBytes: 300_000 }, "unreachable"],
    ["closing fails", { failsClose: "quota exceeded, call 555-0100" }, "no_space"],
  ])("keeps no temporary file when %s", async (_title, behavior, code) => {
    const at = await startWithOld(behavior);
    await expect(pushForTest(at.target, { files: [fileInMemory("products.csv", NEW)] })).rejects.toMatchObject({
      code,
      leftBehind: [],
    });
    expect([at.files.get("products.csv")?.equals(OLD), names(at)]).toEqual([true, ["products.csv"]]);
  });

  test("and does not allow removals: the failure names the leftovers", async () => {
    const at = await startWithOld({ garblesAt: 300_000, keepsAll: true });
    const coming = pushForTest(at.target, { files: [fileInMemory("products.csv", NEW)] });
    await expect(coming).rejects.toMatchObject({
      leftBehind: [".products.csv.part-run_1-dst_1"],
      message: expect.stringContaining("left at the host: .products.csv.part-run_1-dst_1"),
    });
  });
});

describe("a host with limitations", () => {
  test("accepts writes only in order: the file is sent again one write at a time, and a remark says so", async () => {
    const at = await startPartner({ isOrdered: true });
    const content = randomBytes(2_500_000);
    let bytes = 0;
    const onBytes = (count: number) => {
      bytes += count;
    };
    const outcome = await pushForTest(at.target, { files: [fileInMemory("products.csv", content)], onBytes });
    expect(outcome).toMatchObject({
      isOrdered: true,
      verification: "content",
      remark: expect.stringContaining("in order"),
    });
    expect([at.files.get("products.csv")?.equals(content), bytes]).toEqual([true, content.length]);
  });

  test.each<[string, HostBehavior, string]>([
    ["no reading", { deniesRead: true }, "size"],
    ["no reading, listing or looking", { deniesRead: true, deniesList: true, deniesStat: true }, "none"],
  ])(
    "%s: the file is delivered and the delivery says how far it was verified",
    async (_title, behavior, verification) => {
      const at = await startPartner(behavior);
      const content = randomBytes(600_000);
      const outcome = await pushForTest(at.target, { files: [fileInMemory("products.csv", content)] });
      expect(outcome).toMatchObject({
        verification,
        remark: expect.stringMatching(/content of products.csv was not verified/),
      });
      expect(at.files.get("products.csv")?.equals(content)).toBe(true);
    },
  );

  test("removes a file on close before it is renamed: the failure names the file and recommends direct", async () => {
    const at = await startPartner({ takesOnClose: true });
    const coming = pushForTest(at.target, { files: [fileInMemory("products.csv", "content")] });
    await expect(coming).rejects.toMatchObject({
      code: "file_taken",
      message: expect.stringMatching(/direct.*products\.csv/),
    });
  });

  test.each(["close", "rename"] as const)(
    "loses sight of a file for some requests after its %s, like a gateway: the file is delivered",
    async (at) => {
      const content = randomBytes(600_000);
      const host = await startPartner({ losesSight: { at, times: 4 } });
      host.files.set("products.csv", randomBytes(500_000));
      const outcome = await pushForTest(host.target, { files: [fileInMemory("products.csv", content)] });
      expect(outcome).toMatchObject({ verification: "content" });
      expect([...host.files.keys(), host.files.get("products.csv")?.equals(content)]).toEqual(["products.csv", true]);
    },
  );

  test("a file above the limit is verified by samples, which detect a corrupted block", async () => {
    const content = randomBytes(2_500_000);
    const at = await startPartner();
    const files = [fileInMemory("products.csv", content)];
    expect(await pushForTest(at.target, { files, readBackBytesMax: 1_000_000 })).toMatchObject({
      verification: "sample",
    });
    await at.stop();
    const garbling = await startPartner({ garblesAt: 2_499_999 });
    await expect(pushForTest(garbling.target, { files, readBackBytesMax: 1_000_000 })).rejects.toMatchObject({
      code: "content_mismatch",
    });
  });
});

describe("direct", () => {
  test("never renames, and a server that processes files at once receives them all", async () => {
    const at = await startPartner({ takesOnClose: true });
    const remark = await upload(at.target, {
      files: [fileInMemory("a.csv", "a"), fileInMemory("b.csv", "b")],
      strategy: "direct",
    });
    expect([...at.taken].map(([name, bytes]) => [name, bytes.toString()])).toEqual([
      ["a.csv", "a"],
      ["b.csv", "b"],
    ]);
    expect(at.acts).toEqual(["open a.csv", "open b.csv"]);
    expect(remark).toMatch(/the host removed a.csv at once, so its content was not verified/);
  });
});

describe("trigger", () => {
  test("is removed before the files change and written again when all of them are complete", async () => {
    const at = await startPartner();
    for (const name of ["products.csv.done", "stale.csv"]) at.files.set(name, Buffer.alloc(0));
    await upload(at.target, { files: [fileInMemory("a.csv", "a")], strategy: "trigger", staleNames: ["stale.csv"] });
    expect(at.acts).toEqual(["remove products.csv.done", "open a.csv", "remove stale.csv", "open products.csv.done"]);
  });

  test("is not written when the files were not", async () => {
    const at = await startPartner({ quotaBytes: 10 });
    const coming = upload(at.target, { files: [fileInMemory("a.csv", "x".repeat(100))], strategy: "trigger" });
    await expect(coming).rejects.toMatchObject({ code: "protocol", isTransient: true });
    expect(at.files.has("products.csv.done")).toBe(false);
  });
});

describe("a file that differs at the host", () => {
  test("gets no final name: a byte that changed in transit is detected by content, not by size", async () => {
    const at = await startPartner({ garblesAt: 2 });
    const files = [fileInMemory("products.csv", "content")];
    await expect(upload(at.target, { files, verify: "content" })).rejects.toMatchObject({
      code: "content_mismatch",
      isTransient: true,
      leftBehind: [],
    });
    expect(at.files.has("products.csv")).toBe(false);
    await upload(at.target, { files, verify: "size" });
    expect(textOf(at, "products.csv")).toBe("co\0tent");
  });
});

test("a server with writesMax 1 gets one write at a time", async () => {
  const at = await startPartner();
  const files = [fileInMemory("products.csv", randomBytes(500_000))];
  await upload(at.target, { files, writesMax: 1 });
  expect(at.writesAtOnce()).toBe(1);
  await upload(at.target, { files, writesMax: 4, runId: "run_2" });
  expect(at.writesAtOnce()).toBe(4);
});

test("an old file that cannot be removed is reported and does not fail the delivery", async () => {
  const at = await startPartner({ keepsAll: true });
  at.files.set("stale.csv", Buffer.from("s"));
  const remark = await upload(at.target, {
    files: [fileInMemory("a.csv", "a")],
    strategy: "direct",
    staleNames: ["stale.csv"],
  });
  expect(remark).toBe("stale.csv of an earlier run could not be removed");
});

test("a server that lists its folder endlessly gets a bounded number of requests, and its file", async () => {
  const at = await startPartner({ listsForEver: true });
  for (let i = 0; i < 200; i += 1) at.files.set(`other-${i}`, Buffer.alloc(0));
  await upload(at.target, { files: [fileInMemory("products.csv", "content")] });
  expect(textOf(at, "products.csv")).toBe("content");
});
