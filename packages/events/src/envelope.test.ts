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

test("an envelope holds the stored data byte for byte, in a fixed order of fields", () => {
  expect(renderEnvelope(row)).toBe(
    `{"id":"${row.id}","type":"product.updated","kind":"state","timestamp":"2026-11-21T08:00:00.000Z","workspace_id":"${row.workspace_id}","sequence":9007199254740991,"data":${row.data}}`,
  );
});

test("the same row gives the same text, whichever type carries its number", () => {
  expect(renderEnvelope({ ...row, sequence: 9007199254740991n })).toBe(renderEnvelope(row));
});

test("what was rendered is parsed, and fields of a later version are ignored", () => {
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
])("%s is no envelope", (_name, body) => {
  expect(parseEnvelope(body)).toBeUndefined();
});
