import type { AuditAction } from "@skucast/contracts/audit/actions";
import type { WorkspaceTransaction } from "@skucast/db/prisma";

/** Names of objects by type and id, without objects that no longer exist. */
export interface Names {
  /** Undefined for an object that no longer exists. */
  of(type: string, id: string): string | undefined;
}

/** The types of objects that actions name. */
type TypeOf<Action extends string> = Action extends `${infer Type}.${string}` ? Type : never;
type ObjectType = TypeOf<AuditAction>;

const NAMED = { id: true, name: true } as const;

type FindNames = (tx: WorkspaceTransaction, workspaceId: string, ids: string[]) => Promise<[string, string][]>;

/** How to find the names of objects of each type. For endpoints only the host, since the rest of a URL may be secret. */
const FIND: Readonly<Record<ObjectType, FindNames>> = {
  workspace: async (tx, _, ids) =>
    pairs(await tx.workspace.findMany({ where: { id: { in: ids } }, select: NAMED }), "name"),
  api_key: async (tx, ...at) => pairs(await tx.apiKey.findMany({ where: within(...at), select: NAMED }), "name"),
  connected_app: async (tx, ...at) =>
    pairs(await tx.oauthGrant.findMany({ where: within(...at), select: { id: true, clientName: true } }), "clientName"),
  member: findPeople,
  invitation: async (tx, ...at) =>
    pairs(await tx.invitation.findMany({ where: within(...at), select: { id: true, email: true } }), "email"),
  channel: async (tx, ...at) => pairs(await tx.channel.findMany({ where: within(...at), select: NAMED }), "name"),
  feed: async (tx, ...at) => pairs(await tx.feed.findMany({ where: within(...at), select: NAMED }), "name"),
  run: findRuns,
  destination: async (tx, ...at) =>
    pairs(await tx.destination.findMany({ where: within(...at), select: NAMED }), "name"),
  webhook_endpoint: async (tx, ...at) => {
    const endpoints = await tx.webhookEndpoint.findMany({ where: within(...at), select: { id: true, url: true } });
    return endpoints.map(({ id, url }) => [id, new URL(url).host]);
  },
  pull_credential: async (tx, ...at) =>
    pairs(await tx.pullCredential.findMany({ where: within(...at), select: NAMED }), "name"),
  source: async (tx, ...at) => pairs(await tx.source.findMany({ where: within(...at), select: NAMED }), "name"),
  import: async (tx, ...at) =>
    pairs(await tx.import.findMany({ where: within(...at), select: { id: true, fileName: true } }), "fileName"),
  lookup_table: async (tx, ...at) =>
    pairs(await tx.lookupTable.findMany({ where: within(...at), select: NAMED }), "name"),
  channel_profile: async (tx, workspaceId, ids) => {
    const where = { workspaceId, name: { in: ids } };
    const found = await tx.channelProfile.findMany({ where, distinct: ["name"], select: { name: true } });
    return found.map(({ name }) => [name, name]);
  },
  domain: async (tx, workspaceId, ids) => {
    const where = { workspaceId, domain: { in: ids } };
    const found = await tx.workspaceDomain.findMany({ where, select: { domain: true } });
    return found.map(({ domain }) => [domain, domain]);
  },
  single_sign_on: async (tx, workspaceId) => {
    const found = await tx.singleSignOn.findUnique({ where: { workspaceId }, select: { issuer: true } });
    return found === null ? [] : [[workspaceId, found.issuer]];
  },
  audit_log: async (_, workspaceId) => [[workspaceId, workspaceId]],
  product_export: async (tx, ...at) => {
    const found = await tx.productExport.findMany({ where: within(...at), select: { id: true } });
    return found.map(({ id }) => [id, id]);
  },
};

/** Finds the current names of objects, with one query for each type. */
export async function findNames(
  tx: WorkspaceTransaction,
  workspaceId: string,
  things: readonly { readonly type: string; readonly id: string }[],
): Promise<Names> {
  const found = new Map<string, string>();
  for (const [type, ofType] of Map.groupBy(things, ({ type }) => type)) {
    const ids = [...new Set(ofType.map(({ id }) => id))];
    if (!isObjectType(type)) continue;
    for (const [id, name] of await FIND[type](tx, workspaceId, ids)) found.set(`${type} ${id}`, name);
  }
  return { of: (type, id) => found.get(`${type} ${id}`) };
}

const isObjectType = (type: string): type is ObjectType => Object.hasOwn(FIND, type);

const within = (workspaceId: string, ids: string[]) => ({ workspaceId, id: { in: ids } });

/** Pairs of id and name. An object without a name has its id as name, so that it counts as existing. */
function pairs<Field extends string>(
  rows: readonly ({ readonly id: string } & { readonly [F in Field]: string | null })[],
  field: Field,
): [string, string][] {
  return rows.map((row) => [row.id, row[field] ?? row.id]);
}

async function findPeople(tx: WorkspaceTransaction, _: string, ids: string[]): Promise<[string, string][]> {
  const people = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true, email: true } });
  return people.map(({ id, name, email }) => [id, name || email]);
}

/** A run has the name of its feed. */
async function findRuns(tx: WorkspaceTransaction, workspaceId: string, ids: string[]): Promise<[string, string][]> {
  const runs = await tx.run.findMany({ where: within(workspaceId, ids), select: { id: true, feedId: true } });
  const feedIds = runs.map(({ feedId }) => feedId);
  const feeds = await tx.feed.findMany({ where: within(workspaceId, feedIds), select: NAMED });
  const nameOf = new Map(feeds.map(({ id, name }) => [id, name]));
  return runs.map(({ id, feedId }) => [id, nameOf.get(feedId) ?? id]);
}
