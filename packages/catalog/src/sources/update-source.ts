import { faultsBelow } from "@skucast/contracts/faults";
import { type GivenMapping, importMappingSchema } from "@skucast/contracts/imports/mapping";
import { mergePatch } from "@skucast/contracts/merge-patch";
import { parseBounded } from "@skucast/contracts/parse-bounded";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import type { SOURCE_OPTION_NAMES } from "@skucast/contracts/sources/reading";
import { LOCATION_NAMES, type Source, type SourcePatch } from "@skucast/contracts/sources/source";
import { Prisma } from "@skucast/db/generated/client";
import { holderAfter } from "../bound-access/bound-access.js";
import type { Call, WriteOptions } from "../call.js";
import { definedFields, previousValues } from "../patch.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { requireScope } from "../require-scope.js";
import { applySchedulePatch, assertScheduleValid } from "../schedules.js";
import { lockRow, runChange, runRead } from "../transactions.js";
import { assertAddressAllowed } from "./assert-address-allowed.js";
import { hostOf, optionsOf } from "./create-source.js";
import { patchedLogin, sealLogin } from "./source-login.js";
import { locationOf, renderSource, scheduleColumns, sourceEventObject, withoutPublicKey } from "./source-row.js";

/**
 * Updates a source. A stored secret is only ever sent to the host and user that it was given for. A person who changes where
 * the file comes from needs a recent sign-in.
 */
export async function updateSource(call: Call<{ id: string; patch: SourcePatch } & WriteOptions>): Promise<Source> {
  const { ctx, principal, input } = call;
  const { id, patch, precondition } = input;
  requireScope(principal, "products:write");
  const checked = await checkNewAddress(call);
  return runChange(call, "products:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "sources", id);
    const before = await renderSource(change, requireFound(await tx.source.findUnique({ where }), "source", id));
    precondition?.(before.version);
    assertLocationOfType(before, patch);
    const after = patched(before, patch);
    if (checked !== undefined && checked !== addressOf(after)) {
      throw new Problem("conflict", "The source's address was changed by a concurrent request; read it and try again.");
    }
    if (patch.schedule !== undefined) assertScheduleValid(after.schedule, now);
    const login = patchedLogin(before.type, before.auth, patch.auth);
    const changed = [...Object.keys(previousValues(before, after)), ...(login ? ["auth"] : [])];
    const isRedirected = changed.some((field) => DECIDES_SENDER.has(field));
    const isActivated = patch.status === "active";
    const boundTo = holderAfter(principal, { former: before.bound_to, isRedirected, isActivated });
    if (boundTo !== before.bound_to) changed.push("bound_to");
    // Who sends the products, and for how long, is decided as carefully as who gets a key.
    if (isRedirected || boundTo !== before.bound_to) requireRecentSignIn(ctx, principal);
    if (changed.length === 0) return before;
    if (!login) assertSecretGivenAgain(before, after);
    const { nextRunAt, ...schedule } = scheduleColumns(after, now);
    const { name, status } = after;
    const row = await tx.source.update({
      where,
      data: {
        name,
        status,
        boundTo,
        location: locationOf(after),
        options: optionsOf(after),
        ...schedule,
        ...(login && sealLogin(ctx.keyring, { workspaceId, id }, login)),
        // A run that is due but not yet started must not be postponed by an unrelated change.
        ...(changed.some((field) => DECIDES_NEXT_RUN.has(field)) && { nextRunAt }),
        ...(changed.some((field) => !IRRELEVANT_TO_READING.has(field)) && { seen: Prisma.DbNull }),
        version: { increment: 1 },
        updatedAt: now,
      },
    });
    const updated = await renderSource(change, row);
    await append(
      "source.updated",
      sourceEventObject(updated),
      previousValues(sourceEventObject(before), sourceEventObject(updated)),
    );
    const trust = changed.includes("host_keys") && { host_keys: updated.host_keys };
    await audit("source.updated", id, { name, changed, host: hostOf(updated), ...trust });
    return login && input.validateOnly ? withoutPublicKey(updated) : updated;
  });
}

