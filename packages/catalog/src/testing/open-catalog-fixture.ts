import type { AuditEntry } from "@skucast/contracts/audit/audit-entry";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { PERMISSIONS_OF_ROLE, type Role } from "@skucast/contracts/roles";
import { MANAGE_WORKSPACE, type Permission, SCOPES } from "@skucast/contracts/scopes";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { type PrivateKeys, sealingKeyOf } from "@skucast/credentials/sealing-keys";
import { webhookPrivateKeys } from "@skucast/credentials/webhook-sealing";
import { type Database, openDatabase } from "@skucast/db/database";
import { openPrisma } from "@skucast/db/prisma";
import { createTurns } from "@skucast/service-kit/turns";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { createTestDatabase } from "@skucast/testkit/create-test-database";
import { listAuditLog } from "../audit/list-audit-log.js";
import type { CatalogContext } from "../context.js";
import { createGroupedWrites } from "../products/group-writes.js";
import { createProductQuota } from "../quotas/product-quota.js";
import { DEFAULT_QUOTAS } from "../quotas/quotas.js";
import { createRenderingTurns } from "../rendering-turns.js";

export type UserPrincipal = Extract<Principal, { kind: "user" }>;
export type AppPrincipal = Extract<Principal, { kind: "oauth" }>;

export interface StoredEvent {
  readonly type: string;
  readonly sequence: number;
  readonly object: Record<string, unknown>;
  readonly previous: Record<string, unknown>;
}

/** The operations' context with its own database and a clock that only `tick` moves. */
export interface CatalogFixture {
  readonly ctx: CatalogContext;
  readonly db: Database;
  /** Decrypt the signing keys of endpoints. The dispatcher has them, the operations do not. */
  readonly privateKeys: PrivateKeys;
  /** How often the relay was woken. */
  readonly wakes: () => number;
  /** Names of the prepared statements that the tenant-bound pool has executed since the last call. */
  readonly takeStatements: () => string[];
  readonly tick: (ms: number) => void;
  /** Keys, grants and memberships that were announced as revoked since the last call. */
  readonly takeRevoked: () => string[];
  /** A principal of a new workspace. Default: all permissions of an API key. */
  readonly newPrincipal: (scopes?: readonly Permission[]) => Promise<Principal>;
  /** A new signed-in user with a role in a principal's workspace. */
  readonly newMember: (workspace: Principal, role: Role, channelIds?: readonly string[]) => Promise<UserPrincipal>;
  /** The principal of an app that a user has connected. */
  readonly newApp: (user: UserPrincipal) => Promise<AppPrincipal>;
  /** Events of an object, in order of sequence. */
  readonly eventsOf: (principal: Principal, objectId: string) => Promise<StoredEvent[]>;
  /** Entries of a workspace's audit log, oldest first. */
  readonly auditOf: (principal: Principal) => Promise<AuditEntry[]>;
  readonly close: () => Promise<void>;
}

