import type { Database, TransactionClient } from "../database.js";

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

/** Where mails to a person go, and their name, in a transaction. */
export async function findAddressee(
  client: TransactionClient,
  userId: string,
): Promise<Pick<UserRow, "email" | "name">> {
  const { rows } = await client.query<Pick<UserRow, "email" | "name">>("SELECT email, name FROM users WHERE id = $1", [
    userId,
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error("the account does not exist any more");
  return row;
}
