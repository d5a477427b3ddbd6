import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { ruleSchema } from "./channels/rule.js";
import { languageSchema } from "./codes/schemas.js";
import { distinctRecord } from "./distinct-record.js";
import { faultsOf } from "./faults.js";
import { lookupTableCreateSchema, lookupTablePatchSchema } from "./lookup-tables/lookup-table.js";
import { productBodySchema, productUpsertSchema } from "./products/product.js";

const faults = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, { reportInput: true });
  return error ? faultsOf(error, schema).map(({ pointer, code, message }) => `${pointer} ${code} ${message}`) : [];
};
const same = (pointer: string, first: string, stored: string) =>
  `${pointer} duplicate is the same as ${first}, which is stored as ${stored}; leave one out`;

describe("two spellings of one key are an error, because only one value could be stored", () => {
  const product = (fields: object) => ({ sku: "A", ...fields });
  test.each<[z.ZodType, unknown, string]>([
    [
      productUpsertSchema,
      product({ translations: { "de-AT": { title: "A" }, "de-at": { description: "B" } } }),
      same("/translations/de-at", "de-AT", "de-AT"),
    ],
    [
      productBodySchema,
      { translations: { fr: { title: "A" }, "zh-hant": null, FR: null } },
      same("/translations/FR", "fr", "fr"),
    ],
    [
      productUpsertSchema,
      product({ variant_options: { Color: "red", " Color": "blue" } }),
      same("/variant_options/ Color", "Color", "Color"),
    ],
    [productUpsertSchema, product({ metadata: { "a ": "1", a: "2" } }), same("/metadata/a", "a ", "a")],
    [
      productUpsertSchema,
      product({ custom_attributes: { "caf\u00e9": 1, "cafe\u0301": 2 } }),
      same("/custom_attributes/cafe\u0301", "caf\u00e9", "caf\u00e9"),
    ],
    [
      productUpsertSchema,
      product({ channel_overrides: { ch_1: { title: "A", "title ": "B" } } }),
      same("/channel_overrides/ch_1/title ", "title", "title"),
    ],
    [
      ruleSchema,
      { type: "lookup", field: "color", table: { red: "rot", "red ": "rosa" } },
      same("/table/red ", "red", "red"),
    ],
    [lookupTableCreateSchema, { name: "T", rows: { a: "1", " a": "2" } }, same("/rows/ a", "a", "a")],
    [lookupTablePatchSchema, { rows: { a: "1", " a": null } }, same("/rows/ a", "a", "a")],
  ])("%#", (schema, value, fault) => expect(faults(schema, value)).toEqual([fault]));
});

test("a key that is stored as the name of the prototype is rejected, because it would be lost", () => {
  expect(faults(lookupTableCreateSchema, { name: "T", rows: { a: "1", " __proto__": "2" } })).toEqual([
    "/rows/ __proto__ unknown_field is stored as __proto__, which must not be a name",
  ]);
});

test("other keys are stored in canonical form, and invalid keys have their own error alone", () => {
  const schema = distinctRecord(languageSchema, z.string());
  expect(schema.parse({ "DE-ch": "a", en: "b" })).toEqual({ "de-CH": "a", en: "b" });
  expect(faults(schema, { pt_BR: "a", "pt-BR": "b" })).toEqual([
    "/pt_BR not_allowed the key must be a BCP 47 language tag such as en or de-CH, and not the name of a language",
  ]);
  expect(
    faults(
      schema.refine((map) => Object.keys(map).length < 2),
      { de: "a", DE: "b" },
    ),
  ).toHaveLength(1);
  expect(z.toJSONSchema(schema, { io: "input" })).toEqual(
    z.toJSONSchema(z.record(languageSchema, z.string()), { io: "input" }),
  );
});
