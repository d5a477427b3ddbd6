import type { TestDb } from "@skucast/db/testing/open-test-db";

/** All rows of all tables as text. Byte columns appear in hexadecimal and decoded. */
export async function dumpDatabase(superuser: TestDb["superuser"]): Promise<string> {
  const tables = await superuser.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  let dump = "";
  for (const { name } of tables.rows) {
    const { rows } = await superuser.query(`SELECT t::text AS row FROM "${name}" t`);
    for (const { row } of rows) dump += `${row}\n${bytesIn(row)}\n`;
  }
  return dump;
}

const bytesIn = (row: string): string =>
  [...row.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1")).join("\n");
