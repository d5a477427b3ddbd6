import { Readable } from "node:stream";
import type { DestinationTest } from "@skucast/contracts/destinations/destination-test";
import { openSession, type SessionOptions, type SftpSession, type SftpTarget } from "./open-session.js";
import {
  closeRemote,
  listRemote,
  openRemote,
  pathIn,
  removeIfThere,
  replaceRemote,
  statRemote,
} from "./remote-files.js";
import { scanHostKeys } from "./scan-host-keys.js";
import { SftpFailure } from "./sftp-failure.js";
import { startLadder, type TestLadder } from "./test-ladder.js";
import { writeRemote } from "./write-remote.js";

export interface TargetTest extends SessionOptions {
  readonly target: SftpTarget;
  readonly folder: string;
  /** Whether a file is written, renamed and removed. */
  readonly isWriting: boolean;
  /** Makes the names of the test's files its own. */
  readonly testId: string;
}

const CONTENT = Buffer.from("This is a test. The file is removed again.\n");

/**
 * Goes the way of a delivery, step by step, and tells how far it came. Nothing about the login is sent to a host that
 * shows no pinned key. Throws only what is no fault of the partner's.
 */
export async function testTarget(test: TargetTest): Promise<DestinationTest> {
  const { target } = test;
  const ladder = startLadder(test.signal);
  const shown = (await ladder.climb("connect", () => scanHostKeys(target, test))) ?? [];
  const hostKeys = shown.map((key) => ({ ...key, is_pinned: target.hostKeys.includes(key.fingerprint) }));
  await ladder.climb("host_key", async () => {
    if (target.hostKeys.length === 0) throw new SftpFailure("host_key_unknown");
    if (!hostKeys.some((key) => key.is_pinned)) throw new SftpFailure("host_key_changed");
  });
  const session = await ladder.climb("login", () => openSession(target, test));
  if (session) {
    await climbFiles(ladder, session, test).finally(() => session.close());
    await climbNextKey(ladder, test);
  }
  const steps = ladder.steps();
  return { status: steps.some(({ status }) => status === "failed") ? "failed" : "passed", host_keys: hostKeys, steps };
}

async function climbFiles(ladder: TestLadder, session: SftpSession, test: TargetTest): Promise<void> {
  const { folder, testId } = test;
  await ladder.climb("folder", () => listRemote(session, folder));
  if (!test.isWriting) return;
  const [first, second] = [pathIn(folder, `.${testId}.part`), pathIn(folder, `.${testId}`)];
  await ladder.climb("write", () => writeTestFile(session, first));
  await ladder.climb("rename", async () => {
    const replacement = await replaceRemote(session, first, second).catch(async (error: unknown) => {
      await removeIfThere(session, first).catch(() => {});
      throw error;
    });
    if (replacement === "two steps")
      ladder.remark("the host cannot replace a file in one step: for a moment there is none");
  });
  await ladder.climb("remove", () => removeIfThere(session, second));
}

async function writeTestFile(session: SftpSession, path: string): Promise<void> {
  const handle = await openRemote(session, path, "w");
  await writeRemote(session, handle, { source: Readable.from([CONTENT]) });
  await closeRemote(session, handle);
  const { size } = await statRemote(session, path);
  if (size !== CONTENT.length) throw new SftpFailure("protocol", `the host has ${size} of ${CONTENT.length} bytes`);
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
  return { ...target, auth: { type: "public_key", private_key: auth.next_private_key } };
}

/** Logs in and leaves again. Throws SftpFailure. */
export async function tryLogin(target: SftpTarget, options: SessionOptions): Promise<void> {
  (await openSession(target, options)).close();
}
