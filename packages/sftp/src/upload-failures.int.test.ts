import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { UploadStrategy } from "@skucast/contracts/destinations/destination";
import { startUnruly, type UnrulyServer } from "@skucast/testkit/partner-servers/start-unruly";
import { type UnrulyOptions, WORDS } from "@skucast/testkit/partner-servers/unruly-options";
import { createRemoteLeftovers } from "./remote-leftovers.js";
import type { SftpFailure } from "./sftp-failure.js";
import { testTarget } from "./test-target.js";
import { fileInMemory } from "./testing/file-in-memory.js";
import { loopbackGuard, pushForTest, targetOf } from "./testing/push-for-test.js";
import type { UploadOutcome } from "./upload-files.js";

const NAME = "products.csv";
const TEMPORARY = `.${NAME}.part-run_1-dst_1`;
const ASIDE = `.${NAME}.old-dst_1`;
const OLD = randomBytes(600_000);
const NEW = randomBytes(600_000); // as large as the old one, so that the size does not distinguish them

let server: UnrulyServer;
afterEach(() => server.stop());

async function start(behavior: UnrulyOptions, former: Buffer | null = OLD): Promise<void> {
  server = await startUnruly(behavior);
  if (former) writeFileSync(join(server.folder, NAME), former);
}

type Ended = UploadOutcome | SftpFailure;

/** The attempts of one delivery, until one succeeds, as in a run. */
async function deliver(tries: number, strategy: UploadStrategy = "rename"): Promise<Ended[]> {
  const leftovers = createRemoteLeftovers();
  const ended: Ended[] = [];
  for (let i = 0; i < tries && !ended.some((one) => !(one instanceof Error)); i += 1) {
    const push = pushForTest(targetOf(server), { files: [fileInMemory(NAME, NEW)], strategy }, leftovers);
    ended.push(await push.catch((error: SftpFailure) => error));
  }
  return ended;
}

/** Describes each file in the folder. */
function folder(): Record<string, "old" | "new" | "other"> {
  const kindOf = (name: string) => {
    const bytes = readFileSync(join(server.folder, name));
    return bytes.equals(OLD) ? "old" : bytes.equals(NEW) ? "new" : "other";
  };
  return Object.fromEntries(readdirSync(server.folder).map((name) => [name, kindOf(name)]));
}

describe("a host that cannot rename", () => {
  const behavior = { noPosixRename: true, refuseRename: { as: "unsupported" } } as const;

  test("and always disconnects when the final name is written keeps the complete new file, and the failure names it", async () => {
    await start({ ...behavior, cutWriting: { name: NAME, bytes: 300_000 } });
    const failure = (await deliver(3)).at(-1) as SftpFailure;
    expect(folder()).toEqual({ [TEMPORARY]: "new" });
    expect(failure).toMatchObject({ code: "unreachable", removed: [NAME] });
    expect(failure.message).toContain(`left at the host: ${TEMPORARY} (the complete new ${NAME})`);
    expect(failure.message).toContain(`removed from the host because incomplete: ${NAME}`);
    expect(server.records.acts.filter((act) => act === `write ${TEMPORARY}`)).toHaveLength(1);
  });

  test("and disconnects once gets the file from the next attempt, which does not send it to the temporary name again", async () => {
    await start({ ...behavior, cutWriting: { name: NAME, bytes: 300_000, times: 1 } });
    const [first, second] = await deliver(3);
    expect(first).toMatchObject({ code: "unreachable" });
    expect(second).toMatchObject({ verification: "content", remark: expect.stringContaining("cannot rename") });
    expect(folder()).toEqual({ [NAME]: "new" });
    expect(server.records.acts.filter((act) => act === `write ${TEMPORARY}`)).toHaveLength(1);
  });

  test("and cannot be reached after it disconnected: both files stay, and the last failure names them", async () => {
    await start({ ...behavior, cutWriting: { name: NAME, bytes: 300_000 }, isDownAfterCut: true });
    const failure = (await deliver(3)).at(-1) as SftpFailure;
    expect(folder()).toEqual({ [TEMPORARY]: "new", [NAME]: "other" });
    expect(failure.message).toContain(`${TEMPORARY} (the complete new ${NAME})`);
    expect(failure.message).toContain(`${NAME} (may be incomplete)`);
  });

  test("and refuses to open the final name keeps the old file and no temporary one", async () => {
    await start({ ...behavior, refuseReplace: ["open"] });
    const [failure] = await deliver(1);
    expect(folder()).toEqual({ [NAME]: "old" });
    expect(failure).toMatchObject({ serverMessage: WORDS.exists, leftBehind: [], removed: [] });
  });

  test("and does not allow removals gets the file, and the temporary one is named", async () => {
    await start({ ...behavior, noRemoving: true });
    const [outcome] = await deliver(1);
    expect(outcome).toMatchObject({ remark: expect.stringContaining(`${TEMPORARY} could not be removed`) });
    expect(folder()).toEqual({ [TEMPORARY]: "new", [NAME]: "new" });
  });
});

