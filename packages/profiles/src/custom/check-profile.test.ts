import { describe, expect, test } from "@jest/globals";
import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { definitionFieldsSchema } from "@skucast/contracts/channel-profiles/custom-profile";
import { csvFormSchema, jsonFormSchema, xmlFormSchema } from "@skucast/contracts/channel-profiles/file-form";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { PROFILES } from "../profiles/profile-list.js";
import { checkProfile } from "./check-profile.js";
import { typesFrom } from "./sources.js";

const good: ProfileDefinition = {
  name: "custom_shop",
  version: "1",
  title: "Shop",
  source: null,
  formats: ["csv"],
  columns: [
    { name: "id", type: "text", from: "sku", required: true },
    { name: "title", type: "text", from: "title" },
    { name: "price", type: "money", from: "price_amount" },
  ],
  checks: [],
};
const faultsOf = (changes: Partial<ProfileDefinition>) =>
  checkProfile({ ...good, ...changes }).map(({ pointer, code }) => `${pointer} ${code}`);
const withColumn = (column: ProfileDefinition["columns"][number], rest: Partial<ProfileDefinition> = {}) =>
  faultsOf({ columns: [...good.columns, column], ...rest });

describe.each([...new Set(Object.values(PROFILES))].map((profile) => [`${profile.name}@${profile.version}`, profile]))(
  "%s",
  (_id, profile) => {
    test("can be copied: it is accepted as the profile of a workspace", () => {
      const { name: _name, version: _version, ...fields } = JSON.parse(JSON.stringify(profile));
      expect(definitionFieldsSchema.safeParse(fields).error?.issues).toBeUndefined();
      expect(checkProfile(profile as ProfileDefinition)).toEqual([]);
    });
  },
);

test("a profile without faults has none", () => {
  expect(faultsOf({})).toEqual([]);
});

test("all faults are found at once", () => {
  expect(
    faultsOf({
      formats: ["csv", "csv"],
      files: { xml: xmlFormSchema.parse({}), json: jsonFormSchema.parse({ shape: "lines", key: "items" }) },
      values: { decimal_separator: ",", thousands_separator: "," },
      columns: [
        { name: "id", type: "text", from: "sku", required: true },
        { name: "id", type: "money", from: "titel" },
        { name: "brand", type: "money", from: "brand" },
      ],
      checks: [{ type: "below", column: "sale", than: "price", code: "sale_not_below_price" }],
    }),
  ).toEqual([
    "/columns/1/from unknown_field",
    "/columns/2/type not_allowed",
    "/columns/1/name duplicate",
    "/checks/0/column unknown_column",
    "/checks/0/than unknown_column",
    "/formats/1 duplicate",
    "/files/xml not_allowed",
    "/files/json not_allowed",
    "/files/json/key not_allowed",
    "/values/thousands_separator not_allowed",
  ]);
});

test.each([
  ["no id", [{ name: "a", type: "text", from: "title" }], "/columns required"],
  ["an id that may be missing", [{ name: "a", type: "text", from: "sku" }], "/columns/0/required required"],
] as const)("%s is a fault", (_what, columns, fault) => {
  expect(faultsOf({ columns })).toContain(fault);
});

test.each([
  [{ name: "c", type: "boolean", constant: "perhaps" }, "/columns/3/constant invalid_value"],
  [{ name: "c", type: "text", constant: "abcdef", max: 3 }, "/columns/3/constant too_long"],
  [{ name: "c", type: "text", constant: "a", template: "{title}" }, "/columns/3/constant not_allowed"],
  [{ name: "c", type: "text", template: "{titel}" }, "/columns/3/template unknown_column"],
  [{ name: "c", type: "text", template: "{title" }, "/columns/3/template invalid_template"],
  [{ name: "c", type: "text", from: "brand", template: "{title}" }, "/columns/3/template not_allowed"],
  [{ name: "c", type: "text", from: "prices" }, "/columns/3/from unknown_field"],
  [{ name: "c", type: "measure", from: "weight.grams" }, "/columns/3/from unknown_field"],
  [{ name: "c", type: "text", default: "accepts_returns" }, "/columns/3/default not_allowed"],
  [{ name: "c", type: "integer", from: "multipack", at_least: 5, at_most: 2 }, "/columns/3/at_least too_big"],
  [
    { name: "c", type: "enum", from: "condition", words: { new: "neu" }, allowed: ["alt"] },
    "/columns/3/words/new not_allowed",
  ],
  [{ name: "c", type: "sale_window" }, "/columns/3/from required"],
  [{ name: "c", header: "title", type: "text" }, "/columns/3/header duplicate"],
] as const)("%j is %s", (column, fault) => {
  expect(withColumn(column)).toEqual([fault]);
});

