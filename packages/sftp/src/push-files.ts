import { openSession, type SessionOptions, type SftpSession } from "./open-session.js";
import { createRemoteLeftovers, type RemoteLeftovers } from "./remote-leftovers.js";
import { isFailure, SftpFailure } from "./sftp-failure.js";
import type { SftpTarget } from "./sftp-target.js";
import { type UploadOutcome, type UploadSet, uploadFiles } from "./upload-files.js";

export interface Push extends UploadSet {
  /** Called after the login, before the first byte is written. */
  readonly onOpen: () => Promise<void>;
}

/**
 * Connects and uploads the files. When that fails, the leftovers are removed, over a new connection if needed, and the
 * failure names the files that may be left at the host and those that it no longer has. The attempts of a delivery share
 * their leftovers, so that each cleans up after the earlier ones and the last failure names everything. Throws SftpFailure,
 * or the signal's reason; then nothing is removed, because another attempt may be writing under the same names.
 */
export async function pushFiles(
  target: SftpTarget,
  options: SessionOptions,
  push: Push,
  leftovers: RemoteLeftovers = createRemoteLeftovers(),
): Promise<UploadOutcome> {
  try {
    const session = await openSession(target, options);
    try {
      return await pushOver(session, push, leftovers);
    } catch (error) {
      options.signal.throwIfAborted();
      await cleanUpLeftovers(leftovers, { session, target, options, isUsable: !isFailure(error, "stalled") });
      throw error;
    } finally {
      session.close();
    }
  } catch (error) {
    options.signal.throwIfAborted();
    throw error instanceof SftpFailure ? withLeftovers(error, leftovers) : error;
  }
}

async function pushOver(session: SftpSession, push: Push, leftovers: RemoteLeftovers): Promise<UploadOutcome> {
  await push.onOpen();
  await leftovers.cleanUp(session);
  return uploadFiles(session, push, leftovers);
}

/** The failure, with the files that may be left at the host and those that it no longer has. */
export const withLeftovers = (failure: SftpFailure, leftovers: RemoteLeftovers): SftpFailure =>
  failure.with({ leftBehind: leftovers.leftBehind(), removed: leftovers.removed() });

interface CleanUp {
  readonly session: SftpSession;
  readonly target: SftpTarget;
  readonly options: SessionOptions;
  /** Whether the host still answers on the session. */
  readonly isUsable: boolean;
}

const CLEAN_UP_MS_MAX = 15_000;

/** Removes what an upload has left, as far as possible. A new connection gets 15 s, or the stall timeout if that is less. */
export async function cleanUpLeftovers(
  leftovers: RemoteLeftovers,
  { session, target, options, isUsable }: CleanUp,
): Promise<void> {
  if (leftovers.isEmpty()) return;
  if (isUsable && !session.isLost()) {
    await leftovers.cleanUp(session).catch(unlessSftpFailure);
    if (!session.isLost()) return;
  }
  if (leftovers.isEmpty()) return;
  const signal = AbortSignal.timeout(Math.min(CLEAN_UP_MS_MAX, options.stallTimeoutMs));
  try {
    const again = await openSession(target, { ...options, signal });
    await leftovers.cleanUp(again).finally(() => again.close());
  } catch (error) {
    if (!signal.aborted) unlessSftpFailure(error);
  }
}

function unlessSftpFailure(error: unknown): void {
  if (!(error instanceof SftpFailure)) throw error;
}
