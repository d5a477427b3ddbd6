import { migrate } from "@skucast/db/migrate";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@skucast/embedded-postgres/start";
import type { StandaloneSettings } from "./config.js";
import type { DataFolder } from "./data-folder.js";

export interface OpenedDatabase {
  /** URL of the login that applications use. */
  readonly appUrl: string;
  /** URL of the login that owns the schema and migrates it. */
  readonly ownerUrl: string;
  readonly description: string;
  stop(): Promise<void>;
}

/** The PostgreSQL of DATABASE_URL, or an embedded one in the data folder. */
export async function openPostgres(
  settings: Pick<StandaloneSettings, "DATABASE_URL">,
  folder: DataFolder,
  log: (sentence: string) => void,
): Promise<OpenedDatabase> {
  const url = settings.DATABASE_URL;
  if (url !== undefined) return { appUrl: url, ownerUrl: url, description: "at DATABASE_URL", stop: async () => {} };
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: folder.at("postgres"), log });
  const description = `embedded, on 127.0.0.1:${server.port}${server.adopted ? ", already running" : ""}`;
  return { appUrl: server.appUrl, ownerUrl: server.ownerUrl, description, stop: () => server.stop() };
}

/** Migrates the schema; resolves with a sentence about what was applied. */
export async function migrateDatabase({ ownerUrl }: OpenedDatabase): Promise<string> {
  const { migrations, functions } = await migrate(ownerUrl);
  if (migrations.length + functions.length === 0) return "up to date";
  return `${migrations.length} migrations and ${functions.length} functions applied`;
}
