import { expect, test } from "@jest/globals";
import { apiKeyCreateSchema } from "@skucast/contracts/api-keys/api-key";
import { workspaceNameSchema } from "@skucast/contracts/workspaces/workspace";
import { nameOption } from "./name-option.js";

const key = { schema: apiKeyCreateSchema.shape.name, noun: "key" };
const workspace = { schema: workspaceNameSchema, noun: "workspace" };

test.each([
  [undefined, "Give the key a name"],
  ["  ", "Give the key a name"],
  ["x".repeat(101), "must have at most 100 characters"],
  ["Lam\u202eps", "must not contain the invisible character"],
  ["Lamps\u0007", "must not contain control characters"],
])("a name on the command line follows the rule of the API: %j", (name, message) => {
  expect(() => nameOption(name, key)).toThrow(message);
  expect(() => nameOption(name, workspace)).toThrow(message.replace("the key", "the workspace"));
});

test("a name is trimmed and normalized", () => {
  expect(nameOption("  Cafe\u0301 ", key)).toBe("Caf\u00e9");
});
