import { expect, test } from "@jest/globals";
import { apiClient } from "./api-client.js";
import { databaseTrouble } from "./database-trouble.js";

const failure = (code: string, message = "the reason") => Object.assign(new Error(message), { code });

test.each([
  ["28P01", /rejected the login.*: the reason/, /password/],
  ["28000", /rejected the login.*: the reason/, /pg_hba/],
  ["3D000", /no such database: the reason/, /create it/],
  ["53300", /no free connection: the reason/, /max_connections/],
  ["53100", /disk of PostgreSQL is full: the reason/, /free some space/],
  ["ENOTFOUND", /has no address: the reason/, /DNS/],
  ["EAI_AGAIN", /DNS does not answer: the reason/, /resolv\.conf/],
  ["ECONNREFUSED", /cannot be reached: the reason/, /start it/],
  ["57P03", /cannot be reached: the reason/, /start it/],
])("an error with the code %s says what is wrong and what to do", (code, text, fix) => {
  expect(databaseTrouble(failure(code))).toEqual({
    text: expect.stringMatching(text),
    fix: expect.stringMatching(fix),
  });
});

test("the reason is that of an address, if connecting to each of several failed", () => {
  const both = new AggregateError([failure("ECONNREFUSED", "connect ECONNREFUSED ::1:5432")], "");
  expect(databaseTrouble(both)?.text).toBe("PostgreSQL cannot be reached: connect ECONNREFUSED ::1:5432");
});

test("a deployment that does not respond is not taken for the database", async () => {
  const error: unknown = await apiClient("http://127.0.0.1:1", "key")
    .call("GET", "/me")
    .catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/does not respond at http:\/\/127\.0\.0\.1:1 \(.+\)\. Start it with npm start\.$/);
  expect(databaseTrouble(error)).toBeUndefined();
});

test("another error is not one of the database", () => {
  expect(databaseTrouble(failure("ENOENT"))).toBeUndefined();
  expect(databaseTrouble("text")).toBeUndefined();
});
