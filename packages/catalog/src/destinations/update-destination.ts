import type { Destination, DestinationPatch } from "@skucast/contracts/destinations/destination";
import { misfitsOf } from "@skucast/contracts/destinations/destination-types";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import { type Destination as DestinationRow, Prisma } from "@skucast/db/generated/client";
import { holderAfter } from "../bound-access/bound-access.js";
import type { Call, WriteOptions } from "../call.js";
import type { CatalogContext } from "../context.js";
import { assertDestinationFileNamesFree } from "../feeds/assert-file-names-free.js";
import { definedFields, previousValues } from "../patch.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { requireScope } from "../require-scope.js";
import { lockRow, runChange, runRead } from "../transactions.js";
import { assertLegacyDateAllowed } from "./assert-legacy-date-allowed.js";
import {
  assertServerAllowed,
  type DestinationFields,
  namesOf,
  originOf,
  usernameOf,
  withAddress,
} from "./destination-address.js";
import { destinationColumns, destinationOf, withoutPublicKey } from "./destination-row.js";
import { type AuthChange, patchedAuth } from "./patched-auth.js";
import { openHttpsLogin, resealPassword, sealAuth } from "./seal-auth.js";

/**
 * Updates a destination. A key pair is created when the login changes to public_key. A stored password is only ever sent to
 * the server and user that it was given for. A person who changes where the files go needs a recent sign-in.
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
    assertFitsType(before, patch);
    const auth = patchedAuth(before.auth, patch.auth);
    const after = patched(before, patch, auth);
    if (checked !== undefined && checked !== originOf(after)) {
      throw new Problem(
        "conflict",
        "The destination's address was changed by a concurrent request; read it and try again.",
      );
    }
    const changed = [
      ...Object.keys(previousValues(before, after)).filter((field) => field !== "headers"),
      ...(patch.headers === undefined ? [] : ["headers"]),
      ...(auth ? ["auth"] : []),
    ];
    const isRedirected = changed.some((field) => DECIDES_RECEIVER.has(field));
    const isActivated = patch.bound_to === null;
    const boundTo = holderAfter(principal, { former: before.bound_to, isRedirected, isActivated });
    if (boundTo !== before.bound_to) changed.push("bound_to");
    // Who receives the files, and for how long, is decided as carefully as who gets a key.
    if (isRedirected || boundTo !== before.bound_to) {
      requireScope(principal, "feeds:read");
      requireRecentSignIn(ctx, principal);
    }
    if (changed.length === 0) return before;
    if (changed.some((field) => DECIDES_FILE_PATHS.has(field))) await assertDestinationFileNamesFree(change, after);
    assertSecretsGivenAgain(before, after, { changed, auth, headers: patch.headers });
    if (patch.legacy_algorithms_until !== undefined) assertLegacyDateAllowed(patch.legacy_algorithms_until, now);
    const data = {
      ...destinationColumns(after),
      boundTo,
      ...sealedLogin(ctx, row, { auth, headers: patch.headers }),
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

/** Fields that decide who receives the files. */
const DECIDES_RECEIVER: ReadonlySet<string> = new Set([
  "host",
  "port",
  "username",
  "auth",
  "path",
  "host_keys",
  "endpoint",
  "region",
  "bucket",
  "prefix",
  "url",
  "headers",
  "host_feed_id",
]);

/** Fields that decide where files are written, and under which names. */
const DECIDES_FILE_PATHS: ReadonlySet<string> = new Set(["strategy", "host", "port", "username", "path", "bucket"]);

/** Fields that a test depends on: after a change, the last test no longer applies. */
const CHECKED_BY_TEST: ReadonlySet<string> = new Set([
  "host",
  "port",
  "username",
  "auth",
  "path",
  "host_keys",
  "endpoint",
  "region",
  "bucket",
  "prefix",
  "path_style",
  "url",
  "method",
  "field_name",
  "headers",
  "success_statuses",
  "host_feed_id",
  "ca_certificate",
]);

/** After a change of these fields, the host is checked again for whether it accepts writes out of order. */
const DECIDES_WRITE_ORDER: ReadonlySet<string> = new Set(["host", "port", "writes_max"]);

