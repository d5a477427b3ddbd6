import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { UploadStrategy } from "@skucast/contracts/destinations/destination";
import { startUnruly, type UnrulyServer } from "@skucast/testkit/partner-servers/start-unruly";
import { type UnrulyOptions, WORDS } from "@skucast/testkit/partner-servers/unruly-options";
import { createRemoteTraces } from "./remote-traces.js";
import type { SftpFailure } from "./sftp-failure.js";
import { testTarget } from "./test-target.js";
import { fileInMemory } from "./testing/file-in-memory.js";
import { loopbackGuard, pushForTest, targetOf } from "./testing/push-for-test.js";
import type { UploadOutcome } from "./upload-files.js";

const NAME = "products.csv";
const TEMPORARY = `.${NAME}.part-run_1-dst_1`;
const ASIDE = `.${NAME}.old-dst_1`;
const OLD = randomBytes(600_000);
const NEW = randomBytes(600_000); // as large as the old one, so that a size tells nothing

let server: UnrulyServer;
afterEach(() => server.stop());

async function start(manners: UnrulyOptions, former: Buffer | null = OLD): Promise<void> {
  server = await startUnruly(manners);
  if (former) writeFileSync(join(server.folder, NAME), former);
}

type Ended = UploadOutcome | SftpFailure;

/** The tries of one delivery, as a run makes them until one succeeds. */
async function deliver(tries: number, strategy: UploadStrategy = "rename"): Promise<Ended[]> {
  const traces = createRemoteTraces();
  const ended: Ended[] = [];
  for (let i = 0; i < tries && !ended.some((one) => !(one instanceof Error)); i += 1) {
    const push = pushForTest(targetOf(server), { files: [fileInMemory(NAME, NEW)], strategy }, traces);
    ended.push(await push.catch((error: SftpFailure) => error));
  }
  return ended;
}

/** What each file in the folder is. */
function folder(): Record<string, "old" | "new" | "other"> {
  const kindOf = (name: string) => {
    const bytes = readFileSync(join(server.folder, name));
    return bytes.equals(OLD) ? "old" : bytes.equals(NEW) ? "new" : "other";
  };
  return Object.fromEntries(readdirSync(server.folder).map((name) => [name, kindOf(name)]));
}

describe("a host that cannot rename", () => {
  const manners = { noPosixRename: true, refuseRename: { as: "unsupported" } } as const;

  test("and breaks off whenever the final name is written keeps the whole new file, and the failure names it", async () => {
    await start({ ...manners, cutWriting: { name: NAME, bytes: 300_000 } });
    const failure = (await deliver(3)).at(-1) as SftpFailure;
    expect(folder()).toEqual({ [TEMPORARY]: "new" });
    expect(failure).toMatchObject({ code: "unreachable", removed: [NAME] });
    expect(failure.message).toContain(`left at the host: ${TEMPORARY} (the whole new ${NAME})`);
    expect(failure.message).toContain(`removed from the host because not whole: ${NAME}`);
    expect(server.records.acts.filter((act) => act === `write ${TEMPORARY}`)).toHaveLength(1);
  });

  test("and breaks off once has the file from the next try, which does not send it to the temporary name again", async () => {
    await start({ ...manners, cutWriting: { name: NAME, bytes: 300_000, times: 1 } });
    const [first, second] = await deliver(3);
    expect(first).toMatchObject({ code: "unreachable" });
    expect(second).toMatchObject({ verification: "content", remark: expect.stringContaining("cannot rename") });
    expect(folder()).toEqual({ [NAME]: "new" });
    expect(server.records.acts.filter((act) => act === `write ${TEMPORARY}`)).toHaveLength(1);
  });

  test("and is gone after it broke off: both files stand, and the last failure names them", async () => {
    await start({ ...manners, cutWriting: { name: NAME, bytes: 300_000 }, isDownAfterCut: true });
    const failure = (await deliver(3)).at(-1) as SftpFailure;
    expect(folder()).toEqual({ [TEMPORARY]: "new", [NAME]: "other" });
    expect(failure.message).toContain(`${TEMPORARY} (the whole new ${NAME})`);
    expect(failure.message).toContain(`${NAME} (maybe not the whole file)`);
  });

  test("and refuses to have the final name opened keeps the former file and no temporary one", async () => {
    await start({ ...manners, refuseReplace: ["open"] });
    const [failure] = await deliver(1);
    expect(folder()).toEqual({ [NAME]: "old" });
    expect(failure).toMatchObject({ serverMessage: WORDS.exists, leftBehind: [], removed: [] });
  });

  test("and lets nothing be removed gets the file, and the temporary one is named", async () => {
    await start({ ...manners, noRemoving: true });
    const [outcome] = await deliver(1);
    expect(outcome).toMatchObject({ remark: expect.stringContaining(`${TEMPORARY} could not be removed`) });
    expect(folder()).toEqual({ [TEMPORARY]: "new", [NAME]: "new" });
  });
});

