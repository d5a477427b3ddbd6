import { Resolver } from "node:dns/promises";
import { Agent, Pool } from "undici";
import { guardedConnector } from "./guarded-connector.js";
import type { TargetGuard } from "./target-guard.js";

/** What the owner of a domain has published about it. */
export interface DomainProofs {
  /** The values of the TXT records of a name; empty if there is none or the servers do not answer. */
  txt(name: string): Promise<readonly string[]>;
  /** The same, but null if the servers do not answer, or not for certain. */
  certainTxt(name: string): Promise<readonly string[] | null>;
  /** The beginning of the file at a URL; null if there is none. Redirects are not followed. */
  file(url: string): Promise<string | null>;
}

const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** A lookup of a name ends after this time, no matter how many servers do not answer. */
const LOOKUP_MS = 10_000;
/** Answers that say that there is no such record. */
const NO_RECORD = new Set(["ENODATA", "ENOTFOUND"]);
const FILE_BYTES_MAX = 1_000;

/** Reads proofs from DNS and over HTTPS. It connects only where the guard allows. */
export function createDomainProofs(guard: TargetGuard): DomainProofs {
  const agent = new Agent({
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    keepAliveTimeout: 1,
    factory: (origin, options) =>
      new Pool(origin, {
        ...(options as Pool.Options),
        connect: guardedConnector(guard, origin, { timeout: TIMEOUT_MS }),
      }),
  });
  return {
    txt: async (name) => (await lookUpTxt(name)) ?? [],
    certainTxt: lookUpTxt,
    file: async (url) => {
      try {
        const { origin, pathname } = new URL(url);
        const signal = AbortSignal.timeout(2 * TIMEOUT_MS);
        const { statusCode, body } = await agent.request({ origin, path: pathname, method: "GET", signal });
        const start = await readStart(body);
        return statusCode === 200 ? start : null;
      } catch {
        return null;
      }
    },
  };
}

async function lookUpTxt(name: string): Promise<string[] | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const limit = setTimeout(() => resolver.cancel(), LOOKUP_MS);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    return NO_RECORD.has((error as NodeJS.ErrnoException).code ?? "") ? [] : null;
  } finally {
    clearTimeout(limit);
  }
}

/** Reads no more than the file may have. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= FILE_BYTES_MAX) break;
  }
  return Buffer.concat(parts).toString("utf8", 0, FILE_BYTES_MAX);
}
