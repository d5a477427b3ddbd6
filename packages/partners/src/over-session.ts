import type { UploadStrategy } from "@skucast/contracts/destinations/destination";
import type { DestinationTestStepName } from "@skucast/contracts/destinations/destination-test";
import { companionName } from "@skucast/contracts/feeds/names-at";
import { DELIVERY_VERIFICATIONS } from "@skucast/contracts/runs/run";
import { companionFile } from "@skucast/sftp/companion-file";
import type { RemoteLeftovers } from "@skucast/sftp/remote-leftovers";
import { isRefusal, SftpFailure } from "@skucast/sftp/sftp-failure";
import { TEST_FILE } from "@skucast/sftp/test-file";
import { createTestSteps } from "@skucast/sftp/test-steps";
import type { TargetTestResult } from "@skucast/sftp/test-target";
import type { UploadFile } from "@skucast/sftp/upload-content";
import type { UploadOutcome } from "@skucast/sftp/upload-files";
import type { Comparison, DeliveredFile } from "@skucast/sftp/verify-target";
import { checkStored, hashStored } from "./check-stored.js";
import type { ConnectionOptions, Partner, PartnerPush, PartnerTest, PartnerType } from "./partner.js";
import type { OpenSession, PartnerSession, PutResult } from "./partner-session.js";

/** A type of destination whose files are put one by one over a session. */
export const overSession = (open: OpenSession): PartnerType => ({
  push: (partner, options, push, leftovers) => pushOver(open, partner, { options, push, leftovers }),
  test: (partner, options, test) => testOver(open, partner, { ...options, ...test }),
  verify: (partner, options, files) => verifyOver(open, partner, options, files),
});

interface Pushing {
  readonly options: ConnectionOptions;
  readonly push: PartnerPush;
  readonly leftovers: RemoteLeftovers;
}

async function pushOver(
  open: OpenSession,
  partner: Partner,
  { options, push, leftovers }: Pushing,
): Promise<UploadOutcome> {
  const session = await open(partner, { ...options, isLoginChecked: false });
  try {
    await push.onOpen();
    const { strategy } = partner;
    const companion = companionName[strategy](push.baseName);
    // The trigger tells the partner that all files are there, so the former one must not be seen during the upload.
    if (strategy === "trigger" && companion !== undefined) await isRemoved(session, companion);
    const results: PutResult[] = [];
    const remarks = new Set<string>();
    const put = async (file: UploadFile, onBytes: (bytes: number) => void) => {
      const result = await putFile(session, partner, file, { ...push, onBytes }).catch((error: unknown) => {
        noteFailed(leftovers, error);
        throw error;
      });
      leftovers.forget(file.name);
      if (result.remark !== undefined) remarks.add(result.remark);
      return result;
    };
    for (const file of push.files) results.push(await put(file, push.onBytes));
    for (const name of push.staleNames) {
      if (!(await isRemoved(session, name))) remarks.add(`${name} of an earlier run could not be removed`);
    }
    if (companion !== undefined) await put(companionFile(companion, push), () => {});
    return {
      remark: remarks.size === 0 ? null : [...remarks].join("; "),
      verification: weakest(results),
      isOrdered: false,
      serverMessage: results.find(({ serverMessage }) => serverMessage !== undefined)?.serverMessage,
    };
  } catch (error) {
    options.signal.throwIfAborted();
    throw error;
  } finally {
    session.close();
  }
}

/** Later attempts put the file again; until one succeeds, failures name what became of it. */
function noteFailed(leftovers: RemoteLeftovers, error: unknown): void {
  if (!(error instanceof SftpFailure)) return;
  for (const name of error.removed) leftovers.removedFinal(name);
  for (const name of error.leftBehind) {
    leftovers.writing(name, "final");
    leftovers.opened(name);
  }
}

interface FilePut {
  readonly runId: string;
  readonly destinationId: string;
  readonly readBackBytesMax: number;
  readonly onBytes: (bytes: number) => void;
}

const putFile = (session: PartnerSession, { verify }: Partner, file: UploadFile, put: FilePut): Promise<PutResult> =>
  session.put(file, {
    ...put,
    check: (storedName) => checkStored(session, storedName, file, { verify, readBackBytesMax: put.readBackBytesMax }),
  });