describe("what is left behind is named by the last failure, whichever try left it", () => {
  const noReplacing = { noPosixRename: true, refuseReplace: ["rename"] } as const;

  test("a host that goes for good between moving the former file aside and naming the new one", async () => {
    await start({ ...noReplacing, cutAtRename: { number: 3, when: "before" }, isDownAfterCut: true });
    const failure = (await deliver(3)).at(-1) as SftpFailure;
    expect(folder()).toEqual({ [ASIDE]: "old", [TEMPORARY]: "new" });
    expect(failure.message).toContain(`${ASIDE} (the former ${NAME}, which may be missing)`);
    expect(failure.message).toContain(TEMPORARY);
  });

  test("a host that comes back has the new file and nothing else", async () => {
    await start({ ...noReplacing, cutAtRename: { number: 3, when: "before" } });
    const ended = await deliver(3);
    expect(ended.map((one) => one instanceof Error)).toEqual([true, false]);
    expect(folder()).toEqual({ [NAME]: "new" });
  });

  test("a host that does not list its folder is rid of what an earlier try left all the same", async () => {
    await start({ ...noReplacing, noListing: true, cutAtRename: { number: 3, when: "before" } });
    await deliver(2);
    expect(folder()).toEqual({ [NAME]: "new" });
  });

  test("a removal that is confirmed and not done", async () => {
    await start({ corruptsAt: 300_000, ignoresRemove: true });
    const [failure] = await deliver(1);
    expect(failure).toMatchObject({ code: "content_mismatch", leftBehind: [TEMPORARY] });
    expect(folder()).toEqual({ [NAME]: "old", [TEMPORARY]: "other" });
  });
});

describe("a temporary file of an earlier run, where nothing has the final name,", () => {
  const LEFT = `.${NAME}.part-run_0-dst_1`;
  const startWithLeft = async (manners: UnrulyOptions) => {
    await start(manners, null);
    writeFileSync(join(server.folder, LEFT), OLD);
  };

  test("stays until the new file has its name", async () => {
    await startWithLeft({ cutWriting: { name: TEMPORARY, bytes: 300_000, times: 1 } });
    const [failure] = await deliver(1);
    expect([failure, folder()]).toMatchObject([{ code: "unreachable" }, { [LEFT]: "old" }]);
    await deliver(1);
    expect(folder()).toEqual({ [NAME]: "new" });
  });

  test("goes where its space may be what the host lacks", async () => {
    await startWithLeft({ quotaBytes: 300_000 });
    await deliver(1);
    expect(folder()).toEqual({});
  });
});

