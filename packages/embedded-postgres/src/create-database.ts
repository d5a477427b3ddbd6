import pg from "pg";
import type { ClusterSecrets } from "./secrets.js";

export const DATABASE = "skucast";
export const OWNER_ROLE = "skucast_owner";
export const APP_ROLE = "skucast";

/**
 * Ensures that the database `skucast` and its two login roles exist; can be called repeatedly. `skucast_owner` owns the
 * database, migrates it and may create roles. Applications connect as `skucast`, which has no privileges of its own. Neither
 * is a superuser or bypasses row-level security.
 */
export async function createDatabase(superuserUrl: string, secrets: ClusterSecrets): Promise<void> {
  const superuser = new pg.Client({ connectionString: superuserUrl, connectionTimeoutMillis: 10_000 });
  await superuser.connect();
  try {
    const unprivileged = "LOGIN NOSUPERUSER NOBYPASSRLS NOREPLICATION";
    await createRole(superuser, OWNER_ROLE, `${unprivileged} CREATEROLE CREATEDB INHERIT`, secrets.owner);
    await createRole(superuser, APP_ROLE, `${unprivileged} NOCREATEROLE NOCREATEDB NOINHERIT`, secrets.app);
    const { rowCount } = await superuser.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await superuser.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER_ROLE}`);
  } finally {
    await superuser.end();
  }
}

async function createRole(superuser: pg.Client, name: string, attributes: string, password: string): Promise<void> {
  const { rowCount } = await superuser.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  if (rowCount !== 0) return;
  await superuser.query(`CREATE ROLE ${name} ${attributes} PASSWORD ${pg.escapeLiteral(password)}`);
}
