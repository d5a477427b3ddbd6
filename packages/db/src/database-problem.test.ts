import { describe, expect, test } from "@jest/globals";
import { SHARE_IN_USE } from "./connection-shares.js";
import { databaseProblem } from "./database-problem.js";

const failure = (code: string, message = "x") => Object.assign(new Error(message), { code });

describe("an error becomes", () => {
  test.each([
    ["a refused connection", failure("ECONNREFUSED")],
    ["a database that is shutting down", failure("57P01")],
    ["a database that is starting", failure("57P03")],
    ["a lost connection", failure("08006")],
    ["too many connections", failure("53300")],
    ["a full disk", failure("53100")],
    ["a failing disk", failure("58030")],
    ["a server without memory", failure("53200")],
    ["a server that became a standby", failure("25006")],
    ["a pool without a free client", new Error("timeout exceeded when trying to connect")],
    ["a connection that broke", new Error("Connection terminated unexpectedly")],
    ["one of these as a cause", new Error("outer", { cause: failure("ECONNREFUSED") })],
    ["all addresses refused", Object.assign(new AggregateError([failure("ECONNREFUSED")]), { code: "ECONNREFUSED" })],
  ])("%s: unavailable", (_title, error) => {
    expect(databaseProblem(error)).toMatchObject({ code: "unavailable", headers: { "Retry-After": "2" } });
  });

  test.each([
    ["a programming error", new TypeError("x is not a function")],
    ["a broken query", failure("42601")],
    ["a string", "oops"],
    ["nothing", undefined],
  ])("%s: null", (_title, error) => {
    expect(databaseProblem(error)).toBeNull();
  });

  test("rate_limited, with what to do, if a workspace uses its share of the connections", () => {
    const error = new Error("outer", { cause: failure("53300", SHARE_IN_USE) });
    expect(databaseProblem(error)).toMatchObject({
      code: "rate_limited",
      message: expect.stringContaining("Send fewer at once"),
      headers: { "Retry-After": "2" },
    });
  });

  test.each([
    ["by node-postgres", failure("22021")],
    [
      "by Prisma, for NUL in JSON",
      new Error("Database error. Code: `22P05`. Message: `unsupported Unicode escape sequence`"),
    ],
    ["by Prisma, for half of a pair in JSON", new Error("Invalid input value: invalid input syntax for type json")],
  ])("bad_request if a string cannot be stored, as reported %s", (_title, error) => {
    expect(databaseProblem(error)?.code).toBe("bad_request");
  });
});
