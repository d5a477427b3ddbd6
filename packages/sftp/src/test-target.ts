import type { UploadCheck, UploadStrategy } from "@skucast/contracts/destinations/destination";
import type { DestinationTest } from "@skucast/contracts/destinations/destination-test";
import type { ShownHostKey } from "./fingerprint.js";
import { openSession, type SessionOptions, type SftpSession } from "./open-session.js";
import { cleanUpLeftovers } from "./push-files.js";
import { listRemote, pathIn } from "./remote-files.js";
import { createRemoteLeftovers, type RemoteLeftovers } from "./remote-leftovers.js";
import { replaceRemote } from "./replace-remote.js";
import { scanHostKeys } from "./scan-host-keys.js";
import { isFailure, isRefusal, SftpFailure } from "./sftp-failure.js";
import type { SftpTarget } from "./sftp-target.js";
import { TEST_FILE } from "./test-file.js";
import { createTestSteps, type TestSteps } from "./test-steps.js";
import { uploadFile, type WriteMode } from "./upload-file.js";

export interface TargetTest extends SessionOptions {
  readonly target: SftpTarget;
  readonly folder: string;
  readonly strategy: UploadStrategy;
  readonly verify: UploadCheck;
  readonly writesMax: number;
  /** Whether files are written, renamed, replaced and removed. */
  readonly isWriting: boolean;
  /** Makes the names of the test's files unique. */
  readonly testId: string;
}

export interface TargetTestResult {
  readonly test: DestinationTest;
  /** Whether the test found that the host accepts only one write at a time. */
  readonly isOrdered: boolean;
}

/**
 * Does what a run does, step by step, with a file of its own, and reports the result of each step. Also replaces that file,
 * and removes everything it has written, even when its time limit is reached. Uses one connection if the host's preferred
 * key is pinned, one more for a next key, and at most two while no key is pinned. Sends nothing about the login to a host
 * without a pinned key. Throws only errors that the host did not cause.
 */
export async function testTarget(test: TargetTest): Promise<TargetTestResult> {
  const steps = createTestSteps(test.signal);
  const mode: WriteMode = { writesMax: test.writesMax, isOrdered: false };
  const shown = test.target.hostKeys.length === 0 ? await runUnpinned(steps, test) : await runSteps(steps, test, mode);
  const hostKeys = shown.map((key) => ({ ...key, is_pinned: test.target.hostKeys.includes(key.fingerprint) }));
  return { test: { ...steps.result(), host_keys: hostKeys }, isOrdered: mode.isOrdered };
}

async function runUnpinned(steps: TestSteps, test: TargetTest): Promise<readonly ShownHostKey[]> {
  const shown = (await steps.run("connect", () => scanHostKeys(test.target, test))) ?? [];
  await steps.run("host_key", () => Promise.reject(new SftpFailure("host_key_unknown")));
  return shown;
}

/** Connecting, checking the host key and logging in are steps of one connection. */
async function runSteps(steps: TestSteps, test: TargetTest, mode: WriteMode): Promise<readonly ShownHostKey[]> {
  const shown: ShownHostKey[] = [];
  const { promise: isShown, resolve: show } = Promise.withResolvers<void>();
  const { promise: isPinned, resolve: pin } = Promise.withResolvers<void>();
  const opening = openSession(test.target, {
    ...test,
    onHostKey: (key, isKnown) => {
      shown.push(key);
      show();
      if (isKnown) pin();
    },
  });
  await steps.run("connect", () => Promise.race([isShown, opening]));
  await steps.run("host_key", () => Promise.race([isPinned, opening]));
  const session = await steps.run("login", () => opening);
  if (!session) return shown;
  const leftovers = createRemoteLeftovers();
  try {
    await testFiles(steps, session, { ...test, mode, leftovers });
    await testNextKey(steps, test);
    return session.hostKeys();
  } finally {
    await cleanUpLeftovers(leftovers, { session, target: test.target, options: test, isUsable: !test.signal.aborted });
    steps.setLeftBehind(leftovers.leftBehind());
    session.close();
  }
}

