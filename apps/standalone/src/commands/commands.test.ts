import { expect, test } from "@jest/globals";
import { COMMANDS } from "./commands.js";

test("each command is found by its own words, which begin its usage", async () => {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  expect(commands.map(({ words }) => words)).toEqual(Object.keys(COMMANDS));
  for (const { words, usage } of commands) expect(`${usage} `).toContain(`${words} `);
  expect(new Set(commands).size).toBe(commands.length);
});
