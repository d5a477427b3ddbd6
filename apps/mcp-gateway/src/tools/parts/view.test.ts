import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { createView } from "./view.js";

const view = createView({
  key: "id",
  concise: ["id", "name"],
  defaultFormat: "concise",
  tokensMax: 45,
  known: ["id", "name", "text", "notes"],
});
const input = z.strictObject(view.input);
const thing = { id: "ch_1", name: "Shop", text: "x".repeat(60), notes: undefined };

test("concise is the default; detailed returns all fields that have a value", () => {
  expect(view.show(thing, input.parse({}))).toEqual({ id: "ch_1", name: "Shop" });
  expect(view.show(thing, input.parse({ response_format: "detailed" }))).toEqual({ ...thing, notes: undefined });
});

test("named fields override the format, and the key is always included", () => {
  const asked = input.parse({ response_format: "detailed", fields: ["text"] });
  expect(view.show(thing, asked)).toEqual({ id: "ch_1", text: thing.text });
});

test("fields that are too long are omitted and named", () => {
  const long = { ...thing, text: "x".repeat(200) };
  expect(view.show(long, input.parse({ response_format: "detailed" }))).toEqual({
    id: "ch_1",
    name: "Shop",
    omitted_fields: ["text"],
  });
});

test("each member of a field that never fits can be requested", () => {
  const long = { ...thing, text: { de: "x".repeat(60), fr: "y".repeat(60) } };
  const all = view.show(long, input.parse({ response_format: "detailed" }));
  expect(all).toEqual({ id: "ch_1", name: "Shop", omitted_fields: ["text.de", "text.fr"] });
  const one = view.show(long, input.parse({ fields: ["text.fr", "text.it"] }));
  expect(one).toEqual({ id: "ch_1", text: { fr: long.text.fr } });
});

describe("an unknown field", () => {
  test("is rejected with the nearest one and the full list", () => {
    const { error } = input.safeParse({ fields: ["nmae"] });
    expect(error?.issues[0]?.message).toBe("is not a field; did you mean name? Fields are id, name, text, notes");
  });
  test("is rejected also if it is a name that every object has", () => {
    expect(input.safeParse({ fields: ["constructor"] }).success).toBe(false);
  });
});