test("XML needs names of elements, and prefixes that are declared", () => {
  const column = { name: "g:size", header: "Größe (EU)", type: "text", from: "size" } as const;
  expect(withColumn(column, { formats: ["xml"] })).toEqual(["/columns/3/element not_allowed"]);
  const files = { xml: xmlFormSchema.parse({ namespaces: { g: "https://example.com/ns" } }) };
  expect(withColumn(column, { formats: ["xml"], files })).toEqual([]);
  expect(withColumn({ name: "Größe EU", type: "text", from: "size" }, { formats: ["xml"] })).toEqual([
    "/columns/3/name not_allowed",
  ]);
});

test("the names in an XML file have declared prefixes, and characters of its encoding", () => {
  const withXml = (form: object, column: object = {}) =>
    withColumn(
      { name: "size", type: "text", from: "size", ...column },
      {
        formats: ["xml"],
        files: { xml: xmlFormSchema.parse(form) },
      },
    );
  expect(withXml({}, { header: "g:size" })).toEqual(["/columns/3/element not_allowed"]);
  expect(withXml({ namespaces: { g: "https://example.com/ns" } }, { header: "g:size" })).toEqual([]);
  expect(withXml({ namespaces: { xmlns: "https://example.com/ns" } })).toEqual([
    "/files/xml/namespaces/xmlns not_allowed",
  ]);
  const polish = { root: "artykuły", item: "artykuł" };
  expect(withXml(polish, { element: "długość", item_element: "część" })).toEqual([]);
  expect(withXml({ ...polish, encoding: "windows-1252" }, { element: "długość", item_element: "część" })).toEqual([
    "/files/xml/root not_allowed",
    "/files/xml/item not_allowed",
    "/columns/3/element not_allowed",
    "/columns/3/item_element not_allowed",
  ]);
  expect(withXml({ encoding: "windows-1252" }, { element: "Größe" })).toEqual([]);
});

test("what would be wrong in every row of a CSV file is a fault", () => {
  const csv = (form: object) => ({ csv: csvFormSchema.parse(form) });
  const column = { name: "size", header: "Rozmiar ś; m²", type: "text", from: "size" } as const;
  expect(withColumn(column, { files: csv({ encoding: "windows-1252" }) })).toEqual(["/columns/3/header not_allowed"]);
  expect(withColumn(column, { files: csv({ encoding: "windows-1252", header: false }) })).toEqual([]);
  expect(withColumn(column, { files: csv({ delimiter: ";" }) })).toEqual([]);
  expect(withColumn(column, { files: csv({ delimiter: ";", quoting: "none" }) })).toEqual([
    "/columns/3/header not_allowed",
  ]);
  const values = { decimal_separator: ",", list_separator: ", ", date: "DD,MM" } as const;
  expect(faultsOf({ values, files: csv({}) })).toEqual([]);
  expect(faultsOf({ values, files: csv({ quoting: "none" }) })).toEqual([
    "/values/decimal_separator not_allowed",
    "/values/list_separator not_allowed",
    "/values/date not_allowed",
  ]);
});

test.each([
  [{ date: "DD.mm.YYYY" }, "date"],
  [{ date: "DD.MM.YYYY HH:mm" }, undefined],
  [{ date: "DD. MMMM YYYY" }, "date"],
  [{ date: "YYYYMMDD" }, undefined],
  [{ true: "yes", false: "yes" }, "false"],
  [{ true: "yes", false: "no" }, undefined],
] as const)("the format %j", (format, member) => {
  const faults = (pointer: string) => (member === undefined ? [] : [`${pointer}/${member} not_allowed`]);
  expect(faultsOf({ values: format })).toEqual(faults("/values"));
  expect(withColumn({ name: "c", type: "boolean", from: "is_digital", format })).toEqual(faults("/columns/3/format"));
});

