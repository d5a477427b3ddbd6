import { objectTypeOf } from "@skucast/contracts/audit/actions";
import { changedByOf } from "@skucast/contracts/events/changed-by";
import type { EventTypeName } from "@skucast/contracts/events/event-types";
import { type ChangeKind, isChangeKind } from "@skucast/contracts/live/change-kinds";
import { bindingOf, type Principal } from "@skucast/contracts/principal";
import type { Permission } from "@skucast/contracts/scopes";
import { rlsViolationProblem } from "@skucast/db/database-problem";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import { appendEvent } from "@skucast/events/append-event";
import { assertKeyManages, assertKeyMayRead } from "./api-keys/assert-key-manages.js";
import { type AppendAudit, appendAuditIn } from "./audit/append-audit.js";
import type { Call, WriteOptions } from "./call.js";
import { assertNotBeingDeleted, requirePermission, requireScope } from "./require-scope.js";

/** For writes that only take access away: access keeps working until the workspace is deleted, so it can be withdrawn. */
export const ALLOWED_DURING_DELETION = { isAllowedDuringDeletion: true };

/** What a write works with: one transaction in one workspace. */
export interface Change {
  readonly tx: WorkspaceTransaction;
  readonly workspaceId: string;
  readonly now: Date;
  /** Appends an event about a resource in the same transaction; returns the event's id. */
  append(type: EventTypeName, object: { id: string; version: number }, previous: object): Promise<string>;
  /** Appends an entry to the audit log in the same transaction. */
  readonly audit: AppendAudit;
  /** After the commit, notifies every process that a key, grant or membership (its id) was revoked or narrowed. */
  announce(subject: string): void;
}

/** Runs a read in one transaction bound to the principal. The scope is null when the operation itself checks access. */
export async function runRead<T>(
  { ctx, principal }: Call<unknown>,
  scope: Permission | null,
  work: (tx: WorkspaceTransaction, workspaceId: string) => Promise<T>,
): Promise<T> {
  requireScope(principal, scope);
  const { workspaceId } = principal;
  return ctx.prisma.transaction(bindingOf(principal), async (tx) => {
    await assertKeyMayRead({ tx, workspaceId }, principal, scope);
    return work(tx, workspaceId);
  });
}

/**
 * Runs a write with its events and audit entries in one transaction bound to the principal, and wakes the relay after the
 * commit. With `validateOnly` everything runs and is rolled back. Rejected while the deletion of the workspace is requested.
 */
export async function runChange<T>(
  { ctx, principal, input }: Call<WriteOptions>,
  scope: Permission | null,
  work: (change: Change) => Promise<T>,
  { isAllowedDuringDeletion = false }: { readonly isAllowedDuringDeletion?: boolean } = {},
): Promise<T> {
  requirePermission(principal, scope);
  if (!isAllowedDuringDeletion) assertNotBeingDeleted(principal);
  const { workspaceId } = principal;
  const now = ctx.clock.now();
  const revoked: string[] = [];
  const changedKinds = new Set<ChangeKind>();
  try {
    const result = await ctx.prisma.transaction(bindingOf(principal), async (tx) => {
      await assertKeyManages({ tx, workspaceId }, principal, scope);
      const append = appendIn(tx, principal, now);
      const audit = collectingKinds(changedKinds, appendAuditIn(tx, { principal, now, origin: input.origin }));
      const done = await work({ tx, workspaceId, now, append, audit, announce: (subject) => revoked.push(subject) });
      if (input.validateOnly) throw new ValidatedOnly(done);
      return done;
    });
    ctx.onStored();
    for (const kind of changedKinds) ctx.hint(workspaceId, kind);
    if (revoked.length > 0) ctx.announceRevoked(revoked);
    return result;
  } catch (error) {
    if (error instanceof ValidatedOnly) return error.result as T;
    throw rlsViolationProblem(error) ?? error;
  }
}

/** Collects the kinds of the audited objects: some of these changes have no event that would notify open pages. */
const collectingKinds =
  (kinds: Set<ChangeKind>, audit: AppendAudit): AppendAudit =>
  async (action, ...rest) => {
    await audit(action, ...rest);
    const kind = objectTypeOf(action);
    if (isChangeKind(kind)) kinds.add(kind);
    kinds.add("audit_entry");
  };

/** Rolls the transaction back and carries the result out of it. */
class ValidatedOnly extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super("validated only");
    this.result = result;
  }
}

function appendIn(tx: WorkspaceTransaction, principal: Principal, now: Date): Change["append"] {
  const client = { query: (text: string, values: unknown[]) => tx.$executeRawUnsafe(text, ...values) };
  return async (type, object, previous) => {
    const event = { workspaceId: principal.workspaceId, type, sequence: object.version, now };
    return appendEvent(client, {
      ...event,
      data: { object, previous, changed_by: changedByOf(principal) },
    });
  };
}

type LockableTable =
  | "api_keys"
  | "channels"
  | "destinations"
  | "feeds"
  | "imports"
  | "lookup_tables"
  | "sources"
  | "webhook_endpoints"
  | "webhook_recoveries"
  | "deliveries"
  | "invitations"
  | "oauth_grants"
  | "pull_credentials";

/** Locks a row until the transaction ends, so that decisions made from it stay valid. */
export async function lockRow({ tx, workspaceId }: Change, table: LockableTable, id: string): Promise<void> {
  await tx.$executeRawUnsafe(`SELECT 1 FROM ${table} WHERE workspace_id = $1 AND id = $2 FOR UPDATE`, workspaceId, id);
}
