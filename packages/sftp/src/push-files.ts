import { openSession, type SessionOptions, type SftpSession } from "./open-session.js";
import { createRemoteTraces, type RemoteTraces } from "./remote-traces.js";
import { isFailure, SftpFailure } from "./sftp-failure.js";
import type { SftpTarget } from "./sftp-target.js";
import { type UploadOutcome, type UploadSet, uploadFiles } from "./upload-files.js";

export interface Push extends UploadSet {
  /** Called after the login, before the first byte is written. */
  readonly onOpen: () => Promise<void>;
}

/**
 * Connects and brings the files to the host. When it fails, what it has left at the host is removed in the same attempt,
 * over a new connection if need be; the failure names what may be left, and what the host has no more. The tries of a
 * delivery share their traces, so that each settles what those before it left, and the last failure names all. Throws
 * SftpFailure, or the signal's reason: then nothing is removed, since another attempt may be writing under the same names.
 */
export async function pushFiles(
  target: SftpTarget,
  options: SessionOptions,
  push: Push,
  traces: RemoteTraces = createRemoteTraces(),
): Promise<UploadOutcome> {
  try {
    const session = await openSession(target, options);
    try {
      return await pushOver(session, push, traces);
    } catch (error) {
      options.signal.throwIfAborted();
      await cleanUpTraces(traces, { session, target, options, isUsable: !isFailure(error, "stalled") });
      throw error;
    } finally {
      session.close();
    }
  } catch (error) {
    options.signal.throwIfAborted();
    throw error instanceof SftpFailure ? withTraces(error, traces) : error;
  }
}

async function pushOver(session: SftpSession, push: Push, traces: RemoteTraces): Promise<UploadOutcome> {
  await push.onOpen();
  await traces.cleanUp(session);
  return uploadFiles(session, push, traces);
}

/** The failure, with what may be left at the host and what it has no more. */
export const withTraces = (failure: SftpFailure, traces: RemoteTraces): SftpFailure =>
  failure.with({ leftBehind: traces.leftBehind(), removed: traces.removed() });

interface CleanUp {
  readonly session: SftpSession;
  readonly target: SftpTarget;
  readonly options: SessionOptions;
  /** Whether the session still gets answers. */
  readonly isUsable: boolean;
}

const CLEAN_UP_MS_MAX = 15_000;

/** Removes what an upload has left at the host, as far as that is possible within 15 s, or the stall time if that is less. */
export async function cleanUpTraces(
  traces: RemoteTraces,
  { session, target, options, isUsable }: CleanUp,
): Promise<void> {
  if (traces.isEmpty()) return;
  if (isUsable && !session.isLost()) {
    await traces.cleanUp(session).catch(unlessSftpFailure);
    if (!session.isLost()) return;
  }
  if (traces.isEmpty()) return;
  const signal = AbortSignal.timeout(Math.min(CLEAN_UP_MS_MAX, options.stallTimeoutMs));
  try {
    const again = await openSession(target, { ...options, signal });
    await traces.cleanUp(again).finally(() => again.close());
  } catch (error) {
    if (!signal.aborted) unlessSftpFailure(error);
  }
}

function unlessSftpFailure(error: unknown): void {
  if (!(error instanceof SftpFailure)) throw error;
}