test.each([
  [{ name: "c", type: "measure", from: "weight.value", constant: "heavy" }, ["/columns/3/constant invalid_value"]],
  [{ name: "c", type: "measure", from: "weight.value", constant: "1.5 kg" }, []],
  [{ name: "c", type: "moment", constant: "31.12.2026" }, ["/columns/3/constant invalid_value"]],
  [{ name: "c", type: "moment", constant: "2026-12-31" }, []],
  [{ name: "c", type: "text", from: "custom_labels.4" }, []],
  [{ name: "c", type: "text", from: "custom_labels.5" }, ["/columns/3/from unknown_field"]],
  [{ name: "c", type: "text", from: "tags.first" }, ["/columns/3/from unknown_field"]],
] as const)("what no product can fill, or every row would have wrong, is a fault: %j", (column, faults) => {
  expect(withColumn(column)).toEqual(faults);
});

test("a constant must not have the delimiter where cells are not quoted", () => {
  const column = { name: "c", type: "text", constant: "a;b" } as const;
  const files = (form: object) => ({ files: { csv: csvFormSchema.parse({ delimiter: ";", ...form }) } });
  expect(withColumn(column, files({ quoting: "none" }))).toEqual(["/columns/3/constant not_allowed"]);
  expect(withColumn(column, files({}))).toEqual([]);
});

test("checks name countries by their codes, and compare columns with numbers", () => {
  const below = { type: "below", column: "title", than: "price", code: "sale_not_below_price" } as const;
  expect(
    faultsOf({
      checks: [below, { type: "only_in", column: "title", countries: ["DE", "Deutschland", "at", "UK"] }],
    }),
  ).toEqual([
    "/checks/0/column not_allowed",
    "/checks/1/countries/1 not_allowed",
    "/checks/1/countries/2 not_allowed",
    "/checks/1/countries/3 not_allowed",
  ]);
  const size = { name: "size", type: "text", from: "custom_attributes.width" } as const;
  expect(withColumn(size, { checks: [{ ...below, column: "size" }] })).toEqual([]);
});

test("the value of a tombstone is one of those that its column allows", () => {
  const column = { name: "state", type: "enum", allowed: ["live", "gone"] } as const;
  expect(faultsOf({ tombstone: { column, value: "deleted" } })).toEqual(["/tombstone/value not_allowed"]);
  expect(faultsOf({ tombstone: { column, value: "gone" } })).toEqual([]);
});

test("a price whose currency nothing checks is a fault", () => {
  const columns = [good.columns[0] as never, { name: "amount", type: "decimal", from: "price_amount" } as const];
  expect(faultsOf({ columns })).toEqual(["/columns/1/type not_allowed"]);
});

test("every field of products has sources, or is left out on purpose", () => {
  const without = PRODUCT_FIELDS.filter((field) => !typesFrom(field).ok);
  expect(without).toEqual(["prices", "translations", "channel_overrides"]);
});

describe("a list of entries with members", () => {
  const details = { name: "details", type: "text_list", from: "product_details" } as const;
  test.each([
    ["needs their parts", details, ["/columns/3/parts required"]],
    ["takes their names as parts", { ...details, parts: ["name", "value"] }, []],
    ["has no other parts", { ...details, parts: ["name", "text"] }, ["/columns/3/parts unknown_field"]],
    ["takes parts of other names", { ...details, parts: ["a", "b"], members: ["name", "value"] }, []],
    [
      "has no other members",
      { ...details, parts: ["a", "b"], members: ["name", "text"] },
      ["/columns/3/members unknown_field"],
    ],
    [
      "has a member for each part",
      { ...details, parts: ["a", "b"], members: ["name"] },
      ["/columns/3/members not_allowed"],
    ],
    ["may be JSON", { ...details, type: "list" as const }, []],
  ])("%s", (_title, column, faults) => {
    expect(withColumn(column)).toEqual(faults);
  });
});

test("a constant that its column cannot hold is answered with what it must be", () => {
  const messagesOf = (type: Column["type"], constant: string) =>
    checkProfile({ ...good, columns: [...good.columns, { name: "extra", type, from: "is_digital", constant }] })
      .filter(({ pointer }) => pointer.endsWith("/constant"))
      .map(({ message }) => message);
  expect(messagesOf("absence", "x")).toEqual(["must be true or false"]);
  expect(messagesOf("integer", "x")).toEqual(["must be a whole number"]);
  expect(messagesOf("object", "x")).toEqual(["must be a JSON object"]);
});
