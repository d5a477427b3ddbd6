import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { UploadStrategy } from "@skucast/contracts/destinations/destination";
import { startUnruly, type UnrulyServer } from "@skucast/testkit/partner-servers/start-unruly";
import type { UnrulyOptions } from "@skucast/testkit/partner-servers/unruly-options";
import { openSession } from "./open-session.js";
import type { SftpAuth, SftpTarget } from "./sftp-target.js";
import { testTarget } from "./test-target.js";
import { fileInMemory } from "./testing/file-in-memory.js";
import { loopbackGuard, pushForTest, targetOf } from "./testing/push-for-test.js";

const options = () => ({ guard: loopbackGuard, signal: AbortSignal.timeout(240_000), stallTimeoutMs: 60_000 });
const NAME = "products.csv";

let server: UnrulyServer;
afterEach(() => server.stop());

async function start(behavior: UnrulyOptions): Promise<void> {
  server = await startUnruly(behavior);
}

const targetWith = (auth?: SftpAuth): SftpTarget => ({ ...targetOf(server), ...(auth && { auth }) });
const push = (content: Buffer, strategy: UploadStrategy = "rename") =>
  pushForTest(targetWith(), { files: [fileInMemory(NAME, content)], strategy });

const tryOut = async (strategy: UploadStrategy = "rename") =>
  (
    await testTarget({
      target: targetWith(),
      ...options(),
      folder: ".",
      strategy,
      verify: "content",
      writesMax: 64,
      isWriting: true,
      testId: "skucast-test-1",
    })
  ).test;

describe("logging in", () => {
  const password = () => server.password ?? "";
  const logIn = async (auth: SftpAuth) => (await openSession(targetWith(auth), options())).close();

  test("keyboard-interactive gets the password as the response to its prompt", async () => {
    await start({ auth: "keyboard-interactive" });
    await logIn({ type: "password", password: password() });
    expect(server.records.logins).toEqual(["keyboard-interactive"]);
  });

  test("a wrong password is sent once", async () => {
    await start({ auth: "keyboard-interactive" });
    await expect(logIn({ type: "password", password: "wrong" })).rejects.toMatchObject({
      code: "authentication_failed",
    });
    expect(server.records.logins).toEqual(["keyboard-interactive"]);
  });

  test("a prompt for a code is reported in the host's words and gets no response", async () => {
    await start({ auth: "keyboard-interactive-code" });
    await expect(logIn({ type: "password", password: password() })).rejects.toMatchObject({
      code: "authentication_failed",
      serverMessage: "Verification code:",
    });
  });

  test("a key and a password together", async () => {
    await start({ auth: "publickey,password" });
    await logIn({ type: "public_key", private_key: server.privateKey, password: password() });
    expect([...new Set(server.records.logins)]).toEqual(["publickey", "password"]);
  });

  test("a key without the password that is also needed: the failure says what to provide", async () => {
    await start({ auth: "publickey,password" });
    await expect(logIn({ type: "public_key", private_key: server.privateKey })).rejects.toThrow(
      /accepted the first part and also asks for: password; give auth.password/,
    );
  });
});

describe("no algorithm in common", () => {
  test.each([
    ["key exchange", { kex: ["diffie-hellman-group14-sha1"] }, true],
    ["cipher", { cipher: ["aes128-cbc"] }, true],
    ["MAC", { hmac: ["hmac-md5"], cipher: ["aes256-ctr"] }, false],
  ] as const)("names the %s and what each side offers", async (kind, algorithms, wouldLegacyHelp) => {
    await start({ algorithms: algorithms as unknown as NonNullable<UnrulyOptions["algorithms"]> });
    const failure = await openSession(targetWith(), options()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "no_common_algorithm" });
    const { message } = failure as Error;
    expect(message).toContain(kind);
    for (const name of Object.values(algorithms).flat().slice(0, 1)) expect(message).toContain(name);
    expect(message.includes("legacy_algorithms_until")).toBe(wouldLegacyHelp);
    expect(message).not.toMatch(/ext-info|kex-strict/);
  });
});