export async function openCatalogFixture(): Promise<CatalogFixture> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.appUrl });
  const statements = spyOn(db);
  let nowMs = Date.parse("2026-11-21T08:00:00.000Z");
  let wakes = 0;
  const revoked: string[] = [];
  const keyring = parseKeyring(newKeyringText());
  // From another keyring, because the operations must not be able to decrypt signing keys with their own.
  const privateKeys = webhookPrivateKeys(parseKeyring(newKeyringText()), undefined);
  const clock = { now: () => new Date(nowMs) };
  const resolve = async (name: string) => [{ address: name.endsWith("inside.example") ? "10.0.0.1" : "93.184.216.34" }];
  const quotas = DEFAULT_QUOTAS;
  const productQuota = createProductQuota({ db, clock, quotas });
  const turns = createTurns();
  const ctx: CatalogContext = {
    db,
    prisma: openPrisma(db),
    productWrites: createGroupedWrites({ db, clock, turns, productQuota }),
    productQuota,
    quotas,
    keyring,
    webhookSealing: sealingKeyOf(privateKeys),
    guard: createTargetGuard({ allow: parseAllowList(""), resolve }),
    turns,
    renderingTurns: createRenderingTurns(turns),
    domainProofs: { txt: async () => [], certainTxt: async () => [], file: async () => null },
    directoryProof: "optional",
    needsConfirmedAddress: false,
    clock,
    onStored: () => {
      wakes += 1;
    },
    hint: () => {},
    announceRevoked: (subjects) => revoked.push(...subjects),
  };
  return {
    ctx,
    db,
    privateKeys,
    wakes: () => wakes,
    takeStatements: () => statements.splice(0),
    tick: (ms) => {
      nowMs += ms;
    },
    takeRevoked: () => revoked.splice(0),
    newMember: newMemberIn(db),
    newApp: newAppIn(db, clock.now),
    newPrincipal: async (scopes = [...SCOPES, MANAGE_WORKSPACE]) => {
      const workspaceId = newId("ws");
      await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Test')", [workspaceId]);
      return { kind: "api_key", workspaceId, keyId: newId("key"), scopes: new Set(scopes) };
    },
    eventsOf: async ({ workspaceId }, objectId) => {
      const { rows } = await db.system.query<{ type: string; sequence: string; data: string }>(
        "SELECT type, sequence, data FROM events WHERE workspace_id = $1 AND object_id = $2 ORDER BY sequence",
        [workspaceId, objectId],
      );
      return rows.map(({ type, sequence, data }) => ({ type, sequence: Number(sequence), ...JSON.parse(data) }));
    },
    auditOf: async ({ workspaceId }) => {
      const principal: Principal = { kind: "system", workspaceId, scopes: new Set([MANAGE_WORKSPACE]) };
      const { items } = await listAuditLog({ ctx, principal, input: { after: "", limit: 200 } });
      return items.toReversed();
    },
    close: async () => {
      await db.close();
      await database.drop();
    },
  };
}

/** Later than tests move the clock. */
const ALWAYS_RECENT = new Date("2100-01-01T00:00:00Z");

const newMemberIn =
  (db: Database): CatalogFixture["newMember"] =>
  async ({ workspaceId }, role, channelIds) => {
    const userId = newId("usr");
    await db.system.query("INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, 'Ada', 'x')", [
      userId,
      `${userId}@example.com`,
    ]);
    await db.system.query(
      "INSERT INTO memberships (workspace_id, user_id, role, channel_ids) VALUES ($1, $2, $3, $4)",
      [workspaceId, userId, role, channelIds ? JSON.stringify(channelIds) : null],
    );
    const session = { sessionId: newId("ses"), authenticatedAt: ALWAYS_RECENT };
    return { kind: "user", workspaceId, userId, ...session, scopes: PERMISSIONS_OF_ROLE[role] };
  };

const newAppIn =
  (db: Database, now: () => Date): CatalogFixture["newApp"] =>
  async ({ workspaceId, userId, scopes }) => {
    const grantId = newId("grt");
    const clientId = "https://app.example/client.json";
    const granted = SCOPES.filter((scope) => scopes.has(scope));
    const year = new Date(now().getTime() + 365 * 86_400_000);
    await db.system.query(
      `INSERT INTO oauth_grants (workspace_id, id, user_id, client_id, client_name, redirect_host, scope, created_at, expires_at)
       VALUES ($1, $2, $3, $4, 'App', 'app.example', $5, $6, $7)`,
      [workspaceId, grantId, userId, clientId, granted.join(" "), now(), year],
    );
    const permissions = { scopes: new Set(granted), allowedByRole: scopes };
    return { kind: "oauth", workspaceId, userId, clientId, grantId, ...permissions };
  };

/** Records the names of the prepared statements of the tenant-bound pool. */
function spyOn(db: Database): string[] {
  const names: string[] = [];
  const query = db.app.query.bind(db.app) as (...args: unknown[]) => unknown;
  Object.assign(db.app, {
    query: (...args: unknown[]) => {
      const [statement] = args;
      if (typeof statement === "object" && statement !== null && "name" in statement)
        names.push(String(statement.name));
      return query(...args);
    },
  });
  return names;
}

/** The code, message and pointers of the Problem with which a promise is rejected. Fails if it resolves. */
export async function rejectionOf(
  work: Promise<unknown>,
): Promise<{ code: unknown; pointers: string[]; message: string }> {
  try {
    await work;
  } catch (error) {
    const { code, faults = [], message } = error as { code: unknown; faults?: { pointer: string }[]; message: string };
    return { code, pointers: faults.map(({ pointer }) => pointer), message };
  }
  throw new Error("it was not rejected");
}