interface FilesTest extends TargetTest {
  readonly mode: WriteMode;
  readonly leftovers: RemoteLeftovers;
}

async function testFiles(steps: TestSteps, session: SftpSession, test: FilesTest): Promise<void> {
  await steps.run("folder", () =>
    listRemote(session, test.folder).catch((error: unknown) => {
      if (!isRefusal(error) || isFailure(error, "not_found")) throw error;
      steps.remark("the host does not list the folder, so leftovers of interrupted uploads cannot be found");
    }),
  );
  if (!test.isWriting) return;
  const isDirect = test.strategy === "direct" || test.strategy === "trigger";
  await (isDirect ? testDirect : testRename)(steps, session, test);
}

async function testRename(steps: TestSteps, session: SftpSession, test: FilesTest): Promise<void> {
  const { leftovers } = test;
  const path = (ending: string) => pathIn(test.folder, `.${test.testId}${ending}`);
  const from = path(".part");
  const to = path("");
  const aside = path(".old");
  await steps.run("write", () => write(steps, session, from, test));
  await steps.run("rename", async () => {
    // When the connection is lost, each of the names may have one of the test's files.
    const replace = async () => {
      leftovers.writing(to, "temporary");
      try {
        return await replaceRemote(session, { from, to, aside, bytes: TEST_FILE.bytes, leftovers });
      } finally {
        if (leftovers.has(aside)) leftovers.writing(aside, "temporary");
      }
    };
    try {
      const first = await replace();
      await write(steps, session, from, test);
      const { isAtomic, leftAside, wasRefused } = await replace();
      if (!isAtomic) steps.remark("the host cannot replace a file in one step: for an instant there is no file");
      if (first.wasRefused || wasRefused) steps.remark("the host reports renames as failed but does them");
      if (leftAside !== undefined) leftovers.writing(leftAside, "temporary");
    } catch (error) {
      if (!isFailure(error, "unsupported")) throw error;
      steps.remark("the host cannot rename: runs write to the final name");
      await write(steps, session, to, test);
    }
  });
  await steps.run("remove", () => remove(steps, session, test));
}

async function testDirect(steps: TestSteps, session: SftpSession, test: FilesTest): Promise<void> {
  const path = pathIn(test.folder, `.${test.testId}`);
  await steps.run("write", async () => {
    await write(steps, session, path, test);
    await write(steps, session, path, test);
  });
  await steps.run("remove", () => remove(steps, session, test));
}

async function write(steps: TestSteps, session: SftpSession, path: string, test: FilesTest): Promise<void> {
  const mayBeTaken = test.strategy === "direct" || test.strategy === "trigger";
  const options = { ...test, mayBeTaken, readBackBytesMax: TEST_FILE.bytes, onBytes: () => {} };
  const { remark } = await uploadFile(session, path, TEST_FILE, options);
  if (remark !== undefined) steps.remark(remark);
  if (test.mode.isOrdered) steps.remark("the host accepts writes only in order, so runs send them one at a time");
}

/** Not a failure: a run can deliver even to a host that does not allow files to be removed. */
async function remove(steps: TestSteps, session: SftpSession, { leftovers }: FilesTest): Promise<void> {
  await leftovers.cleanUp(session);
  if (!leftovers.isEmpty())
    steps.remark("the host does not allow files to be removed, so old files and those of failed uploads stay");
}

/** Tests whether the partner accepts the key that will replace the current one. */
async function testNextKey(steps: TestSteps, test: TargetTest): Promise<void> {
  const target = withNextKey(test.target);
  if (target) await steps.run("next_key", () => tryLogin(target, test));
}

/** The target with only its next key; undefined when there is no next key. */
export function withNextKey(target: SftpTarget): SftpTarget | undefined {
  const { auth } = target;
  if (auth.type !== "public_key" || auth.next_private_key === undefined) return undefined;
  const { next_private_key: private_key, password } = auth;
  return { ...target, auth: { type: "public_key", private_key, password } };
}

/** Logs in and closes the session. Throws SftpFailure. */
export async function tryLogin(target: SftpTarget, options: SessionOptions): Promise<void> {
  (await openSession(target, options)).close();
}
