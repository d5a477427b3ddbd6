import { expect, test } from "@jest/globals";
import { WORKSPACE_SURFACE } from "../surface.js";
import { createParamsCheck } from "./check-params.js";

const call = (name: string, count: number) => ({
  method: name === "a prompt" ? "prompts/get" : "tools/call",
  params: { name, arguments: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "x"])) },
});

test.each(["search_catalog", "no such tool", "a prompt"])(
  "arguments of %s that are far too many are rejected at once, before each check reads all of them",
  async (name) => {
    const findParamsError = createParamsCheck(WORKSPACE_SURFACE);
    expect(await findParamsError(call(name, 501))).toBe("params.arguments: must have at most 500 members");
  },
);

test("fewer arguments reach the tool, which names those that it does not know", async () => {
  expect(await createParamsCheck(WORKSPACE_SURFACE)(call("search_catalog", 500))).toBeNull();
});