/** Rejects fields that the destination's type does not have. */
function assertFitsType({ type }: Destination, patch: DestinationPatch): void {
  const misfits = misfitsOf({ ...patch, type });
  if (misfits.length === 0) return;
  throw validationFailed(misfits.map(({ path, code, message }) => ({ pointer: `/${path.join("/")}`, code, message })));
}

/** Applies a patch to a destination, except for its secrets. */
function patched(
  before: Destination,
  { auth: _, bound_to: __, headers, ...fields }: DestinationPatch,
  auth: AuthChange,
): Destination {
  const username = auth?.type === "login" && before.type !== "sftp" && before.type !== "ftps" && usernameOf(auth.auth);
  return withAddress({
    ...before,
    ...definedFields(fields),
    ...(headers !== undefined && { headers: namesOf(headers) }),
    ...(username !== false && { username }),
  });
}

interface GivenSecrets {
  readonly auth: AuthChange;
  readonly headers: DestinationPatch["headers"];
}

/** The columns of a changed login or changed headers. */
function sealedLogin(ctx: CatalogContext, row: DestinationRow, { auth, headers }: GivenSecrets) {
  if (row.type !== "https" && row.type !== "acp") return auth?.type === "login" ? sealAuth(ctx, row, auth.auth) : {};
  if (auth?.type !== "login" && headers === undefined) return {};
  const { headers: formerHeaders, ...formerAuth } = openHttpsLogin(ctx, row);
  return sealAuth(ctx, row, auth?.type === "login" ? auth.auth : formerAuth, headers ?? formerHeaders);
}

/** A secret is write-only, but a client that redirects it to its own server could read it there. A key is safe. */
function assertSecretsGivenAgain(
  before: Destination,
  after: DestinationFields,
  { changed, auth, headers }: GivenSecrets & { readonly changed: readonly string[] },
): void {
  const moved = changed.filter((field) => SECRET_RECIPIENT.has(field) && !(field === "username" && auth));
  if (moved.length === 0 && originOf(before) !== originOf(after)) moved.push("url");
  if (moved.length === 0) return;
  const hasHeaders = (before.headers ?? []).length > 0;
  const hasLogin = before.auth.has_password && before.auth.type !== "none";
  const missing = [...(hasLogin && !auth ? ["auth"] : []), ...(hasHeaders && headers === undefined ? ["headers"] : [])];
  if (missing.length === 0) return;
  const loginByKeyAlone = before.auth.type === "public_key" ? '{"password":null}' : '{"type":"public_key"}';
  const alternative = before.type === "sftp" ? `, or ${loginByKeyAlone}` : "";
  const message =
    `must be sent again because ${moved.join(", ")} changes: a stored password is never sent to another server or user; ` +
    `send it in the same request${alternative}`;
  throw validationFailed(missing.map((name) => ({ pointer: `/${name}`, code: "required", message })));
}

/** The server and user that a secret was given for. */
const SECRET_RECIPIENT: ReadonlySet<string> = new Set(["host", "port", "username"]);

/** Audit details of changes to the hosts or algorithms that we trust. */
const trustDetails = (after: Destination, changed: readonly string[]) =>
  Object.fromEntries(
    (["host_keys", "legacy_algorithms_until"] as const)
      .filter((field) => changed.includes(field))
      .map((field) => [field, after[field]]),
  );

/** Fields that decide which server is connected to. */
const DECIDES_SERVER = ["host", "port", "endpoint", "region", "bucket", "path_style", "url"] as const;

/**
 * The origin of the patched address, after the target guard has accepted it; undefined if the patch does not change it.
 * This runs outside of the transaction, because DNS may be slow.
 */
async function checkNewAddress(call: Call<{ id: string; patch: DestinationPatch }>): Promise<string | undefined> {
  const { id, patch } = call.input;
  if (DECIDES_SERVER.every((field) => patch[field] === undefined)) return undefined;
  const before = await runRead(call, "feeds:write", async (tx, workspaceId) =>
    destinationOf(
      requireFound(
        await tx.destination.findUnique({ where: { workspaceId_id: { workspaceId, id } } }),
        "destination",
        id,
      ),
    ),
  );
  assertFitsType(before, patch);
  const after = patched(before, patch, null);
  await assertServerAllowed(call.ctx, after);
  return originOf(after);
}
