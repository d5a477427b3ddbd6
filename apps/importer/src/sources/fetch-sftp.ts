import { fetchFile } from "@skucast/sftp/fetch-file";
import type { SessionOptions } from "@skucast/sftp/open-session";
import { scanHostKeys } from "@skucast/sftp/scan-host-keys";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { SftpTarget } from "@skucast/sftp/sftp-target";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { cleanName } from "./fetch-url.js";
import type { Fetched, SeenFile } from "./source-file.js";
import { assertNotTooLarge, storeUpload, type UploadFolder } from "./store-upload.js";
import { type Pace, paced } from "./watch-pace.js";

export interface SftpRequest extends UploadFolder {
  readonly target: SftpTarget;
  readonly path: string;
  /** What is known of the last file; null fetches unconditionally. */
  readonly seen: SeenFile | null;
  readonly signal: AbortSignal;
  readonly pace: Pace;
  readonly now: Date;
}

/** Hosts report times in seconds, so a file that was just written can change again without a new time. */
const SETTLED_SECONDS = 5;

/** Reads a file over SFTP unless its size and time have not changed. Throws SftpFailure, FetchFailure or TargetRefused. */
export async function fetchSftp(
  { guard, stallMs }: { readonly guard: TargetGuard; readonly stallMs: number },
  { target, path, seen, folder, bytesMax, signal, pace, now }: SftpRequest,
): Promise<Fetched> {
  const options = { guard, signal, stallTimeoutMs: stallMs };
  if (target.hostKeys.length === 0) throw await noPinnedKeys(target, options);
  const found = await fetchFile(target, options, {
    path,
    isWanted: ({ bytes, modifiedAt }) => {
      assertNotTooLarge(bytes, bytesMax);
      return seen === null || seen.bytes !== bytes || seen.modified_at !== modifiedAt;
    },
    take: (pieces) => storeUpload({ folder, bytesMax }, paced(pieces, pace)),
  });
  if (found === undefined) return { type: "unchanged" };
  const { taken: upload, facts } = found;
  const isSettled = facts.modifiedAt + SETTLED_SECONDS < now.getTime() / 1_000;
  const sizeAndTime = isSettled ? { bytes: facts.bytes, modified_at: facts.modifiedAt } : {};
  return {
    type: "file",
    upload,
    seen: { sha256: upload.sha256, ...sizeAndTime },
    mediaType: null,
    fileName: cleanName(path.split("/").at(-1) ?? ""),
  };
}

/** No host key is pinned yet: the failure names the keys that the host presents. */
async function noPinnedKeys(target: SftpTarget, options: SessionOptions): Promise<SftpFailure> {
  const keys = await scanHostKeys(target, options);
  const shown = keys.map(({ type, fingerprint }) => `${fingerprint} of type ${type}`).join(", ");
  return new SftpFailure(
    "host_key_unknown",
    `it presents ${shown}; add the keys that its operator confirms to host_keys`,
  );
}
