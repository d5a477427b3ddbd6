import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { UploadStrategy } from "@skucast/contracts/destinations/destination";
import { eventually } from "@skucast/testkit/eventually";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import type { Push } from "../push-files.js";
import type { UploadFile } from "../upload-content.js";
import type { UploadOutcome } from "../upload-files.js";
import type { PartnerKind } from "./partner-kinds.js";
import { pushForTest, targetOf } from "./push-for-test.js";

/** A partner's server behind a connection that can be interrupted. */
export interface OpenPartner {
  readonly proxy: TcpProxy;
  /** Every push from now on goes to a new, empty folder. */
  useNewFolder(): void;
  push(files: readonly UploadFile[], change?: Partial<Push>): Promise<UploadOutcome>;
  /** SHA-256 in lower-case hex of each file in the folder, by name. */
  list(): Promise<Record<string, string>>;
  /**
   * Throws unless the folder contains exactly these files, compared by SHA-256, and the companion of the strategy. Waits
   * for a server that writes late.
   */
  expectDelivered(files: readonly UploadFile[], strategy: UploadStrategy): Promise<void>;
  stop(): Promise<void>;
}

/** The companion that a strategy leaves in the folder. */
export const COMPANIONS: Readonly<Partial<Record<UploadStrategy, string>>> = {
  manifest_last: "products.csv.manifest.json",
  trigger: "products.csv.done",
};

/**
 * A server with a cache for writes can write a file back after it was removed, if the connection that wrote it was
 * interrupted. No client can prevent that; the next delivery to this name replaces the file.
 */
const TEMPORARY = /^\..+\.part-/;

export async function openPartner({ start, isLate = false }: PartnerKind): Promise<OpenPartner> {
  const server = await start();
  const proxy = await startTcpProxy(server);
  const target = { ...targetOf(server), port: proxy.port };
  let folders = 0;
  let folder = "";
  /** Whether a push to the present folder has failed. */
  let hasFailed = false;

  async function list(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const name of readdirSync(join(server.folder, folder))) {
      found[name] = await hashFile(join(server.folder, folder, name));
    }
    return found;
  }

  async function check(files: readonly UploadFile[], companion: string | undefined): Promise<true> {
    const found = await list();
    const names = [...files.map(({ name }) => name), ...(companion === undefined ? [] : [companion])];
    const differing = files.filter(({ name, sha256 }) => found[name] !== sha256).map(({ name }) => name);
    const surplus = Object.keys(found).filter(
      (name) => !names.includes(name) && !(isLate && hasFailed && TEMPORARY.test(name)),
    );
    const missing = names.filter((name) => found[name] === undefined);
    if (differing.length + surplus.length + missing.length === 0) return true;
    throw new Error(`differing: ${differing}; surplus: ${surplus}; missing: ${missing}`);
  }

  return {
    proxy,
    useNewFolder: () => {
      folders += 1;
      hasFailed = false;
      folder = `feeds-${folders}`;
      mkdirSync(join(server.folder, folder));
    },
    push: (files, change = {}) =>
      pushForTest(target, { files, folder: join(server.root, folder), ...change }).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    list,
    expectDelivered: async (files, strategy) => {
      const compare = () => check(files, COMPANIONS[strategy]);
      await (isLate ? eventually(compare, { timeoutMs: 60_000 }) : compare());
    },
    stop: async () => {
      await proxy.close();
      await server.stop();
    },
  };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const block of createReadStream(path)) hash.update(block);
  return hash.digest("hex");
}
