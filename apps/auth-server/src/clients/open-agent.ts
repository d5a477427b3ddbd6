import { rootCertificates } from "node:tls";
import { guardedConnector } from "@skucast/targets/guarded-connector";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { Agent, type Dispatcher, Pool } from "undici";

const DEFAULT_TIMEOUT_MS = 2_500;
const CONNECTIONS_PER_ORIGIN = 4;

export interface AgentOptions {
  /** Certificates (PEM) that are trusted in addition to the usual authorities. */
  readonly extraCa?: string | undefined;
  /** Limit for connecting, for the headers, and between parts of the body. */
  readonly timeoutMs?: number;
  /** A longer response fails. */
  readonly responseBytesMax?: number;
}

/** An HTTP client for URLs that clients or tenants name. It connects only where the guard allows. */
export function openAgent(guard: TargetGuard, options: AgentOptions = {}): Agent {
  const { extraCa, timeoutMs = DEFAULT_TIMEOUT_MS, responseBytesMax } = options;
  const tls = extraCa !== undefined && { ca: [...rootCertificates, extraCa] };
  return new Agent({
    connections: CONNECTIONS_PER_ORIGIN,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    ...(responseBytesMax !== undefined && { maxResponseSize: responseBytesMax }),
    factory: (origin, poolOptions): Dispatcher =>
      new Pool(origin, {
        ...(poolOptions as Pool.Options),
        connect: guardedConnector(guard, origin, { timeout: timeoutMs, ...tls }),
      }),
  });
}
