import { expect, test } from "@jest/globals";
import { type EventRow, parseEnvelope, renderEnvelope } from "./envelope.js";

const row: EventRow = {
  id: "evt_01jd0000000000000000000000",
  type: "product.updated",
  workspace_id: "ws_01jd0000000000000000000000",
  sequence: "9007199254740991",
  data: '{"object": {"price_amount": 24.90,\n"title":"Größe \\u00e9"},"previous":{}}',
  created_at: new Date("2026-11-21T08:00:00Z"),
};

test("an envelope contains the stored data byte for byte, with fields in a fixed order", () => {
  expect(renderEnvelope(row)).toBe(
    `{"id":"${row.id}","type":"product.updated","kind":"state","timestamp":"2026-11-21T08:00:00.000Z","workspace_id":"${row.workspace_id}","sequence":9007199254740991,"data":${row.data}}`,
  );
});

test("a row gives the same text for any type of its sequence", () => {
  expect(renderEnvelope({ ...row, sequence: 9007199254740991n })).toBe(renderEnvelope(row));
});

test("a rendered envelope can be parsed, and fields of later versions are ignored", () => {
  const body = renderEnvelope(row).replace("{", '{"later":1,');
  expect(parseEnvelope(body)).toMatchObject({ id: row.id, sequence: 9007199254740991, data: { previous: {} } });
});

test.each([
  ["text that is not JSON", "{"],
  ["null", "null"],
  ["a list", "[]"],
  ["no id", renderEnvelope({ ...row, id: "" })],
  ["a sequence that is not whole", renderEnvelope({ ...row, sequence: 1.5 })],
  ["data without its object", renderEnvelope({ ...row, data: '{"previous":{}}' })],
  ["data that is text", renderEnvelope({ ...row, data: '"x"' })],
])("%s is not an envelope", (_name, body) => {
  expect(parseEnvelope(body)).toBeUndefined();
});