/** Fields that decide where the file comes from. */
const DECIDES_SENDER: ReadonlySet<string> = new Set(["url", "host", "port", "username", "path", "host_keys", "auth"]);

const DECIDES_NEXT_RUN: ReadonlySet<string> = new Set(["schedule", "status"]);
/** Fields that change neither the file nor how it is read. */
const IRRELEVANT_TO_READING: ReadonlySet<string> = new Set([
  "name",
  "status",
  "schedule",
  "host_keys",
  "auth",
  "bound_to",
  "max_removal_percent",
  "max_change_percent",
]);

function assertLocationOfType({ type }: Source, patch: SourcePatch): void {
  const other = type === "url" ? "sftp" : "url";
  const wrong = LOCATION_NAMES[other].filter((name) => name in patch);
  if (wrong.length === 0) return;
  const message = `belongs to a source of type ${other}`;
  throw validationFailed(wrong.map((name) => ({ pointer: `/${name}`, code: "not_allowed", message })));
}

/** Applies a patch to a source, except for its login. */
function patched(before: Source, { schedule, auth: _, mapping, ...fields }: SourcePatch): Source {
  const given = Object.entries(definedFields(fields));
  const removed = new Set(given.flatMap(([name, value]) => (value === null && !NULLABLE.has(name) ? [name] : [])));
  const kept = Object.entries({ ...before, ...Object.fromEntries(given) }).filter(([name]) => !removed.has(name));
  const after = { ...(Object.fromEntries(kept) as Source), schedule: applySchedulePatch(before.schedule, schedule) };
  if (mapping === undefined) return after;
  const { mapping: former, ...rest } = after;
  return mapping === null ? rest : { ...rest, mapping: patchedMapping(former, mapping) };
}

function patchedMapping(former: Source["mapping"], patch: NonNullable<SourcePatch["mapping"]>): GivenMapping {
  // In a mapping, null is a value (it leaves a field out), so that of a first mapping is stored.
  const merged =
    former === undefined
      ? Object.fromEntries(Object.entries(patch).map(([name, rule]) => [name, mergePatch(undefined, rule)]))
      : mergePatch(former, patch);
  const result = parseBounded(importMappingSchema, merged);
  if (!result.success) throw validationFailed(faultsBelow("/mapping", result.error, importMappingSchema));
  return result.data;
}

const NULLABLE: ReadonlySet<string> = new Set(["max_change_percent"] satisfies (typeof SOURCE_OPTION_NAMES)[number][]);

/** A secret is write-only, but a client that redirects it to its own server could read it there. A key is safe. */
function assertSecretGivenAgain(before: Source, after: Source): void {
  const { type } = before.auth;
  if (type === "none" || type === "public_key" || secretRecipient(before) === secretRecipient(after)) return;
  const message =
    "must be sent again because the host, port or user changes: a stored secret is never sent to another server or user; send it in the same request";
  throw validationFailed([{ pointer: "/auth", code: "required", message }]);
}

/** The server and user that a secret was given for. */
const secretRecipient = ({ url, host, port, username }: Source): string =>
  url === undefined ? `${username}@${host}:${port}` : new URL(url).origin;

const addressOf = ({ url, host, port }: Pick<Source, "url" | "host" | "port">): string => url ?? `${host}:${port}`;

/** The patched address, after the target guard has accepted it; undefined if the patch does not change it. */
async function checkNewAddress(call: Call<{ id: string; patch: SourcePatch }>): Promise<string | undefined> {
  const { id, patch } = call.input;
  if (patch.url === undefined && patch.host === undefined && patch.port === undefined) return undefined;
  const before = await runRead(call, "products:write", async (tx, workspaceId) => {
    const where = { workspaceId_id: { workspaceId, id } };
    return renderSource({ tx, workspaceId }, requireFound(await tx.source.findUnique({ where }), "source", id));
  });
  assertLocationOfType(before, patch);
  const address = { url: patch.url ?? before.url, host: patch.host ?? before.host, port: patch.port ?? before.port };
  await assertAddressAllowed(call.ctx, address);
  return addressOf(address);
}
