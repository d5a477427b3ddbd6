import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { type Push, pushFiles } from "../push-files.js";
import type { RemoteLeftovers } from "../remote-leftovers.js";
import type { SftpTarget } from "../sftp-target.js";
import type { UploadOutcome } from "../upload-files.js";

/** Allows connections to loopback. */
export const loopbackGuard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });

/** How to connect to a test server. */
interface Server {
  readonly port: number;
  readonly username: string;
  readonly password?: string | undefined;
  readonly privateKey: string;
  readonly hostKeysSha256: readonly string[];
}

/** The server as a target: with a password if it has one, otherwise with a key. */
export function targetOf({ port, username, password, privateKey, hostKeysSha256 }: Server): SftpTarget {
  const auth: SftpTarget["auth"] =
    password === undefined ? { type: "public_key", private_key: privateKey } : { type: "password", password };
  return { host: "127.0.0.1", port, username, auth, hostKeys: hostKeysSha256, isLegacyAllowed: false };
}

/** Pushes files like one attempt of a run. `change` overrides the options. */
export function pushForTest(
  target: SftpTarget,
  change: Partial<Push> & Pick<Push, "files">,
  leftovers?: RemoteLeftovers,
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
  return pushFiles(target, options, push, leftovers);
}
