import { createHash } from "node:crypto";
import type { UploadCheck, UploadStrategy } from "@skucast/contracts/destinations/destination";
import type { DestinationTest } from "@skucast/contracts/destinations/destination-test";
import type { ShownHostKey } from "./fingerprint.js";
import { openSession, type SessionOptions, type SftpSession } from "./open-session.js";
import { cleanUpTraces } from "./push-files.js";
import { listRemote, pathIn } from "./remote-files.js";
import { createRemoteTraces, type RemoteTraces } from "./remote-traces.js";
import { replaceRemote } from "./replace-remote.js";
import { scanHostKeys } from "./scan-host-keys.js";
import { isFailure, isRefusal, SftpFailure } from "./sftp-failure.js";
import type { SftpTarget } from "./sftp-target.js";
import { startLadder, type TestLadder } from "./test-ladder.js";
import type { UploadFile } from "./upload-content.js";
import { uploadFile, type WriteMode } from "./upload-file.js";

export interface TargetTest extends SessionOptions {
  readonly target: SftpTarget;
  readonly folder: string;
  readonly strategy: UploadStrategy;
  readonly verify: UploadCheck;
  readonly writesMax: number;
  /** Whether files are written, renamed, replaced and removed. */
  readonly isWriting: boolean;
  /** Makes the names of the test's files its own. */
  readonly testId: string;
}

export interface TargetTestResult {
  readonly test: DestinationTest;
  /** Whether the host was found to take writes only one at a time. */
  readonly isOrdered: boolean;
}

/** More than one write of every host, so that one that takes them only in order is found. */
const CONTENT = Buffer.from("This is a test of the connection. The file is removed again.\n".repeat(5_000));
const TEST_FILE: UploadFile = {
  name: "the test file",
  bytes: CONTENT.length,
  rows: 0,
  sha256: createHash("sha256").update(CONTENT).digest("hex"),
  open: async () => ({
    async *blocks(blockBytes) {
      for (let at = 0; at < CONTENT.length; at += blockBytes) yield CONTENT.subarray(at, at + blockBytes);
    },
    read: async (offset, length) => CONTENT.subarray(offset, offset + length),
    close: async () => {},
  }),
};

/**
 * Does what a run does, step by step, a file of its own being replaced included, and reports how far it came. One
 * connection where a pinned key is the one that the host prefers; two at most while none is pinned. Nothing about the
 * login is sent to a host that shows no pinned key. What it has written is removed, also when its time is over. Throws
 * only what is not the host's fault.
 */
export async function testTarget(test: TargetTest): Promise<TargetTestResult> {
  const ladder = startLadder(test.signal);
  const mode: WriteMode = { writesMax: test.writesMax, isOrdered: false };
  const shown = test.target.hostKeys.length === 0 ? await climbUnpinned(ladder, test) : await climb(ladder, test, mode);
  const hostKeys = shown.map((key) => ({ ...key, is_pinned: test.target.hostKeys.includes(key.fingerprint) }));
  return { test: { ...ladder.result(), host_keys: hostKeys }, isOrdered: mode.isOrdered };
}

async function climbUnpinned(ladder: TestLadder, test: TargetTest): Promise<readonly ShownHostKey[]> {
  const shown = (await ladder.climb("connect", () => scanHostKeys(test.target, test))) ?? [];
  await ladder.climb("host_key", () => Promise.reject(new SftpFailure("host_key_unknown")));
  return shown;
}

/** Connecting, the host's key and the login are steps of one connection. */
async function climb(ladder: TestLadder, test: TargetTest, mode: WriteMode): Promise<readonly ShownHostKey[]> {
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
  await ladder.climb("connect", () => Promise.race([isShown, opening]));
  await ladder.climb("host_key", () => Promise.race([isPinned, opening]));
  const session = await ladder.climb("login", () => opening);
  if (!session) return shown;
  const traces = createRemoteTraces();
  try {
    await climbFiles(ladder, session, { ...test, mode, traces });
    await climbNextKey(ladder, test);
    return session.hostKeys();
  } finally {
    await cleanUpTraces(traces, { session, target: test.target, options: test, isUsable: !test.signal.aborted });
    ladder.leave(traces.leftBehind());
    session.close();
  }
}

