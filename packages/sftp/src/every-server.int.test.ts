import { createHash, randomBytes } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { UPLOAD_STRATEGIES, type UploadStrategy } from "@skucast/contracts/destinations/destination";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { eventually } from "@skucast/testkit/eventually";
import type { PartnerServer } from "@skucast/testkit/partner-servers/partner-server";
import { startAsyncssh } from "@skucast/testkit/partner-servers/start-asyncssh";
import { startDropbear } from "@skucast/testkit/partner-servers/start-dropbear";
import { startOpenssh } from "@skucast/testkit/partner-servers/start-openssh";
import { startParamiko } from "@skucast/testkit/partner-servers/start-paramiko";
import { startProftpd } from "@skucast/testkit/partner-servers/start-proftpd";
import { startRclone } from "@skucast/testkit/partner-servers/start-rclone";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import { type Push, pushFiles } from "./push-files.js";
import type { SftpTarget } from "./sftp-target.js";
import type { UploadFile } from "./upload-content.js";

interface Kind {
  readonly start: () => Promise<PartnerServer>;
  /** Whether a file is on disk only some time after it was closed. */
  readonly isLate?: boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  OpenSSH: { start: startOpenssh },
  ProFTPD: { start: startProftpd },
  dropbear: { start: startDropbear },
  asyncssh: { start: startAsyncssh },
  paramiko: { start: startParamiko },
  "rclone without a cache": { start: startRclone },
  "rclone with a cache": { start: () => startRclone({ cacheMode: "writes" }), isLate: true },
};

/** Around every limit: ssh2's and SFTP's packets, the blocks of a file, and nine of ssh2's packets; and 2.5 MB. */
const SIZES = [
  ...[0, 1, 31_951, 31_952, 31_953, 32_768, 261_120, 262_143, 262_144, 262_145],
  ...[294_095, 294_096, 294_097, 2_500_000],
];
const COMPANIONS: Readonly<Partial<Record<UploadStrategy, string>>> = {
  manifest_last: "products.csv.manifest.json",
  trigger: "products.csv.done",
};

const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A file in memory, which gives each reader blocks of its own. */
function inMemory(name: string, content: Buffer): UploadFile {
  return {
    ...{ name, bytes: content.length, rows: 1, sha256: sha256(content) },
    open: async () => ({
      async *blocks(blockBytes) {
        for (let at = 0; at < content.length; at += blockBytes)
          yield Buffer.from(content.subarray(at, at + blockBytes));
      },
      read: async (offset, length) => content.subarray(offset, offset + length),
      close: async () => {},
    }),
  };
}

const large = inMemory("large.csv", randomBytes(300_000_000));

describe.each(Object.entries(KINDS))("%s", (_name, { start, isLate = false }) => {
  let server: PartnerServer;
  let proxy: TcpProxy;
  /** Each test has a folder of its own in the server's. */
  let folder = "";
  let folders = 0;
  beforeAll(async () => {
    server = await start();
    proxy = await startTcpProxy(server);
  });
  afterAll(async () => {
    await proxy.close();
    await server.stop();
  });
  beforeEach(() => {
    folders += 1;
    folder = `feeds-${folders}`;
    mkdirSync(join(server.folder, folder));
  });

  function push(files: readonly UploadFile[], change: Partial<Push> = {}) {
    const { username, password, privateKey } = server;
    const target: SftpTarget = {
      ...{ host: "127.0.0.1", port: proxy.port, username, hostKeys: server.hostKeysSha256, isLegacyAllowed: false },
      auth: password === undefined ? { type: "public_key", private_key: privateKey } : { type: "password", password },
    };
    const options = { guard, signal: new AbortController().signal, stallTimeoutMs: 30_000 };
    return pushFiles(target, options, {
      ...{
        files,
        folder: join(server.root, folder),
        strategy: "rename",
        verify: "content",
        writesMax: 64,
        staleNames: [],
      },
      ...{ readBackBytesMax: 64_000_000, onOpen: async () => {}, onBytes: () => {}, baseName: "products.csv" },
      ...{ runId: "run_1", destinationId: "dst_1", feedId: "feed_1", generatedAt: "2026-11-21T02:00:00.000Z" },
      ...change,
    });
  }
  /** Compares what lies in the folder with the files, byte by byte by their SHA-256; nothing else may lie there. */
  async function expectThere(files: readonly UploadFile[], companion?: string): Promise<void> {
    const sent = files.map(({ name, sha256 }) => [name, sha256]);
    const check = async () => {
      const names = readdirSync(join(server.folder, folder)).sort();
      const found = await Promise.all(
        names.map(async (name) => [name, await hashFile(join(server.folder, folder, name))]),
      );
      expect(found.filter(([name]) => name !== companion)).toEqual(sent.sort());
      expect(names.filter((name) => name === companion)).toEqual(companion === undefined ? [] : [companion]);
      return true;
    };
    await (isLate ? eventually(check) : check());
  }

  test.each([...UPLOAD_STRATEGIES])(
    "%s: files of every size arrive whole, first and as replacements",
    async (strategy) => {
      for (const _round of ["first", "replacement"]) {
        const files = SIZES.map((bytes) => inMemory(`${bytes}.csv`, randomBytes(bytes)));
        expect(await push(files, { strategy })).toMatchObject({ verification: "content" });
        await expectThere(files, COMPANIONS[strategy]);
      }
    },
  );

  test("a connection that is cut in the middle leaves the former file alone, and the next delivery is whole", async () => {
    const former = inMemory("products.csv", randomBytes(3_000_000));
    const next = inMemory("products.csv", randomBytes(4_000_000));
    await push([former]);
    let sentBytes = 0;
    const onBytes = (bytes: number) => {
      sentBytes += bytes;
      if (sentBytes > 1_000_000) proxy.reset();
    };
    await expect(push([next], { onBytes })).rejects.toMatchObject({ code: "unreachable", leftBehind: [] });
    await expectThere([former]);
    await push([next]);
    await expectThere([next]);
  });

  test("300 MB arrive whole", async () => {
    expect(await push([large])).toMatchObject({ verification: "sample" });
    await expectThere([large]);
  }, 120_000);
});

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const block of createReadStream(path)) hash.update(block);
  return hash.digest("hex");
}
