import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { PROFILES } from "./profile-list.js";

/** The headers of each version's files, in their order. Other columns make every row look changed, and break a partner's mapping. */
const PUBLISHED: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(`${import.meta.dirname}/published-columns.json`, "utf8"),
);

test("a version of a profile keeps its columns: other columns are a new version, with a line of its own", () => {
  const versions = Object.entries(PROFILES).filter(([name]) => name.includes("@"));
  const now = versions.map(([name, { columns }]) => [name, columns.map(({ name: column }) => column).join(",")]);
  expect(Object.fromEntries(now)).toEqual(PUBLISHED);
});