interface FilesTest extends TargetTest {
  readonly mode: WriteMode;
  readonly traces: RemoteTraces;
}

async function climbFiles(ladder: TestLadder, session: SftpSession, test: FilesTest): Promise<void> {
  await ladder.climb("folder", () =>
    listRemote(session, test.folder).catch((error: unknown) => {
      if (!isRefusal(error) || isFailure(error, "not_found")) throw error;
      ladder.remark("the host does not list the folder, so leftovers of uploads that were cut off cannot be found");
    }),
  );
  if (!test.isWriting) return;
  const isDirect = test.strategy === "direct" || test.strategy === "trigger";
  await (isDirect ? climbDirect : climbRename)(ladder, session, test);
}

async function climbRename(ladder: TestLadder, session: SftpSession, test: FilesTest): Promise<void> {
  const { traces } = test;
  const path = (ending: string) => pathIn(test.folder, `.${test.testId}${ending}`);
  const from = path(".part");
  const to = path("");
  const aside = path(".old");
  await ladder.climb("write", () => write(ladder, session, from, test));
  await ladder.climb("rename", async () => {
    // Each name may have one of the test's files when the connection goes, whatever the host had done by then.
    const replace = async () => {
      traces.writing(to, "temporary");
      try {
        return await replaceRemote(session, { from, to, aside, bytes: CONTENT.length, traces });
      } finally {
        if (traces.has(aside)) traces.writing(aside, "temporary");
      }
    };
    try {
      const first = await replace();
      await write(ladder, session, from, test);
      const { isAtomic, leftAside, wasRefused } = await replace();
      if (!isAtomic) ladder.remark("the host cannot replace a file in one step: for an instant there is none");
      if (first.wasRefused || wasRefused) ladder.remark("the host refuses renames and does them all the same");
      if (leftAside !== undefined) traces.writing(leftAside, "temporary");
    } catch (error) {
      if (!isFailure(error, "unsupported")) throw error;
      ladder.remark("the host cannot rename: runs write to the final name");
      await write(ladder, session, to, test);
    }
  });
  await ladder.climb("remove", () => remove(ladder, session, test));
}

async function climbDirect(ladder: TestLadder, session: SftpSession, test: FilesTest): Promise<void> {
  const path = pathIn(test.folder, `.${test.testId}`);
  await ladder.climb("write", async () => {
    await write(ladder, session, path, test);
    await write(ladder, session, path, test);
  });
  await ladder.climb("remove", () => remove(ladder, session, test));
}

async function write(ladder: TestLadder, session: SftpSession, path: string, test: FilesTest): Promise<void> {
  const mayBeTaken = test.strategy === "direct" || test.strategy === "trigger";
  const options = { ...test, mayBeTaken, readBackBytesMax: CONTENT.length, onBytes: () => {} };
  const { remark } = await uploadFile(session, path, TEST_FILE, options);
  if (remark !== undefined) ladder.remark(remark);
  if (test.mode.isOrdered) ladder.remark("the host takes writes only in order, so runs send them one at a time");
}

/** A run delivers all the same where a host lets nothing be removed. */
async function remove(ladder: TestLadder, session: SftpSession, { traces }: FilesTest): Promise<void> {
  await traces.cleanUp(session);
  if (!traces.isEmpty())
    ladder.remark("the host does not let files be removed, so old files and those of failed uploads stay");
}

/** Whether the partner takes the key that waits to replace the present one. */
async function climbNextKey(ladder: TestLadder, test: TargetTest): Promise<void> {
  const target = withNextKey(test.target);
  if (target) await ladder.climb("next_key", () => tryLogin(target, test));
}

/** The target with its next key alone; undefined when none waits. */
export function withNextKey(target: SftpTarget): SftpTarget | undefined {
  const { auth } = target;
  if (auth.type !== "public_key" || auth.next_private_key === undefined) return undefined;
  const { next_private_key: private_key, password } = auth;
  return { ...target, auth: { type: "public_key", private_key, password } };
}

/** Logs in and leaves again. Throws SftpFailure. */
export async function tryLogin(target: SftpTarget, options: SessionOptions): Promise<void> {
  (await openSession(target, options)).close();
}
