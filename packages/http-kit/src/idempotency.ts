import { hash } from "node:crypto";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import type { Answer } from "./answer.js";

/** What makes two requests the same intent: the key, within one workspace, method and path. */
export interface IdempotentRequest {
  readonly workspaceId: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** Hash of caller, query and body; the same key with another one is a mistake of the client. */
  readonly fingerprint: string;
}

/** An answer as it was given the first time. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type Begun = "started" | "in_progress" | "mismatch" | { readonly replay: StoredAnswer };

/**
 * Keeps keys for LIMITS.idempotencyKeptHours. `begin` claims a key atomically: of two that race, one gets `started`.
 * A claim whose process died must become free again after a lease longer than LIMITS.requestTimeoutMs.
 */
export interface IdempotencyStore {
  begin(request: IdempotentRequest): Promise<Begun>;
  finish(request: IdempotentRequest, answer: StoredAnswer): Promise<void>;
  abandon(request: IdempotentRequest): Promise<void>;
}

/**
 * Runs `execute` at most once per key and replays its answer after that. Answers below 500 are kept, refusals too; a 5xx,
 * a throw or a stream leaves the key free. The outcome outlives the client: a retry after a lost connection finds it.
 * An outcome that cannot be kept is still answered: what was done is done; `onStoreFailure` is told.
 */
export async function onceOnly({ store, request, execute, onStoreFailure }: Once): Promise<Answer> {
  const begun = await store.begin(request);
  if (begun === "in_progress") {
    throw new Problem("request_in_progress", undefined, { headers: { "Retry-After": "1" } });
  }
  if (begun === "mismatch") throw new Problem("idempotency_key_reused");
  if (begun !== "started") {
    return { ...begun.replay, headers: { ...begun.replay.headers, "Idempotency-Replayed": "true" } };
  }
  const answer = await execute().catch(async (error: unknown) => {
    await store.abandon(request).catch(onStoreFailure);
    throw error;
  });
  const { status, headers, body } = answer;
  const isKept = status < 500 && (body === null || typeof body === "string");
  await (isKept ? store.finish(request, { status, headers, body }) : store.abandon(request)).catch(onStoreFailure);
  return answer;
}

interface Once {
  readonly store: IdempotencyStore;
  readonly request: IdempotentRequest;
  readonly execute: () => Promise<Answer>;
  readonly onStoreFailure: (error: unknown) => void;
}

/** The key of an `Idempotency-Key` header: bare, or as a quoted string (RFC 9651); both forms are the same key. */
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

/** Fingerprint of who asked for what, beyond method and path: nobody is given the answer to somebody else. */
export function fingerprintOf(caller: string, queryText: string, body: Buffer | null): string {
  const bodyHash = body === null ? "" : hash("sha256", body, "base64url");
  return hash("sha256", `${caller}\n${queryText}\n${bodyHash}`, "base64url");
}
