import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { type ReplicatedPostgres, startPrimaryWithStandby } from "./start-standby.js";

let replicated: ReplicatedPostgres;
let writer: pg.Client;
let reader: pg.Client;

beforeAll(async () => {
  replicated = await startPrimaryWithStandby(async (ownerUrl) => {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query("CREATE TABLE facts (id integer)");
    await owner.end();
  });
  [writer, reader] = [replicated.primary, replicated.standby].map(
    ({ ownerUrl }) => new pg.Client({ connectionString: ownerUrl }),
  ) as [pg.Client, pg.Client];
  await Promise.all([writer.connect(), reader.connect()]);
});
afterAll(async () => {
  await Promise.all([writer.end(), reader.end()]);
  await replicated.stop();
});

const count = async () => (await reader.query("SELECT FROM facts")).rowCount;

test("the standby shows committed data of the primary, and rejects writes", async () => {
  await writer.query("INSERT INTO facts VALUES (1)");
  await replicated.caughtUp();
  expect(await count()).toBe(1);
  await expect(reader.query("INSERT INTO facts VALUES (2)")).rejects.toMatchObject({ code: "25006" });
});

test("while replay is paused the standby shows nothing new", async () => {
  await replicated.pauseReplay();
  await writer.query("INSERT INTO facts VALUES (2)");
  expect(await count()).toBe(1);
  await replicated.resumeReplay();
  await replicated.caughtUp();
  expect(await count()).toBe(2);
});
