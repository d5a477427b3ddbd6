import type { Language } from "@skucast/contracts/languages";
import type { TransactionClient } from "../database.js";
import type { UserRow } from "./find-user.js";

export interface NewUser extends UserRow {
  readonly now: Date;
  /** Default: null, which follows the browser. */
  readonly language?: Language | null;
  /** When the person proved to read mail at the address. Default: never. */
  readonly emailVerifiedAt?: Date;
}

/** Inserts a person. Returns false, and does nothing, if the email address has an account. */
export async function insertUser(client: TransactionClient, user: NewUser): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO users (id, email, name, password_hash, password_changed_at, created_at, language, email_verified_at)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7)
     ON CONFLICT (email) DO NOTHING`,
    [user.id, user.email, user.name, user.passwordHash, user.now, user.language ?? null, user.emailVerifiedAt ?? null],
  );
  return rowCount === 1;
}
