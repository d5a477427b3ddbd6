import { isFailure, isRefusal, SftpFailure } from "@skucast/sftp/sftp-failure";
import type { PartnerSession } from "./partner-session.js";

interface FailedPut {
  readonly name: string;
  readonly error: unknown;
  /** Whether a part of the file may have reached the host. */
  readonly isStarted: boolean;
  /** Whether a host that refuses the rest of a file keeps its beginning. */
  readonly keepsPart?: boolean;
}

/**
 * What to throw when a file could not be put under its final name. A damaged file is removed, so that the partner does not
 * read it as a good one; the failure names it as removed, or as left if that is not possible or not known.
 */
export async function failureOfPut(
  host: Pick<PartnerSession, "sizeOf" | "remove">,
  { name, error, isStarted, keepsPart = false }: FailedPut,
): Promise<unknown> {
  if (!(error instanceof SftpFailure)) return error;
  if (isFailure(error, "content_mismatch") || (keepsPart && isRefusal(error))) {
    const wasThere = (await host.sizeOf(name).catch(unlessAborted(null))) !== undefined;
    if (!wasThere) return error;
    const isGone = await host
      .remove(name)
      .then(async () => typeof (await host.sizeOf(name)) !== "number", unlessAborted(false));
    return error.with(isGone ? { removed: [name] } : { leftBehind: [name] });
  }
  return isRefusal(error) || !isStarted ? error : error.with({ leftBehind: [name] });
}

const unlessAborted =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof SftpFailure) return value;
    throw error;
  };
