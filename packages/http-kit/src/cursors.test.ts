import { expect, test } from "@jest/globals";
import { Problem } from "@skucast/contracts/problem";
import { createCursors } from "./cursors.js";

const cursors = createCursors(Buffer.alloc(32, 1));
const filter = { route: "listProducts", workspace: "ws_1", status: "active", brand: undefined };
const invalid = expect.objectContaining({ constructor: Problem, code: "invalid_cursor" });

test.each(["TEE-RED-M", "ä 🎽/x", "", "a\0b"])("position %j comes back", (position) => {
  const cursor = cursors.encode({ position, filter });
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(cursors.decode(cursor, filter)).toBe(position);
});

test("the order of a filter's fields is ignored, their values are not", () => {
  const cursor = cursors.encode({ position: "x", filter });
  expect(cursors.decode(cursor, { workspace: "ws_1", status: "active", route: "listProducts" })).toBe("x");
  for (const other of [{ ...filter, status: "draft" }, { ...filter, workspace: "ws_2" }, { ...filter, q: "a" }, null]) {
    expect(() => cursors.decode(cursor, other)).toThrow(invalid);
  }
});

test("a changed, cut, made-up or foreign cursor is rejected", () => {
  const cursor = cursors.encode({ position: "TEE", filter });
  const foreign = createCursors(Buffer.alloc(32, 2)).encode({ position: "TEE", filter });
  for (const bad of [`A${cursor.slice(1)}`, cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, "", "x", "ä", foreign]) {
    expect(() => cursors.decode(bad, filter)).toThrow(invalid);
  }
});

test("a short secret is rejected at start", () => {
  expect(() => createCursors(Buffer.from("short"))).toThrow("at least 32 bytes");
});
