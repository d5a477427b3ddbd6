import { randomBytes } from "node:crypto";
import pg from "pg";
import { type ClusterAddress, clusterAddress, TEMPLATE_DATABASE, urlOfDatabase } from "./cluster-address.js";

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  /** As `skucast_owner`: for migrations, and for reading all rows of tables whose owner bypasses row-level security. */
  readonly ownerUrl: string;
  /** As `skucast`, like the applications. Add the startup option `-c role=…` as they do. */
  readonly appUrl: string;
  /** As the superuser, which sees every row: for test data, and for checks beyond a tenant's view. */
  readonly superuserUrl: string;
  readonly name: string;
  /** Ends all connections to it and drops it; a second call does nothing. */
  drop(): Promise<void>;
}

/** Clones the migrated template in about 0.1 s. Call it once per test file, and `drop()` afterwards. */
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

/** Runs a statement about the whole cluster, such as for roles or tablespaces, and returns its rows. */
export const queryCluster = (sql: string): Promise<Record<string, unknown>[]> => asSuperuser(clusterAddress(), sql);

async function asSuperuser(cluster: ClusterAddress, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: cluster.superuserUrl, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