describe("files that any attempt has left behind are named by the last failure", () => {
  const noReplacing = { noPosixRename: true, refuseReplace: ["rename"] } as const;

  test("a host that becomes unreachable between moving the old file aside and renaming the new one", async () => {
    await start({ ...noReplacing, cutAtRename: { number: 3, when: "before" }, isDownAfterCut: true });
    const failure = (await deliver(3)).at(-1) as SftpFailure;
    expect(folder()).toEqual({ [ASIDE]: "old", [TEMPORARY]: "new" });
    expect(failure.message).toContain(`${ASIDE} (the old ${NAME}, which may be missing)`);
    expect(failure.message).toContain(TEMPORARY);
  });

  test("a host that comes back has the new file and nothing else", async () => {
    await start({ ...noReplacing, cutAtRename: { number: 3, when: "before" } });
    const ended = await deliver(3);
    expect(ended.map((one) => one instanceof Error)).toEqual([true, false]);
    expect(folder()).toEqual({ [NAME]: "new" });
  });

  test("a host that does not list its folder: leftovers of an earlier attempt are removed", async () => {
    await start({ ...noReplacing, noListing: true, cutAtRename: { number: 3, when: "before" } });
    await deliver(2);
    expect(folder()).toEqual({ [NAME]: "new" });
  });

  test("a removal that is confirmed but not done", async () => {
    await start({ corruptsAt: 300_000, ignoresRemove: true });
    const [failure] = await deliver(1);
    expect(failure).toMatchObject({ code: "content_mismatch", leftBehind: [TEMPORARY] });
    expect(folder()).toEqual({ [NAME]: "old", [TEMPORARY]: "other" });
  });
});

describe("a temporary file of an earlier run, when no file has the final name,", () => {
  const LEFT = `.${NAME}.part-run_0-dst_1`;
  const startWithLeft = async (behavior: UnrulyOptions) => {
    await start(behavior, null);
    writeFileSync(join(server.folder, LEFT), OLD);
  };

  test("stays until the new file has its name", async () => {
    await startWithLeft({ cutWriting: { name: TEMPORARY, bytes: 300_000, times: 1 } });
    const [failure] = await deliver(1);
    expect([failure, folder()]).toMatchObject([{ code: "unreachable" }, { [LEFT]: "old" }]);
    await deliver(1);
    expect(folder()).toEqual({ [NAME]: "new" });
  });

  test("is removed when the host may lack space", async () => {
    await startWithLeft({ quotaBytes: 300_000 });
    await deliver(1);
    expect(folder()).toEqual({});
  });
});

describe("a host whose responses are wrong", () => {
  test("confirms every rename but does none: the delivery fails, and the old file stays", async () => {
    await start({ ignoresRename: ["rename", "posix-rename"] });
    const [failure] = await deliver(1);
    expect(failure).toMatchObject({ code: "not_renamed", isTransient: false, leftBehind: [] });
    expect((failure as SftpFailure).message).toMatch(/confirmed a rename but did not do it; use the strategy direct/);
    expect(folder()).toEqual({ [NAME]: "old" });
  });

  test.each(["old", "no"] as const)(
    "confirms posix-rename alone without doing it, with %s former file",
    async (former) => {
      await start({ ignoresRename: ["posix-rename"], refuseReplace: ["rename"] }, former === "no" ? null : OLD);
      const [outcome] = await deliver(1);
      expect(outcome).toMatchObject({ verification: "content" });
      expect(folder()).toEqual({ [NAME]: "new" });
    },
  );

  const truncatesRenamed = { name: NAME, bytes: 300_000 };

  test("truncates the file while renaming it over the old one: the rest is removed, and the failure names it", async () => {
    await start({ truncatesRenamed });
    const [failure] = await deliver(1);
    expect(failure).toMatchObject({ code: "content_mismatch", removed: [NAME], leftBehind: [] });
    expect((failure as SftpFailure).message).toContain("after the rename the host has 300000 of 600000 bytes");
    expect(folder()).toEqual({});
  });

  test("the same after the old file was moved aside: the old file is restored", async () => {
    await start({ truncatesRenamed, noPosixRename: true, refuseReplace: ["rename"] });
    const [failure] = await deliver(1);
    expect(failure).toMatchObject({ code: "content_mismatch", removed: [], leftBehind: [] });
    expect(folder()).toEqual({ [NAME]: "old" });
  });

  test.each([true, false])(
    "does every rename and refuses it: the file is verified again (posix-rename: %s)",
    async (isPosix) => {
      await start({ refusesDoneRename: true, noPosixRename: !isPosix });
      const [outcome] = await deliver(1);
      expect(outcome).toMatchObject({
        verification: "content",
        remark: expect.stringContaining("reported the rename as failed but did it"),
      });
      expect(folder()).toEqual({ [NAME]: "new" });
    },
  );
});

