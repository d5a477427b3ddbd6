import { randomBytes } from "node:crypto";
import { clusterAddress, urlOfDatabase } from "@skucast/testkit/cluster-address";
import pg from "pg";

/** A database whose owner is not a superuser. */
export interface OwnDatabase {
  readonly name: string;
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly superuserUrl: string;
  /** Runs a query as the owner. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs a query as the superuser, who sees every row. */
  queryAll(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** Creates it empty, or as a copy of another database. `TEMPLATE_DATABASE` is migrated. */
export async function createOwnDatabase(template = "template1"): Promise<OwnDatabase> {
  const name = `own_${randomBytes(8).toString("hex")}`;
  const cluster = clusterAddress();
  await run(cluster.superuserUrl, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER skucast_owner`);
  const ownerUrl = urlOfDatabase(cluster.ownerUrl, name);
  const superuserUrl = urlOfDatabase(cluster.superuserUrl, name);
  return {
    name,
    ownerUrl,
    appUrl: urlOfDatabase(cluster.appUrl, name),
    superuserUrl,
    query: (sql, values) => run(ownerUrl, sql, values),
    queryAll: (sql, values) => run(superuserUrl, sql, values),
    drop: async () => void (await run(cluster.superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

async function run(url: string, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
