import { randomBytes } from "node:crypto";
import pg from "pg";
import { type ClusterAddress, clusterAddress, TEMPLATE_DATABASE, urlOfDatabase } from "./cluster-address.js";

/** A migrated, empty database that no other test file sees. */
export interface TestDatabase {
  /** As `skucast_owner`, for migrations and for looking past row-level security where a table allows its owner. */
  readonly ownerUrl: string;
  /** As `skucast`, as whom applications connect; add the start-up option `-c role=…` as they do. */
  readonly appUrl: string;
  /** As the superuser, who sees every row: for arranging and for checking what tenants cannot see. */
  readonly superuserUrl: string;
  readonly name: string;
  /** Ends all connections to it and drops it; a second call does nothing. */
  drop(): Promise<void>;
}

/** Clones the migrated template, in about 0.1 s. Call it once per test file and `drop()` afterwards. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = clusterAddress();
  const name = `test_${randomBytes(8).toString("hex")}`;
  await asSuperuser(
    cluster,
    `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY file_copy OWNER skucast_owner`,
  );
  return {
    ownerUrl: urlOfDatabase(cluster.ownerUrl, name),
    appUrl: urlOfDatabase(cluster.appUrl, name),
    superuserUrl: urlOfDatabase(cluster.superuserUrl, name),
    name,
    drop: async () => void (await asSuperuser(cluster, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

/** One statement about the whole cluster, such as one for roles or tablespaces; answers its rows. */
export const askCluster = (sql: string): Promise<Record<string, unknown>[]> => asSuperuser(clusterAddress(), sql);

async function asSuperuser(cluster: ClusterAddress, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: cluster.superuserUrl, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
