import { Problem, validationFailed } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { SingleSignOn, SingleSignOnPut } from "@skucast/contracts/single-sign-on/single-sign-on";
import { sealSecret } from "@skucast/credentials/seal";
import { singleSignOnPlace } from "@skucast/credentials/single-sign-on-place";
import { Prisma } from "@skucast/db/generated/client";
import { endSingleSignOnSessions } from "@skucast/db/single-sign-on/end-sessions";
import { journalWorkspace } from "@skucast/db/workspaces/erase-workspace";
import { assertTargetAllowed } from "../assert-target-allowed.js";
import type { Call, WriteOptions } from "../call.js";
import { takeDomainIn } from "../domains/take-domain-in.js";
import { assertSignedInOwner } from "../members/ownership.js";
import { requireConfirmedAddress } from "../require-confirmed-address.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { requireScope } from "../require-scope.js";
import { type Change, runChange, runRead } from "../transactions.js";
import { assertDomainsProven } from "./assert-domains-proven.js";
import { domainsOf, singleSignOnOf } from "./single-sign-on-row.js";

/** Sets up single sign-on, or replaces its settings. A secret that is left out stays. */
export async function putSingleSignOn(call: Call<{ settings: SingleSignOnPut } & WriteOptions>): Promise<SingleSignOn> {
  const { ctx, principal, input } = call;
  requireScope(principal, MANAGE_WORKSPACE);
  requireRecentSignIn(ctx, principal);
  await requireConfirmedAddress(ctx, principal);
  // Before everything that depends on the domains: their state is no one's business who may not set it.
  await runRead(call, MANAGE_WORKSPACE, (tx, workspaceId) => assertSignedInOwner({ tx, workspaceId }, principal));
  const { issuer } = input.settings;
  const domains = [...new Set(input.settings.domains)].sort();
  await assertTargetAllowed("/issuer", () => ctx.guard.checkUrl(issuer));
  await assertDomainsProven(call, domains);
  const effects = { endsSessions: false, changesAccess: false };
  const stored = await runChange(call, MANAGE_WORKSPACE, async (change) => {
    const { tx, workspaceId, now, audit } = change;
    await assertSignedInOwner(change, principal);
    const held = await tx.$executeRaw`SELECT 1 FROM workspaces WHERE id = ${workspaceId} FOR UPDATE`;
    if (held === 0) throw new Problem("not_found", `There is no workspace with the id ${workspaceId}.`);
    const before = await tx.singleSignOn.findUnique({ where: { workspaceId } });
    input.precondition?.(before === null ? null : Number(before.version));
    const isSameClient = before?.issuer === issuer && before.clientId === input.settings.client_id;
    assertComplete(input.settings, { isSameClient, wasUsed: isSameClient && before.lastSignInAt !== null });
    const formerDomains = before === null ? [] : await domainsOf(tx, workspaceId);
    const columns = { ...columnsOf(call, workspaceId), updatedAt: now, ...(!isSameClient && { lastSignInAt: null }) };
    const row =
      before === null
        ? await tx.singleSignOn.create({ data: { ...created(columns), workspaceId, createdAt: now } })
        : await tx.singleSignOn.update({
            where: { workspaceId },
            data: { ...columns, version: { increment: 1 } },
          });
    await replaceDomains(change, formerDomains, domains);
    const result = singleSignOnOf(row, domains);
    const { client_id, role_claim, role_mapping, default_role, required } = result;
    const shown = { issuer, client_id, domains, role_claim, role_mapping, default_role, required };
    await audit("single_sign_on.updated", workspaceId, {
      ...shown,
      ...(before !== null && input.settings.client_secret !== undefined && { changed_secret: true }),
    });
    effects.endsSessions = before !== null && !(isSameClient && formerDomains.every((each) => domains.includes(each)));
    effects.changesAccess = required !== (before?.isRequired ?? false);
    return result;
  });
  if (input.validateOnly) return stored;
  const { workspaceId } = principal;
  if (effects.endsSessions) ctx.announceRevoked(await endSingleSignOnSessions(ctx.db, workspaceId, ctx.clock.now()));
  if (effects.changesAccess) ctx.announceRevoked(await journalWorkspace(ctx.db, workspaceId));
  return stored;
}

/** A secret belongs to one client of one issuer, so it is never sent to another. */
function assertComplete(
  { client_secret: secret, required, role_claim, role_mapping }: SingleSignOnPut,
  { isSameClient, wasUsed }: { readonly isSameClient: boolean; readonly wasUsed: boolean },
): void {
  const faults = [
    ...(secret === undefined && !isSameClient
      ? [{ pointer: "/client_secret", code: "required", message: "is required with a new issuer or client_id" }]
      : []),
    ...(role_claim === null && role_mapping.length > 0
      ? [{ pointer: "/role_claim", code: "required", message: "is required with a role_mapping" }]
      : []),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  if (required && !wasUsed) {
    throw new Problem(
      "conflict",
      "Sign in once with these settings before you require single sign-on, so that a mistake in them locks no one out.",
    );
  }
}

function columnsOf({ ctx, input }: Call<{ settings: SingleSignOnPut }>, workspaceId: string) {
  const { settings } = input;
  return {
    issuer: settings.issuer,
    clientId: settings.client_id,
    roleClaim: settings.role_claim,
    roleMapping: settings.role_mapping,
    defaultRole: settings.default_role,
    isRequired: settings.required,
    ...(settings.client_secret !== undefined && {
      clientSecretSealed: new Uint8Array(
        sealSecret(ctx.keyring, settings.client_secret, singleSignOnPlace(workspaceId)),
      ),
    }),
  };
}

/** The columns of a new row, whose secret `assertComplete` has required. */
function created<T extends { clientSecretSealed?: Uint8Array<ArrayBuffer> }>(columns: T) {
  const { clientSecretSealed } = columns;
  if (clientSecretSealed === undefined) throw new Error("a new single sign-on has no secret");
  return { ...columns, clientSecretSealed };
}

async function replaceDomains(change: Change, former: readonly string[], domains: readonly string[]): Promise<void> {
  const { tx, workspaceId } = change;
  const removed = former.filter((each) => !domains.includes(each));
  const added = domains.filter((each) => !former.includes(each));
  if (removed.length > 0) await tx.singleSignOnDomain.deleteMany({ where: { workspaceId, domain: { in: removed } } });
  // Each record has just been looked up, so this is the later proof, even if the other record is still in DNS.
  for (const domain of added) await takeDomainIn(change, domain, []);
  await holdDomains(change, added);
  try {
    if (added.length > 0) {
      await tx.singleSignOnDomain.createMany({ data: added.map((domain) => ({ workspaceId, domain })) });
    }
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")) throw error;
    throw new Problem("conflict", "Another workspace is setting up single sign-on for one of the domains. Try again.");
  }
}

/** Keeps the domains until the transaction ends, so that none is removed before single sign-on speaks for it. */
async function holdDomains({ tx, workspaceId }: Change, domains: readonly string[]): Promise<void> {
  const held = await tx.$executeRaw`
    SELECT 1 FROM workspace_domains WHERE workspace_id = ${workspaceId} AND domain = ANY (${domains}) FOR KEY SHARE`;
  if (held < domains.length) throw new Problem("conflict", "One of the domains has just been removed. Try again.");
}
