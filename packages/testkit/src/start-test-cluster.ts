import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@skucast/embedded-postgres/start";
import pg from "pg";
import { type ClusterAddress, TEMPLATE_DATABASE, urlOfDatabase } from "./cluster-address.js";

/** A temporary PostgreSQL for one test run. */
export interface TestCluster {
  readonly address: ClusterAddress;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/** Faster without durability, which tests do not need. */
const SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

/** On a machine under heavy load a new connection can take longer than the time limit of services. */
const CONNECT_TIMEOUT_SECONDS = 60;

/**
 * Starts PostgreSQL in a temporary folder and creates the template of all test databases. `migrate` gets the owner's URL of
 * the template and migrates it.
 */
export async function startTestCluster(migrate: (ownerUrl: string) => Promise<unknown>): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), "skucast-test-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), settings: SETTINGS });
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const { superuserUrl } = postgres;
  const ownerUrl = withLongTimeout(postgres.ownerUrl);
  const appUrl = withLongTimeout(postgres.appUrl);
  try {
    await createTemplate(superuserUrl);
    await migrate(urlOfDatabase(ownerUrl, TEMPLATE_DATABASE));
  } catch (error) {
    await stop();
    throw error;
  }
  return { address: { superuserUrl, ownerUrl, appUrl }, stop };
}

const withLongTimeout = (url: string): string => `${url}?connect_timeout=${CONNECT_TIMEOUT_SECONDS}`;

async function createTemplate(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE} OWNER skucast_owner`);
  } finally {
    await client.end();
  }
}
