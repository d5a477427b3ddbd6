import type { Database } from "../database.js";

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

const COLUMNS = `id, email, name, password_hash AS "passwordHash"`;

/** The person with this lower-cased email address. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  const { rows } = await db.system.query<UserRow>(`SELECT ${COLUMNS} FROM users WHERE email = $1`, [email]);
  return rows[0] ?? null;
}

export async function findUserById(db: Database, id: string): Promise<UserRow | null> {
  const { rows } = await db.system.query<UserRow>(`SELECT ${COLUMNS} FROM users WHERE id = $1`, [id]);
  return rows[0] ?? null;
}
