import { isAuditStream } from "@skucast/contracts/events/event-types";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call } from "../call.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { requireScope } from "../require-scope.js";

interface StreamFields {
  readonly event_types: readonly string[];
  readonly channel_ids: readonly string[] | null;
}

/**
 * Checks who may create an endpoint, change it or replace its secret, if it receives the audit log: those who may read the
 * log, and people only after a recent sign-in. Row-level security hides such an endpoint from all others.
 */
export function requireAuditAccess({ ctx, principal }: Call<unknown>, eventTypes: readonly string[]): void {
  if (!isAuditStream(eventTypes)) return;
  requireScope(principal, MANAGE_WORKSPACE);
  requireRecentSignIn(ctx, principal);
}

/** Entries of the audit log belong to no channel. */
export function assertStreamValid({ event_types, channel_ids }: StreamFields): void {
  if (!isAuditStream(event_types) || channel_ids === null) return;
  const message = "must be null for the audit log, whose entries belong to no channel";
  throw validationFailed([{ pointer: "/channel_ids", code: "not_allowed", message }]);
}

/** An endpoint keeps what it is, because everyone who reads webhooks sees the deliveries of the other endpoints. */
export function assertStaysStream(before: readonly string[], after: readonly string[]): void {
  if (isAuditStream(before) === isAuditStream(after)) return;
  throw new Problem(
    "conflict",
    "An endpoint receives either the audit log or other events, and cannot change from one to the other. Create another endpoint.",
  );
}