describe("a host that does not do what it answers", () => {
  test("confirms every rename and does none: the delivery fails, and the former file stays", async () => {
    await start({ ignoresRename: ["rename", "posix-rename"] });
    const [failure] = await deliver(1);
    expect(failure).toMatchObject({ code: "not_renamed", isTransient: false, leftBehind: [] });
    expect((failure as SftpFailure).message).toMatch(
      /confirmed a rename and did not do it; choose the strategy direct/,
    );
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

  test("cuts the file down as it is renamed over the former one: what is left of it is removed, and that is named", async () => {
    await start({ truncatesRenamed });
    const [failure] = await deliver(1);
    expect(failure).toMatchObject({ code: "content_mismatch", removed: [NAME], leftBehind: [] });
    expect((failure as SftpFailure).message).toContain("after the rename the host has 300000 of 600000 bytes");
    expect(folder()).toEqual({});
  });

  test("and where the former file was moved aside, that one comes back", async () => {
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
        remark: expect.stringContaining("did it all the same"),
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
  ])("leaves no part of a file when %s, and says that there is none", async (_title, manners) => {
    await start(manners);
    const failure = (await deliver(2, strategy)).at(-1) as SftpFailure;
    expect(folder()).toEqual({});
    expect(failure.removed).toEqual([NAME]);
    expect(failure.message).toContain(`removed from the host because not whole: ${NAME}`);
    expect(failure.message).not.toMatch(/the file at the host/);
  });

  test("leaves the former file alone when the host refuses to open it", async () => {
    await start({ refuseReplace: ["open"] });
    const [failure] = await deliver(1, strategy);
    expect([failure, folder()]).toMatchObject([{ leftBehind: [], removed: [] }, { [NAME]: "old" }]);
  });
});

test("a failed delivery by direct names the part of a file that stays where nothing can be removed", async () => {
  await start({ quotaBytes: 300_000, noRemoving: true });
  const [failure] = await deliver(1, "direct");
  expect(folder()).toEqual({ [NAME]: "other" });
  expect((failure as SftpFailure).message).toContain(`left at the host: ${NAME} (maybe not the whole file)`);
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
      signal: AbortSignal.timeout(30_000),
      stallTimeoutMs: 10_000,
    });

  test.each([1, 2])("leaves nothing when the connection goes right after rename %d was done", async (number) => {
    await start({ cutAtRename: { number, when: "after" } });
    expect((await tryOut()).test).toMatchObject({ status: "failed" });
    expect(folder()).toEqual({ [NAME]: "old" });
  });

  test.each([3, 4, 5])("leaves nothing when it goes at rename %d of a host that does not replace", async (number) => {
    await start({ noPosixRename: true, refuseReplace: ["rename"], cutAtRename: { number, when: "before" } });
    await tryOut();
    expect(folder()).toEqual({ [NAME]: "old" });
  });

  test("names each file that may be left where the host is gone for good", async () => {
    await start({ cutAtRename: { number: 1, when: "after" }, isDownAfterCut: true });
    const { test: tested } = await tryOut();
    expect(folder()).toEqual({ [NAME]: "old", ".skucast-test-1": "other" });
    expect(tested.summary).toContain("Left at the host: .skucast-test-1.");
  });

  test("names each file that stays where removals are confirmed and not done", async () => {
    await start({ ignoresRemove: true });
    expect((await tryOut()).test.summary).toContain("Left at the host: .skucast-test-1.");
  });

  test("finds that renames are confirmed and not done, as a run does, and leaves nothing", async () => {
    await start({ ignoresRename: ["rename", "posix-rename"] });
    const { test: tested } = await tryOut();
    expect(tested.summary).toMatch(/would not deliver.*confirmed a rename and did not do it/s);
    expect(folder()).toEqual({ [NAME]: "old" });
  });

  test.each([true, false])("leaves nothing where renames are done and refused (posix-rename: %s)", async (isPosix) => {
    await start({ refusesDoneRename: true, noPosixRename: !isPosix });
    expect((await tryOut()).test).toMatchObject({ status: "passed", summary: expect.stringContaining("all the same") });
    expect(folder()).toEqual({ [NAME]: "old" });
  });
});

describe("other bytes than were sent", () => {
  const push = (writesMax: number) =>
    pushForTest(targetOf(server), { files: [fileInMemory(NAME, NEW)], writesMax }).catch((error: SftpFailure) => error);

  test.each([1, 64])(
    "once do not make a host one that takes writes in order (writes at once: %d)",
    async (writesMax) => {
      await start({ corruptsAt: 300_000, corruptsUploads: 1 });
      const outcome = await push(writesMax);
      expect(outcome).toMatchObject({
        isOrdered: false,
        remark: expect.stringMatching(/^the host had stored .* sent again$/),
      });
      expect(folder()).toEqual({ [NAME]: "new" });
    },
  );

  test("twice do, when the file then comes whole one write at a time", async () => {
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
