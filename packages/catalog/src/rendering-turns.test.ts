import { expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { createTurns } from "@skucast/service-kit/turns";
import { createRenderingTurns } from "./rendering-turns.js";

test("more work than a workspace may have open is rejected with Retry-After, and other workspaces are not", async () => {
  const turns = createRenderingTurns(createTurns());
  const gate = Promise.withResolvers<void>();
  const open = Array.from({ length: LIMITS.renderingsPerWorkspace }, () => turns.run("ws_1", () => gate.promise));
  await expect(turns.run("ws_1", async () => "no")).rejects.toMatchObject({
    code: "rate_limited",
    headers: { "Retry-After": "2" },
  });
  expect(await turns.run("ws_2", async () => "yes")).toBe("yes");
  gate.resolve();
  await Promise.all(open);
  expect(await turns.run("ws_1", async () => "again")).toBe("again");
});

test("work that fails gives its place back", async () => {
  const turns = createRenderingTurns(createTurns());
  for (let i = 0; i <= LIMITS.renderingsPerWorkspace; i += 1) {
    const failing = turns.run("ws_1", async ({ turn }) => {
      await turn();
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
  }
});

test("work is over when its time has passed, and the next work of the workspace has all of its time", async () => {
  let nowMs = 0;
  const turns = createRenderingTurns(createTurns(), () => nowMs);
  for (let i = 0; i < 2; i += 1) {
    await turns.run("ws_1", async ({ isOver }) => {
      nowMs += LIMITS.renderingTimeoutMs - 1;
      expect(isOver()).toBe(false);
      nowMs += 1;
      expect(isOver()).toBe(true);
    });
  }
});
