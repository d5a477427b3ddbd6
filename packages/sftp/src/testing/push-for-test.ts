import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { type Push, pushFiles } from "../push-files.js";
import type { RemoteTraces } from "../remote-traces.js";
import type { SftpTarget } from "../sftp-target.js";
import type { UploadOutcome } from "../upload-files.js";

/** Lets connections to loopback through. */
export const loopbackGuard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });

/** What a test server says of itself. */
interface Server {
  readonly port: number;
  readonly username: string;
  readonly password?: string | undefined;
  readonly privateKey: string;
  readonly hostKeysSha256: readonly string[];
}

/** The server as a destination: by password where it has one, otherwise by key. */
export function targetOf({ port, username, password, privateKey, hostKeysSha256 }: Server): SftpTarget {
  const auth: SftpTarget["auth"] =
    password === undefined ? { type: "public_key", private_key: privateKey } : { type: "password", password };
  return { host: "127.0.0.1", port, username, auth, hostKeys: hostKeysSha256, isLegacyAllowed: false };
}

/** Pushes files as a try of a run does; `change` sets what a test needs differently. */
export function pushForTest(
  target: SftpTarget,
  change: Partial<Push> & Pick<Push, "files">,
  traces?: RemoteTraces,
): Promise<UploadOutcome> {
  const options = { guard: loopbackGuard, signal: new AbortController().signal, stallTimeoutMs: 30_000 };
  const push: Push = {
    folder: ".",
    strategy: "rename",
    verify: "content",
    writesMax: 64,
    readBackBytesMax: 64_000_000,
    staleNames: [],
    baseName: "products.csv",
    runId: "run_1",
    destinationId: "dst_1",
    feedId: "feed_1",
    generatedAt: "2026-11-21T02:00:00.000Z",
    onOpen: async () => {},
    onBytes: () => {},
    ...change,
  };
  return pushFiles(target, options, push, traces);
}
