import { createHash, randomBytes } from "node:crypto";
import { createRemoteLeftovers } from "@skucast/sftp/remote-leftovers";
import type { FileContent, UploadFile } from "@skucast/sftp/upload-content";
import type { UploadOutcome } from "@skucast/sftp/upload-files";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import type { ConnectionOptions, Partner, PartnerPush } from "../partner.js";
import { PARTNER_TYPES } from "../partner-types.js";
import { createMemoryLedger } from "./create-memory-ledger.js";

/** A file in memory with its content, to compare. */
export interface TestFile extends UploadFile {
  readonly content: Buffer;
}

/** `source` replaces how the content is read, to fail in the middle. */
export function createTestFile(
  name: string,
  bytes: number,
  {
    content = randomBytes(bytes),
    source,
  }: { content?: Buffer; source?: (content: Buffer) => Partial<FileContent> } = {},
): TestFile {
  return {
    name,
    bytes: content.length,
    rows: 1,
    sha256: createHash("sha256").update(content).digest("hex"),
    media_type: "text/csv",
    content,
    open: async () => ({
      async *blocks(blockBytes) {
        for (let at = 0; at < content.length; at += blockBytes) yield content.subarray(at, at + blockBytes);
      },
      read: async (offset, length) => content.subarray(offset, offset + length),
      close: async () => {},
      ...source?.(content),
    }),
  };
}

export const connectionOptions = (given: Partial<ConnectionOptions> = {}): ConnectionOptions => ({
  guard: createTargetGuard({ allow: parseAllowList("127.0.0.1") }),
  signal: AbortSignal.timeout(240_000),
  stallTimeoutMs: 60_000,
  ...given,
});

export const partnerWith = (given: Partial<Partner> & Pick<Partner, "type" | "login">): Partner => ({
  host: "localhost",
  port: 0,
  username: "acme",
  folder: ".",
  strategy: "direct",
  verify: "content",
  writesMax: 64,
  hostKeys: [],
  isLegacyAllowed: false,
  options: {},
  nextLogin: null,
  ...given,
});

export interface TestPush extends Partial<PartnerPush> {
  readonly options?: Partial<ConnectionOptions>;
}

/** Pushes files to a partner, and counts the bytes. */
export async function pushForTest(
  partner: Partner,
  files: readonly UploadFile[],
  { options, ...push }: TestPush = {},
): Promise<UploadOutcome & { readonly bytesSent: number }> {
  let bytesSent = 0;
  const outcome = await PARTNER_TYPES[partner.type].push(
    partner,
    connectionOptions(options),
    {
      files,
      readBackBytesMax: 64_000_000,
      onBytes: (bytes) => {
        bytesSent += bytes;
      },
      staleNames: [],
      baseName: files[0]?.name ?? "products.csv",
      onOpen: async () => {},
      runId: "run_1",
      destinationId: "dst_1",
      feedId: "feed_1",
      generatedAt: "2026-11-26T02:00:00Z",
      ledger: createMemoryLedger(),
      sendsAll: false,
      onProducts: () => {},
      ...push,
    },
    createRemoteLeftovers(),
  );
  return { ...outcome, bytesSent };
}
