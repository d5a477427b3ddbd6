import { type Delivery, FIRST_ATTEMPT_MS_MAX } from "@skucast/contracts/deliveries/delivery";
import { AUDIT_EVENT_TYPES, PUBLIC_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { namesType } from "@skucast/contracts/events/type-patterns";
import { firstIdAt } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { bindingOf } from "@skucast/contracts/principal";
import { searchDeliveries } from "@skucast/db/deliveries/search-deliveries";
import type { Delivery as DeliveryRow, Prisma } from "@skucast/db/generated/client";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import type { Call } from "../call.js";
import { type CreatedWithin, idsWithin } from "../ids-within.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { requireFound } from "../require-found.js";
import { requireScope } from "../require-scope.js";
import { runRead } from "../transactions.js";
import { deliveryOf } from "./delivery-row.js";

/** Row-level security hides deliveries of the audit log from those who may not read it. */
const SHOWN_TYPES = [...PUBLIC_EVENT_TYPES, ...AUDIT_EVENT_TYPES];

export interface DeliveryQuery extends CreatedWithin {
  readonly status?: string | undefined;
  readonly eventId?: string | undefined;
  /** An event type, or a prefix: `feed.run.*`. */
  readonly eventType?: string | undefined;
  /** A status such as 503, or a class such as 5xx. */
  readonly statusCode?: string | undefined;
}
type OfEndpoint = PageRequest & DeliveryQuery & { readonly endpointId: string };
type OfAll = PageRequest & DeliveryQuery & { readonly endpointId?: string | undefined };

/**
 * Conditions that find the deliveries with a status. An index contains pending deliveries and those that ended without
 * success, except those whose first attempt started as soon as they were planned; these are recent.
 */
function statusConditions(status: string | undefined, now: Date): Prisma.DeliveryWhereInput[] {
  if (status === undefined || status === "delivered") return [status === undefined ? {} : { status }];
  const firstAttempts = {
    status,
    isUndelivered: false,
    id: { gte: firstIdAt("dlv", now.getTime() - FIRST_ATTEMPT_MS_MAX) },
  };
  return [{ status, isUndelivered: true }, ...(status === "pending" ? [firstAttempts] : [])];
}

interface Scan {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly ids: { readonly gte: string; readonly lt: string };
  /** Leaves out successful deliveries. */
  readonly isUndelivered?: true;
}

/**
 * The id at which a page ends because it has examined the maximum number of deliveries: no index separates pending, failed
 * and cancelled ones. Undefined if fewer are left.
 */
async function endOfScan(tx: Prisma.TransactionClient, { ids, ...of }: Scan): Promise<string | undefined> {
  const last = await tx.delivery.findFirst({
    where: { ...of, id: ids },
    orderBy: { id: "desc" },
    skip: LIMITS.deliveryScanRowsMax - 1,
    select: { id: true },
  });
  return last?.id;
}

/** A page of an endpoint's deliveries with their attempts, newest first. */
export function listDeliveries(call: Call<OfEndpoint>): Promise<Page<Delivery>> {
  const { limit, endpointId, status, eventId, eventType, statusCode } = call.input;
  if (eventType !== undefined || statusCode !== undefined) return listAllDeliveries(call);
  return runRead(call, "webhooks:read", async (tx, workspaceId) => {
    await requireEndpoint(tx, workspaceId, endpointId);
    const ids = idsWithin("dlv", call.input);
    const mayScan = status !== undefined && eventId === undefined;
    const among = status === "delivered" ? {} : ({ isUndelivered: true } as const);
    const end = mayScan ? await endOfScan(tx, { workspaceId, endpointId, ids, ...among }) : undefined;
    const within = end === undefined ? ids : { ...ids, gte: end };
    const where = { workspaceId, endpointId, id: within, ...(eventId && { eventId }) };
    const rows: DeliveryRow[] = [];
    for (const way of statusConditions(status, call.ctx.clock.now())) {
      rows.push(
        ...(await tx.delivery.findMany({ where: { AND: [where, way] }, orderBy: { id: "desc" }, take: limit + 1 })),
      );
    }
    const newest = rows.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit + 1);
    const { items, next } = pageOf(newest, limit);
    // Nothing more among the examined deliveries: the next page continues after them.
    return { items: await withAttempts(tx, workspaceId, items), next: next ?? end ?? null };
  });
}

/** A page of all endpoints' deliveries with their attempts, newest first. A short page may still have a next one. */
export async function listAllDeliveries(call: Call<OfAll>): Promise<Page<Delivery>> {
  const { ctx, principal, input } = call;
  requireScope(principal, "webhooks:read");
  const { limit, endpointId, status, eventId, eventType, statusCode } = input;
  const { ids, next } = await searchDeliveries(ctx.db, {
    binding: bindingOf(principal),
    ids: idsWithin("dlv", input),
    endpointId,
    status,
    eventId,
    limit,
    eventTypes: eventType === undefined ? undefined : SHOWN_TYPES.filter((type) => namesType(eventType, type)),
    statusCodes: statusCode === undefined ? undefined : codesOf(statusCode),
  });
  return runRead(call, "webhooks:read", async (tx, workspaceId) => {
    if (endpointId !== undefined) await requireEndpoint(tx, workspaceId, endpointId);
    const where = { workspaceId, id: { in: [...ids] } };
    const rows = await tx.delivery.findMany({ where, orderBy: { id: "desc" } });
    return { items: await withAttempts(tx, workspaceId, rows), next };
  });
}

const CLASS_SIZE = 100;

/** The range of status codes for `503` or `5xx`. */
function codesOf(statusCode: string): { gte: number; lt: number } {
  const first = Number(statusCode.replace("xx", "00"));
  return { gte: first, lt: first + (statusCode.endsWith("xx") ? CLASS_SIZE : 1) };
}

async function requireEndpoint(tx: WorkspaceTransaction, workspaceId: string, id: string): Promise<void> {
  const endpoint = await tx.webhookEndpoint.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
  requireFound(endpoint, "webhook endpoint", id);
}

/** Deliveries as returned to clients, with their attempts and event types. */
async function withAttempts(
  tx: WorkspaceTransaction,
  workspaceId: string,
  rows: readonly DeliveryRow[],
): Promise<Delivery[]> {
  const attempts = await tx.deliveryAttempt.findMany({
    where: { workspaceId, deliveryId: { in: rows.map(({ id }) => id) } },
    orderBy: [{ deliveryId: "asc" }, { number: "asc" }],
  });
  const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  const events = await tx.event.findMany({
    where: { workspaceId, id: { in: rows.map((row) => row.eventId) } },
    select: { id: true, type: true },
  });
  const typeOf = new Map(events.map(({ id, type }) => [id, type]));
  return rows.map((row) =>
    deliveryOf(row, { eventType: typeOf.get(row.eventId), attempts: byDelivery.get(row.id) ?? [] }),
  );
}