describe.each(["direct", "trigger"] as const)("a failed delivery by %s", (strategy) => {
  test.each<[string, UnrulyOptions]>([
    ["the quota ends", { quotaBytes: 300_000 }],
    ["closing fails", { failsClose: true }],
    ["other bytes are stored", { corruptsAt: 300_000 }],
    ["the connection is reset", { cutWriting: { name: NAME, bytes: 300_000 } }],
  ])("leaves no part of a file when %s, and says that there is none", async (_title, behavior) => {
    await start(behavior);
    const failure = (await deliver(2, strategy)).at(-1) as SftpFailure;
    expect(folder()).toEqual({});
    expect(failure.removed).toEqual([NAME]);
    expect(failure.message).toContain(`removed from the host because incomplete: ${NAME}`);
    expect(failure.message).not.toMatch(/the file at the host/);
  });

  test("leaves the old file alone when the host refuses to open it", async () => {
    await start({ refuseReplace: ["open"] });
    const [failure] = await deliver(1, strategy);
    expect([failure, folder()]).toMatchObject([{ leftBehind: [], removed: [] }, { [NAME]: "old" }]);
  });
});

test("a failed delivery with the strategy direct names the incomplete file if the host does not allow removals", async () => {
  await start({ quotaBytes: 300_000, noRemoving: true });
  const [failure] = await deliver(1, "direct");
  expect(folder()).toEqual({ [NAME]: "other" });
  expect((failure as SftpFailure).message).toContain(`left at the host: ${NAME} (may be incomplete)`);
});

describe("a test of the destination", () => {
  const tryOut = (strategy: UploadStrategy = "rename") =>
    testTarget({
      target: targetOf(server),
      folder: ".",
      strategy,
      verify: "content",
      writesMax: 64,
      isWriting: true,
      testId: "skucast-test-1",
      guard: loopbackGuard,
      signal: AbortSignal.timeout(240_000),
      stallTimeoutMs: 60_000,
    });

  test.each([1, 2])("leaves nothing when the connection is lost right after rename %d", async (number) => {
    await start({ cutAtRename: { number, when: "after" } });
    expect((await tryOut()).test).toMatchObject({ status: "failed" });
    expect(folder()).toEqual({ [NAME]: "old" });
  });

  test.each([3, 4, 5])(
    "leaves nothing when the connection is lost at rename %d of a host that does not replace files",
    async (number) => {
      await start({ noPosixRename: true, refuseReplace: ["rename"], cutAtRename: { number, when: "before" } });
      await tryOut();
      expect(folder()).toEqual({ [NAME]: "old" });
    },
  );

  test("names each file that may be left when the host becomes unreachable", async () => {
    await start({ cutAtRename: { number: 1, when: "after" }, isDownAfterCut: true });
    const { test: tested } = await tryOut();
    expect(folder()).toEqual({ [NAME]: "old", ".skucast-test-1": "other" });
    expect(tested.summary).toContain("Left at the host: .skucast-test-1.");
  });

  test("names each file that stays when removals are confirmed but not done", async () => {
    await start({ ignoresRemove: true });
    expect((await tryOut()).test.summary).toContain("Left at the host: .skucast-test-1.");
  });

  test("detects that renames are confirmed but not done, as a run does, and leaves nothing", async () => {
    await start({ ignoresRename: ["rename", "posix-rename"] });
    const { test: tested } = await tryOut();
    expect(tested.summary).toMatch(/would not deliver.*confirmed a rename but did not do it/s);
    expect(folder()).toEqual({ [NAME]: "old" });
  });

  test.each([true, false])(
    "leaves nothing when renames are reported as failed but done (posix-rename: %s)",
    async (isPosix) => {
      await start({ refusesDoneRename: true, noPosixRename: !isPosix });
      expect((await tryOut()).test).toMatchObject({
        status: "passed",
        summary: expect.stringContaining("reports renames as failed but does them"),
      });
      expect(folder()).toEqual({ [NAME]: "old" });
    },
  );
});

describe("other bytes than were sent, stored by the host,", () => {
  const push = (writesMax: number) =>
    pushForTest(targetOf(server), { files: [fileInMemory(NAME, NEW)], writesMax }).catch((error: SftpFailure) => error);

  test.each([1, 64])("once do not mean that the host needs ordered writes (pending writes: %d)", async (writesMax) => {
    await start({ corruptsAt: 300_000, corruptsUploads: 1 });
    const outcome = await push(writesMax);
    expect(outcome).toMatchObject({
      isOrdered: false,
      remark: expect.stringMatching(/^the host had stored .* sent again$/),
    });
    expect(folder()).toEqual({ [NAME]: "new" });
  });

  test("twice do, when the file then arrives intact with one write at a time", async () => {
    await start({ corruptsAt: 300_000, corruptsUploads: 2 });
    expect(await push(64)).toMatchObject({ isOrdered: true, remark: expect.stringContaining("only in order") });
    expect(folder()).toEqual({ [NAME]: "new" });
  });

  test("always fail", async () => {
    await start({ corruptsAt: 300_000 });
    for (const writesMax of [1, 64]) expect(await push(writesMax)).toMatchObject({ code: "content_mismatch" });
    expect(folder()).toEqual({ [NAME]: "old" });
  });
});