describe("a test says whether a run would work", () => {
  interface Case {
    readonly behavior: UnrulyOptions;
    readonly strategy?: UploadStrategy;
    /** The run's verification, or the code of its failure. */
    readonly run: string;
    /** Expected in the summary of the test. */
    readonly summary: RegExp;
    /** The host's message in the run and in the test. */
    readonly words?: string;
  }
  const CASES: Readonly<Record<string, Case>> = {
    behaves: { behavior: {}, run: "content", summary: /^A run would deliver to this host\.$/ },
    "has no posix-rename and replaces by a plain rename": {
      behavior: { noPosixRename: true },
      run: "content",
      summary: /would deliver/,
    },
    "replaces nothing by renaming": {
      behavior: { noPosixRename: true, refuseReplace: ["rename"] },
      run: "content",
      summary: /cannot replace a file in one step/,
    },
    "refuses to rename": {
      behavior: { refuseRename: { as: "failure" } },
      run: "protocol",
      summary: /would not deliver/,
      words: "virus scanner busy",
    },
    "does not know how to rename": {
      behavior: { noPosixRename: true, refuseRename: { as: "unsupported" } },
      run: "content",
      summary: /would deliver.*cannot rename/s,
    },
    "refuses to overwrite a file, strategy direct": {
      behavior: { refuseReplace: ["open"] },
      strategy: "direct",
      run: "protocol",
      summary: /would not deliver/,
    },
    "does not list": { behavior: { noListing: true }, run: "content", summary: /would deliver.*does not list/s },
    "does not allow reading": { behavior: { noReading: true }, run: "size", summary: /would deliver.*reading/s },
    "reports no attributes and does not allow reading": {
      behavior: { noReading: true, noStat: true },
      run: "none",
      summary: /would deliver.*not verified/s,
    },
    "removes files when they are closed": {
      behavior: { takesOnClose: true },
      run: "file_taken",
      summary: /would not deliver.*direct/s,
    },
    "removes files when they are closed, strategy direct": {
      behavior: { takesOnClose: true },
      strategy: "direct",
      run: "none",
      summary: /would deliver.*removed/s,
    },
    "fails to close": {
      behavior: { failsClose: true },
      run: "protocol",
      summary: /would not deliver/,
      words: "the file could not be stored",
    },
    "has a quota": {
      behavior: { quotaBytes: 100_000 },
      run: "no_space",
      summary: /would not deliver/,
      words: "quota exceeded, call +49 30 1234567",
    },
    "stores other bytes": { behavior: { corruptsAt: 250_000 }, run: "content_mismatch", summary: /would not deliver/ },
    "accepts writes only in order": { behavior: { orderedOnly: true }, run: "content", summary: /only in order/ },
    "answers reads with fewer bytes": { behavior: { readBytesMax: 5_000 }, run: "content", summary: /would deliver/ },
  };

  test.each(Object.entries(CASES))("of a host that %s", async (_title, { behavior, strategy, run, summary, words }) => {
    await start(behavior);
    const former = randomBytes(400_000);
    const next = randomBytes(600_000);
    const mayHaveFormer = !behavior.takesOnClose;
    if (mayHaveFormer) writeFileSync(join(server.folder, NAME), former);
    const tested = await tryOut(strategy);
    expect(readdirSync(server.folder)).toEqual(mayHaveFormer ? [NAME] : []);
    const ran = await push(next, strategy).then(
      ({ verification }) => ({ result: verification as string, words: null }),
      ({ code, serverMessage }) => ({ result: code as string, words: serverMessage as string | null }),
    );
    const isDelivered = ["content", "size", "none"].includes(run);
    expect({ ...ran, status: tested.status }).toMatchObject({ result: run, status: isDelivered ? "passed" : "failed" });
    expect(tested.summary).toMatch(summary);
    const inTest = tested.steps.find(({ status }) => status === "failed")?.server_message ?? null;
    if (words !== undefined) expect([ran.words, inTest]).toEqual([words, words]);
    if (!mayHaveFormer) return;
    expect(readdirSync(server.folder)).toEqual([NAME]);
    const there = readFileSync(join(server.folder, NAME));
    expect(there.equals(isDelivered ? next : former)).toBe(true);
  });

  test("an old file that cannot be restored is named by every attempt, and the next run that is allowed to restores it", async () => {
    await start({ refuseRename: { onto: NAME, times: 9, as: "failure" } });
    const former = randomBytes(400_000);
    writeFileSync(join(server.folder, NAME), former);
    const attempts = [];
    for (let i = 0; i < 2; i += 1) attempts.push(await push(randomBytes(600_000)).catch((error: unknown) => error));
    for (const failure of attempts) {
      expect((failure as Error).message).toContain(`.${NAME}.old-dst_1 (the old`);
      expect(failure).toMatchObject({ serverMessage: "virus scanner busy" });
    }
    expect(readdirSync(server.folder)).toEqual([`.${NAME}.old-dst_1`]);
    expect(readFileSync(join(server.folder, `.${NAME}.old-dst_1`)).equals(former)).toBe(true);
    const next = randomBytes(600_000);
    for (let tries = 0; tries < 3 && !existsSync(join(server.folder, NAME)); tries += 1)
      await push(next).catch(() => {});
    expect([readdirSync(server.folder), readFileSync(join(server.folder, NAME)).equals(next)]).toEqual([[NAME], true]);
  });

  test("no log line contains the password, even if the host repeats it", async () => {
    await start({ quotaBytes: 10, quotaWords: "quota exceeded for partner-password" });
    const failure = (await push(randomBytes(100_000)).catch((error: unknown) => error)) as Error;
    expect(failure).toMatchObject({ serverMessage: "quota exceeded for [hidden]" });
    expect(inspect(failure)).not.toContain(server.password);
  });

  test("a host whose scanner is busy once keeps the old file until it gets the new one", async () => {
    await start({ refuseRename: { times: 1, as: "failure" } });
    const next = randomBytes(600_000);
    writeFileSync(join(server.folder, NAME), "old");
    await push(next);
    expect([readdirSync(server.folder), readFileSync(join(server.folder, NAME)).equals(next)]).toEqual([[NAME], true]);
  });
});
