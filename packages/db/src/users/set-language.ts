import { type Language, languageOf } from "@skucast/contracts/languages";
import type { Database } from "../database.js";

/** Stores the language of a person's pages and mails; null follows the browser. */
export async function setLanguage(db: Database, userId: string, language: Language | null): Promise<void> {
  await db.system.query("UPDATE users SET language = $2 WHERE id = $1", [userId, language]);
}

/** Gives a person who has no language the chosen one, if any. Returns the person's language. */
export async function takeOverLanguage(
  db: Database,
  userId: string,
  chosen: Language | null,
): Promise<Language | null> {
  const { rows } = await db.system.query<{ language: string | null }>(
    `WITH taken AS (
       UPDATE users SET language = $2 WHERE id = $1 AND language IS NULL AND $2::text IS NOT NULL RETURNING language
     )
     SELECT coalesce((SELECT language FROM taken), language) AS language FROM users WHERE id = $1`,
    [userId, chosen],
  );
  return languageOf(rows[0]?.language);
}
