import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { SCOPES, type Scope } from "@skucast/contracts/scopes";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { type Database, openDatabase } from "@skucast/db/database";
import { openPrisma } from "@skucast/db/prisma";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { createTestDatabase } from "@skucast/testkit/create-test-database";
import type { CatalogContext } from "../context.js";
import { createGroupedWrites } from "../products/group-writes.js";

export interface StoredEvent {
  readonly type: string;
  readonly sequence: number;
  readonly object: Record<string, unknown>;
  readonly previous: Record<string, unknown>;
}

/** The verbs' context over a database of its own, with a clock that moves only when it is told to. */
export interface TestCatalog {
  readonly ctx: CatalogContext;
  readonly db: Database;
  /** How often the relay was told that there is something to send. */
  readonly wakes: () => number;
  /** Names of the statements that the tenant-bound pool was given since the last call. */
  readonly takeStatements: () => string[];
  readonly tick: (ms: number) => void;
  /** A principal of a new workspace, with all scopes unless told. */
  readonly newPrincipal: (scopes?: readonly Scope[]) => Promise<Principal>;
  /** Events of a thing, in the order of their sequence. */
  readonly eventsOf: (principal: Principal, objectId: string) => Promise<StoredEvent[]>;
  readonly close: () => Promise<void>;
}

export async function openCatalog(): Promise<TestCatalog> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.appUrl });
  const statements = spyOn(db);
  let nowMs = Date.parse("2026-11-21T08:00:00.000Z");
  let wakes = 0;
  const clock = { now: () => new Date(nowMs) };
  const resolve = async (name: string) => [{ address: name.endsWith("inside.example") ? "10.0.0.1" : "93.184.216.34" }];
  return {
    ctx: {
      db,
      prisma: openPrisma(db),
      productWrites: createGroupedWrites({ db, clock }),
      keyring: parseKeyring(newKeyringText()),
      guard: createTargetGuard({ allow: parseAllowList(""), resolve }),
      clock,
      onStored: () => {
        wakes += 1;
      },
    },
    db,
    wakes: () => wakes,
    takeStatements: () => statements.splice(0),
    tick: (ms) => {
      nowMs += ms;
    },
    newPrincipal: async (scopes = SCOPES) => {
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
    close: async () => {
      await db.close();
      await database.drop();
    },
  };
}

/** Notes the names of the prepared statements that go to the tenant-bound pool. */
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

/** A promise that must be refused: its problem's code, and its pointers. */
export async function refusalOf(
  work: Promise<unknown>,
): Promise<{ code: unknown; pointers: string[]; message: string }> {
  try {
    await work;
  } catch (error) {
    const { code, faults = [], message } = error as { code: unknown; faults?: { pointer: string }[]; message: string };
    return { code, pointers: faults.map(({ pointer }) => pointer), message };
  }
  throw new Error("it was not refused");
}
