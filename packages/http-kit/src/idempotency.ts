import { hash } from "node:crypto";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import type { Answer } from "./answer.js";

/** Requests with the same workspace, key, method and path are the same intent. */
export interface IdempotentRequest {
  readonly workspaceId: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** Hash of caller, query, preconditions and body. The same key with a different hash is a client error. */
  readonly fingerprint: string;
}

/** The response to the first request. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type ClaimResult = "started" | "in_progress" | "mismatch" | { readonly replay: StoredAnswer };

/**
 * Keeps keys for LIMITS.idempotencyKeptHours. `begin` claims a key atomically: of two concurrent requests, one gets
 * `started`. A claim of a crashed process must expire after a lease longer than LIMITS.requestTimeoutMs.
 */
export interface IdempotencyStore {
  begin(request: IdempotentRequest): Promise<ClaimResult>;
  finish(request: IdempotentRequest, answer: StoredAnswer): Promise<void>;
  abandon(request: IdempotentRequest): Promise<void>;
}

/**
 * Runs `execute` until it succeeds once per key, and replays that response afterwards. An error changed nothing, so it
 * releases the key, as an exception or a stream does: the client can correct the request and send it with the same key.
 * The result is stored even if the client disconnects, so that a retry finds it. If storing fails, the response is still
 * sent and `onStoreFailure` is called.
 */
export async function runIdempotently({ store, request, execute, onStoreFailure }: IdempotentRun): Promise<Answer> {
  const claimed = await store.begin(request);
  if (claimed === "in_progress") {
    throw new Problem("request_in_progress", undefined, { headers: { "Retry-After": "1" } });
  }
  if (claimed === "mismatch") throw new Problem("idempotency_key_reused");
  if (claimed !== "started") {
    return { ...claimed.replay, headers: { ...claimed.replay.headers, "Idempotency-Replayed": "true" } };
  }
  const answer = await execute().catch(async (error: unknown) => {
    await store.abandon(request).catch(onStoreFailure);
    throw error;
  });
  const { status, headers, body } = answer;
  const isKept = status < 400 && (body === null || typeof body === "string");
  await (isKept ? store.finish(request, { status, headers, body }) : store.abandon(request)).catch(onStoreFailure);
  return answer;
}

interface IdempotentRun {
  readonly store: IdempotencyStore;
  readonly request: IdempotentRequest;
  readonly execute: () => Promise<Answer>;
  readonly onStoreFailure: (error: unknown) => void;
}

/** The key of an `Idempotency-Key` header: bare or a quoted string (RFC 9651). Both forms are the same key. */
export function idempotencyKeyOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(header)?.[1];
  const key = quoted === undefined ? header : quoted.replace(/\\(["\\])/g, "$1");
  if (key.length === 0 || key.length > LIMITS.idempotencyKeyLengthMax || !/^[\x20-\x7e]+$/.test(key)) {
    throw new Problem(
      "bad_request",
      `Idempotency-Key must be 1 to ${LIMITS.idempotencyKeyLengthMax} printable ASCII characters.`,
    );
  }
  return key;
}

/** What the effect of a request depends on, in addition to its path. */
interface FingerprintedRequest {
  /** So that no caller gets the response to another caller's request. */
  readonly caller: string;
  readonly queryText: string;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly body: Buffer | null;
}

/** The fingerprint of a request. One without preconditions has the same as in versions that ignored them. */
export function fingerprintOf({ caller, queryText, ifMatch, ifNoneMatch, body }: FingerprintedRequest): string {
  const bodyHash = body === null ? "" : hash("sha256", body, "base64url");
  const conditions = Object.entries({ ifMatch, ifNoneMatch }).filter(([, tags]) => tags !== undefined);
  const conditionText = conditions.map(([name, tags]) => `\n${name}: ${tags}`).join("");
  return hash("sha256", `${caller}\n${queryText}\n${bodyHash}${conditionText}`, "base64url");
}
