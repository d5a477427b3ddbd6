import type { Destination, DestinationPatch } from "@skucast/contracts/destinations/destination";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import { Prisma } from "@skucast/db/generated/client";
import { assertTargetAllowed } from "../assert-target-allowed.js";
import type { Call, WriteOptions } from "../call.js";
import { assertDestinationFileNamesFree } from "../feeds/assert-file-names-free.js";
import { definedFields, previousValues } from "../patch.js";
import { requireFound } from "../require-found.js";
import { requireScope } from "../require-scope.js";
import { lockRow, runChange, runRead } from "../transactions.js";
import { assertLegacyDateAllowed } from "./assert-legacy-date-allowed.js";
import { destinationColumns, destinationOf, withoutPublicKey } from "./destination-row.js";
import { patchedAuth } from "./patched-auth.js";
import { resealPassword, sealAuth } from "./seal-auth.js";

/**
 * Updates a destination. A new auth replaces the login; with public_key, a new key pair is created. A stored password is
 * only ever sent to the server and user that it was given for.
 */
export async function updateDestination(
  call: Call<{ id: string; patch: DestinationPatch } & WriteOptions>,
): Promise<Destination> {
  const { ctx, principal, input } = call;
  const { id, patch, precondition } = input;
  requireScope(principal, "feeds:write");
  const checked = await checkNewAddress(call);
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "destinations", id);
    const row = requireFound(await tx.destination.findUnique({ where }), "destination", id);
    const before = destinationOf(row);
    precondition?.(before.version);
    if (checked !== undefined && checked !== addressOf(before, patch)) {
      throw new Problem(
        "conflict",
        "The destination's address was changed by a concurrent request; read it and try again.",
      );
    }
    const { auth: authPatch, ...given } = definedFields(patch);
    const auth = patchedAuth(before.auth, authPatch);
    const after = { ...before, ...given };
    const changed = [...Object.keys(previousValues(before, after)), ...(auth ? ["auth"] : [])];
    if (changed.length === 0) return before;
    if (changed.some((field) => DECIDES_FILE_PATHS.has(field))) await assertDestinationFileNamesFree(change, after);
    if (!auth) assertSecretGivenAgain(before, changed);
    if (given.legacy_algorithms_until !== undefined) assertLegacyDateAllowed(given.legacy_algorithms_until, now);
    const data = {
      ...destinationColumns(after),
      ...(auth?.type === "login" && sealAuth(ctx, { workspaceId, id }, auth.auth)),
      ...(auth?.type === "password_of_key" && resealPassword(ctx, row, auth.password)),
      ...(changed.some((field) => CHECKED_BY_TEST.has(field)) && { lastTest: Prisma.DbNull }),
      ...(changed.some((field) => DECIDES_WRITE_ORDER.has(field)) && { orderedWritesSince: null }),
      version: { increment: 1 },
      updatedAt: now,
    };
    const updated = destinationOf(await tx.destination.update({ where, data }));
    await audit("destination.updated", id, { name: updated.name, changed, ...trustDetails(updated, changed) });
    return auth?.type === "login" && input.validateOnly ? withoutPublicKey(updated) : updated;
  });
}

/** Fields that decide where files are written, and under which names. */
const DECIDES_FILE_PATHS: ReadonlySet<string> = new Set(["strategy", "host", "port", "username", "path"]);

/** Fields that a test depends on: after a change, the last test no longer applies. */
const CHECKED_BY_TEST: ReadonlySet<string> = new Set(["host", "port", "username", "auth", "path", "host_keys"]);

/** After a change of these fields, the host is checked again for whether it accepts writes out of order. */
const DECIDES_WRITE_ORDER: ReadonlySet<string> = new Set(["host", "port", "writes_max"]);

/** A password is write-only, but a client that redirects it to its own server could read it there. A key is safe. */
function assertSecretGivenAgain({ auth }: Destination, changed: readonly string[]): void {
  const moved = changed.filter((field) => PASSWORD_RECIPIENT.has(field));
  if (!auth.has_password || moved.length === 0) return;
  const message =
    `must be sent again because ${moved.join(", ")} changes: a stored password is never sent to another server or user; ` +
    'send it in the same request, or {"type":"public_key"}';
  throw validationFailed([{ pointer: "/auth", code: "required", message }]);
}

/** The server and user that a password was given for. */
const PASSWORD_RECIPIENT: ReadonlySet<string> = new Set(["host", "port", "username"]);

/** Audit details of changes to the hosts or algorithms that we trust. */
const trustDetails = (after: Destination, changed: readonly string[]) =>
  Object.fromEntries(
    (["host_keys", "legacy_algorithms_until"] as const)
      .filter((field) => changed.includes(field))
      .map((field) => [field, after[field]]),
  );

type Address = Pick<Destination, "host" | "port">;

const addressOf = (before: Address, { host = before.host, port = before.port }: DestinationPatch): string =>
  `${host}:${port}`;

/**
 * The patched address, after the target guard has accepted it; undefined if the patch does not change it. This runs
 * outside of the transaction, because DNS may be slow.
 */
async function checkNewAddress(call: Call<{ id: string; patch: DestinationPatch }>): Promise<string | undefined> {
  const { id, patch } = call.input;
  if (patch.host === undefined && patch.port === undefined) return undefined;
  const before = await runRead(call, "feeds:write", async (tx, workspaceId) =>
    requireFound(
      await tx.destination.findUnique({ where: { workspaceId_id: { workspaceId, id } } }),
      "destination",
      id,
    ),
  );
  const { host = before.host, port = before.port } = patch;
  await assertTargetAllowed("/host", () => call.ctx.guard.checkHost(host, port));
  return addressOf(before, patch);
}