const weakest = (results: readonly PutResult[]): UploadOutcome["verification"] =>
  [...DELIVERY_VERIFICATIONS].reverse().find((it) => results.some(({ verification }) => verification === it)) ?? "none";

/** False if the host refuses to remove it. */
const isRemoved = (session: PartnerSession, name: string): Promise<boolean> =>
  session.remove(name).then(
    () => true,
    (error: unknown) => {
      if (isRefusal(error)) return false;
      throw error;
    },
  );

const STEPS: readonly DestinationTestStepName[] = ["connect", "login", "write", "remove"];

async function testOver(
  open: OpenSession,
  partner: Partner,
  test: ConnectionOptions & PartnerTest,
): Promise<TargetTestResult> {
  const steps = createTestSteps(test.signal, STEPS);
  // Connecting and logging in are one step for the protocol; a rejected login means that the host was reached.
  const opening = open(partner, { ...test, isLoginChecked: true });
  await steps.run("connect", () => opening.then(() => {}, unlessLogin));
  const session = await steps.run("login", () => opening);
  if (!session) {
    await opening.catch(() => {});
    return { test: { ...steps.result(), host_keys: [] }, isOrdered: false };
  }
  try {
    if (test.isWriting) await testFile(session, partner, { steps, testId: test.testId });
  } finally {
    session.close();
  }
  return { test: { ...steps.result(), host_keys: [] }, isOrdered: false };
}

const LOGIN_FAILURES: ReadonlySet<string> = new Set(["authentication_failed", "permission_denied", "not_found"]);

function unlessLogin(error: unknown): void {
  if (!(error instanceof SftpFailure && LOGIN_FAILURES.has(error.code))) throw error;
}

async function testFile(
  session: PartnerSession,
  partner: Partner,
  { steps, testId }: { readonly steps: ReturnType<typeof createTestSteps>; readonly testId: string },
): Promise<void> {
  const file = { ...TEST_FILE, name: `${testId}.txt` };
  const put = { runId: testId, destinationId: testId, readBackBytesMax: file.bytes, onBytes: () => {} };
  await steps.run("write", async () => {
    // Twice, because every run but the first replaces a file.
    for (let i = 0; i < 2; i += 1) {
      const { remark } = await putFile(session, partner, file, put);
      if (remark !== undefined) steps.remark(remark);
    }
  });
  await steps.run("remove", async () => {
    if (await isRemoved(session, file.name)) return;
    steps.remark("the host does not allow files to be removed, so old files stay");
    steps.setLeftBehind([file.name]);
  });
}

async function verifyOver(
  open: OpenSession,
  partner: Partner,
  options: ConnectionOptions,
  files: readonly DeliveredFile[],
): Promise<Comparison[]> {
  const { signal } = options;
  const comparisons: Comparison[] = [];
  let session: PartnerSession | undefined;
  try {
    session = await open(partner, { ...options, isLoginChecked: false });
    for (const file of files) comparisons.push(await compareFile(session, file));
  } catch (error) {
    if (!signal.aborted) throw error;
    if (session === undefined) throw new SftpFailure("stalled", "logging in");
  } finally {
    session?.close();
  }
  return files.map((_, i) => comparisons[i] ?? { status: "not_compared", message: "the time limit was reached" });
}

async function compareFile(session: PartnerSession, { name, bytes, sha256 }: DeliveredFile): Promise<Comparison> {
  try {
    const size = await session.sizeOf(name);
    if (size === undefined) return { status: "missing", message: "the host has no such file" };
    if (size !== null && size !== bytes)
      return { status: "different", message: `the host has ${size} of ${bytes} bytes` };
    const found = await hashStored(session, name);
    if (found === undefined) return { status: "missing", message: "the host has no such file" };
    if (found === null) return { status: "not_compared", message: "the host does not allow reading" };
    return found === sha256
      ? { status: "equal", message: null }
      : { status: "different", message: `the host has a file with SHA-256 ${found}` };
  } catch (error) {
    if (isRefusal(error)) return { status: "not_compared", message: error.message };
    throw error;
  }
}

/** The strategies that write under a temporary name first, where the protocol can rename. */
export const renames = (strategy: UploadStrategy): boolean => strategy === "rename" || strategy === "manifest_last";
