import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";

const CHECK = fileURLToPath(new URL("../../../bench/check-budget.mjs", import.meta.url));

test("upserts, batches, lists and gets cost no more CPU than their budgets", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHECK]).catch((error) => error);
  const lines = stdout.trim().split("\n");
  expect(lines).toHaveLength(5);
  expect(lines).toEqual(lines.map(() => expect.stringMatching(/^✓ /)));
});
