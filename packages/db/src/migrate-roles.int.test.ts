import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { urlOfDatabase } from "@skucast/testkit/cluster-address";
import { queryDatabase } from "@skucast/testkit/query-database";
import { type DebianPostgres, startDebianPostgres } from "@skucast/testkit/start-debian-postgres";
import { openDatabase } from "./database.js";
import { migrate } from "./migrate.js";
import { schemaProblem } from "./schema/schema-problem.js";

jest.setTimeout(180_000);

const ROLES = ["app", "system", "public", "lookup", "directory", "search", "backup"].map((name) => `skucast_${name}`);
let cluster: DebianPostgres;

beforeAll(async () => {
  cluster = await startDebianPostgres();
});
afterAll(() => cluster.stop());

const asSuperuser = (sql: string) => queryDatabase(urlOfDatabase(cluster.superuserUrl, "skucast"), sql);

test("an owner can migrate where an administrator has created the roles, as docs/operations.md says", async () => {
  for (const role of ROLES) await asSuperuser(`CREATE ROLE ${role} NOLOGIN`);
  await asSuperuser(
    `GRANT ${ROLES.join(", ")} TO skucast_owner WITH ADMIN OPTION; ALTER ROLE skucast_owner NOCREATEROLE`,
  );
  await expect(migrate(cluster.ownerUrl)).rejects.toThrow("permission denied to create role");
  await asSuperuser("ALTER ROLE skucast_owner CREATEROLE");
  await migrate(cluster.ownerUrl);
  const db = openDatabase({ url: cluster.appUrl });
  expect(await schemaProblem(db.system)).toBeUndefined();
  await db.close();
});
