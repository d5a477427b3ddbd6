import { objectTypeOf } from "@skucast/contracts/audit/actions";
import { changedByOf } from "@skucast/contracts/events/changed-by";
import type { EventTypeName } from "@skucast/contracts/events/event-types";
import { type ChangeKind, isChangeKind } from "@skucast/contracts/live/change-kinds";
import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Permission } from "@skucast/contracts/scopes";
import { wallProblem } from "@skucast/db/database-problem";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import { appendEvent } from "@skucast/events/append-event";
import { type AppendAudit, appendAuditIn, type Origin } from "./audit/append-audit.js";
import type { CatalogContext } from "./context.js";
import { requireScope } from "./require-scope.js";

/** A verb's call: who acts, with what. */
export interface Call<Input> {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly input: Input;
}

/** Options that every write of a resource takes. */
export interface WriteOptions {
  /** Checks If-Match / If-None-Match against the stored version; null when there is none. */
  readonly precondition?: (version: number | null) => void;
  /** Check everything, store nothing. */
  readonly validateOnly?: boolean;
  readonly traceparent?: string | undefined;
  /** Where the call comes from, for the audit log. */
  readonly origin?: Origin | undefined;
}

/** What a change works with: one transaction of one workspace. */
export interface Change {
  readonly tx: WorkspaceTransaction;
  readonly workspaceId: string;
  readonly now: Date;
  /** Says in the same transaction what happened to a resource; answers the event's id. */
  append(type: EventTypeName, object: { id: string; version: number }, previous: object): Promise<string>;
  /** Says in the same transaction who did what. */
  readonly audit: AppendAudit;
  /** Has every process told, once the change is stored, that this lost what it had: a key, grant or membership. */
  announce(subject: string): void;
}

/** Runs a read in one transaction bound to the principal; the scope is null where the verb itself decides. */
export async function reading<T>(
  { ctx, principal }: Call<unknown>,
  scope: Permission | null,
  work: (tx: WorkspaceTransaction, workspaceId: string) => Promise<T>,
): Promise<T> {
  requireScope(principal, scope);
  return ctx.prisma.transaction(bindingOf(principal), (tx) => work(tx, principal.workspaceId));
}

/**
 * Runs a change and its events in one transaction bound to the principal; the relay is told when it is stored.
 * With `validateOnly` everything runs as if it were real, and is rolled back.
 */
export async function changing<T>(
  { ctx, principal, input }: Call<WriteOptions>,
  scope: Permission | null,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  requireScope(principal, scope);
  const { workspaceId } = principal;
  const now = ctx.clock.now();
  const revoked: string[] = [];
  const audited = new Set<ChangeKind>();
  try {
    const result = await ctx.prisma.transaction(bindingOf(principal), async (tx) => {
      const append = appendIn(tx, principal, now, input.traceparent);
      const audit = noting(audited, appendAuditIn(tx, { principal, now, origin: input.origin }));
      const done = await work({ tx, workspaceId, now, append, audit, announce: (subject) => revoked.push(subject) });
      if (input.validateOnly) throw new ValidatedOnly(done);
      return done;
    });
    ctx.onStored();
    for (const kind of audited) ctx.hint(workspaceId, kind);
    if (revoked.length > 0) ctx.announceRevoked(revoked);
    return result;
  } catch (error) {
    if (error instanceof ValidatedOnly) return error.result as T;
    throw wallProblem(error) ?? error;
  }
}

/** What is audited may have no event: its kinds are remembered, to be told when the change is stored. */
const noting =
  (kinds: Set<ChangeKind>, audit: AppendAudit): AppendAudit =>
  async (action, ...rest) => {
    await audit(action, ...rest);
    const kind = objectTypeOf(action);
    if (isChangeKind(kind)) kinds.add(kind);
    kinds.add("audit_entry");
  };

/** Rolls a transaction back and carries out what it would have answered. */
class ValidatedOnly extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super("validated only");
    this.result = result;
  }
}

function appendIn(
  tx: WorkspaceTransaction,
  principal: Principal,
  now: Date,
  traceparent: string | undefined,
): Change["append"] {
  const client = { query: (text: string, values: unknown[]) => tx.$executeRawUnsafe(text, ...values) };
  return async (type, object, previous) => {
    const event = { workspaceId: principal.workspaceId, type, sequence: object.version, now };
    return appendEvent(client, {
      ...event,
      data: { object, previous, changed_by: changedByOf(principal) },
      traceparent,
    });
  };
}

type Lockable =
  | "api_keys"
  | "channels"
  | "destinations"
  | "feeds"
  | "imports"
  | "sources"
  | "webhook_endpoints"
  | "webhook_recoveries"
  | "deliveries"
  | "invitations"
  | "oauth_grants"
  | "pull_credentials";

/** Holds a row until the transaction ends, so that what is decided from it stays true. */
export async function lock({ tx, workspaceId }: Change, table: Lockable, id: string): Promise<void> {
  await tx.$executeRawUnsafe(`SELECT 1 FROM ${table} WHERE workspace_id = $1 AND id = $2 FOR UPDATE`, workspaceId, id);
}

/** The given resource, or the refusal that names it. */
export function found<T>(resource: T | null, noun: string, id: string): T {
  if (resource === null) throw new Problem("not_found", `There is no ${noun} with the id ${id}.`);
  return resource;
}

/** A patch without the fields that are absent. */
export const definedOf = <T extends object>(patch: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const UNCOUNTED: ReadonlySet<string> = new Set(["version", "updated_at"]);

/** Former values of the fields that differ between two states of a resource; null where there was none. */
export function previousOf(before: object, after: object): Record<string, unknown> {
  const [was, is] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (field) => !UNCOUNTED.has(field) && JSON.stringify(was.get(field)) !== JSON.stringify(is.get(field)),
  );
  return Object.fromEntries(changed.map((field) => [field, was.get(field) ?? null]));
}

/** Refuses one more when the workspace holds as many as it may; of two that ask at once, the second waits for the first. */
export async function checkRoom(
  { tx, workspaceId }: Change,
  { count, max, noun }: { count: () => Promise<number>; max: number; noun: string },
): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} ${noun}`}, 0))`;
  if ((await count()) >= max) throw new Problem("limit_reached", `A workspace holds at most ${max} ${noun}.`);
}

/** Refuses a move of state that the table does not know; the refusal names the moves that it does. */
export function checkMove<S extends string>(from: S, to: S, moves: Readonly<Record<S, readonly S[]>>): void {
  if (from === to || moves[from].includes(to)) return;
  const legal = moves[from].length > 0 ? `it can become ${moves[from].join(" or ")}` : "it stays as it is";
  throw new Problem("conflict", `The status cannot change from ${from} to ${to}; ${legal}.`, {
    members: { allowed: moves[from] },
  });
}

/** Moves of channels and feeds; what is archived stays so. */
export const PUBLISHING_MOVES: Readonly<
  Record<"active" | "paused" | "archived", readonly ("active" | "paused" | "archived")[]>
> = {
  active: ["paused", "archived"],
  paused: ["active", "archived"],
  archived: [],
};

/** Where a page begins (after this id or SKU; empty for the first) and how much it holds. */
export interface PageRequest {
  readonly after: string;
  readonly limit: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** Cuts a page out of one row more than it holds. */
export function pageOf<T extends { id: string }>(rows: readonly T[], limit: number): Page<T> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
