import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@skucast/embedded-postgres/start";
import pg from "pg";
import { type ClusterAddress, TEMPLATE_DATABASE, urlOfDatabase } from "./cluster-address.js";

/** A throw-away PostgreSQL for one test run. */
export interface TestCluster {
  readonly address: ClusterAddress;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/** Nothing here has to survive a power cut, and speed is wanted. */
const SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

/** On a machine under heavy load a new connection can take longer than a client of a service would wait. */
const CONNECT_TIMEOUT_SECONDS = 60;

/**
 * Starts PostgreSQL in a temporary folder and makes the template that every test database is cloned from.
 * `migrate` is given the template's URL (as its owner) and brings it up to date.
 */
export async function startTestCluster(migrate: (ownerUrl: string) => Promise<unknown>): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), "skucast-test-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), settings: SETTINGS });
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const { superuserUrl } = postgres;
  const ownerUrl = patient(postgres.ownerUrl);
  const appUrl = patient(postgres.appUrl);
  try {
    await createTemplate(superuserUrl);
    await migrate(urlOfDatabase(ownerUrl, TEMPLATE_DATABASE));
  } catch (error) {
    await stop();
    throw error;
  }
  return { address: { superuserUrl, ownerUrl, appUrl }, stop };
}

const patient = (url: string): string => `${url}?connect_timeout=${CONNECT_TIMEOUT_SECONDS}`;

async function createTemplate(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE} OWNER skucast_owner`);
  } finally {
    await client.end();
  }
}
