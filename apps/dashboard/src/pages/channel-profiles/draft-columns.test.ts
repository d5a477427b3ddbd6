import { expect, test } from "@jest/globals";
import {
  columnsIn,
  type DraftColumn,
  headerOf,
  newColumn,
  ofType,
  sourceOf,
  typesOf,
  withMember,
  withSource,
} from "./draft-columns.js";

const PRICE: DraftColumn = { name: "price", header: "Preis", type: "money", from: "price_amount", positive: true };

test("columns are shown as a form only if each has a name and a known kind", () => {
  expect(columnsIn({ columns: [PRICE] })).toEqual([PRICE]);
  for (const columns of [undefined, {}, [null], [{ name: "a" }], [{ name: "a", type: "toString" }], [PRICE, "b"]])
    expect(columnsIn({ columns })).toBeNull();
});

test("a source replaces the former one, with the kind of column that fits it, and nothing else changes", () => {
  const title = withSource(PRICE, { kind: "field", from: "inventory_quantity" });
  expect(title).toEqual({ ...PRICE, type: "integer", from: "inventory_quantity" });
  expect(withSource(PRICE, { kind: "field", from: "certifications" })).toEqual({ ...PRICE, from: "certifications" });
  const fixed = withSource(PRICE, { kind: "constant", text: "Acme" });
  expect(fixed).toEqual({ name: "price", header: "Preis", type: "text", positive: true, constant: "Acme" });
  expect(withSource(fixed, { kind: "template", text: "{title}" })).toMatchObject({ type: "text", template: "{title}" });
  const own = withSource(PRICE, { kind: "attribute", text: "care" });
  expect(own).toMatchObject({ type: "text", from: "custom_attributes.care" });
  expect(withSource({ ...own, type: "decimal" }, { kind: "attribute", text: "fit" })).toMatchObject({
    type: "decimal",
  });
});

test.each([
  [{ from: "title" }, { kind: "field", from: "title" }],
  [
    { from: "title", constant: "Untitled" },
    { kind: "field", from: "title" },
  ],
  [{ from: "custom_attributes.a.b" }, { kind: "attribute", text: "a.b" }],
  [{}, { kind: "attribute", text: "price" }],
  [{ constant: 0 }, { kind: "constant", text: "0" }],
  [
    { template: "{a}", from: "title" },
    { kind: "template", text: "{a}" },
  ],
])("%j", (members, source) => {
  expect(sourceOf({ name: "price", type: "text", ...members })).toEqual(source);
});

test("there is a choice of kinds where a value can be written in several ways", () => {
  const weight: DraftColumn = { name: "w", type: "measure", from: "weight.value" };
  expect(typesOf(weight)).toEqual(["measure", "decimal"]);
  expect(typesOf({ ...weight, type: "presence" })).toEqual(["presence", "measure", "decimal"]);
  expect(typesOf(PRICE)).toEqual(["money"]);
  expect(typesOf({ name: "a", type: "text", from: "title" })).toEqual(["text"]);
  expect(typesOf({ name: "a", type: "text", from: "custom_attributes.a" })).toContain("moment");
});

test("a kind that is no text loses what only texts have", () => {
  const text: DraftColumn = {
    name: "a",
    type: "text",
    from: "custom_attributes.a",
    max: 5,
    words: { x: "y" },
    required: true,
  };
  expect(ofType(text, "decimal")).toEqual({ name: "a", type: "decimal", from: "custom_attributes.a", required: true });
  expect(ofType(text, "enum")).toEqual({ ...text, type: "enum" });
});

test("a member is removed, and a new column has a name of its own", () => {
  expect(withMember(PRICE, "positive", undefined)).not.toHaveProperty("positive");
  const columns = [PRICE, { ...PRICE, name: "column_3" }];
  expect(newColumn(columns)).toMatchObject({ name: "column_4", header: "" });
  expect(headerOf({ name: "id", type: "text" })).toBe("id");
});
