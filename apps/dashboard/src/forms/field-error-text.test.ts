import { expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { destinationCreateSchema } from "@skucast/contracts/destinations/destination";
import { faultsOf } from "@skucast/contracts/faults";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { checkProduct } from "@skucast/contracts/products/check-product";
import { productUpsertSchema } from "@skucast/contracts/products/product";
import { webhookEndpointCreateSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import type { z } from "zod";
import { fieldErrorText } from "./field-error-text.js";

const SALE = { price_amount: 5, sale_price_amount: 9 };
const SALE_TIMES = { sale_price_starts_at: "2026-12-02T00:00:00Z", sale_price_ends_at: "2026-12-01T00:00:00Z" };
const FORMS: readonly z.ZodType[] = [
  channelCreateSchema,
  destinationCreateSchema,
  feedCreateSchema,
  productUpsertSchema,
  webhookEndpointCreateSchema,
];
/** Values that an empty or wrongly filled field could have. */
const WRONG = ["", "many", null, -1, 1.5, {}, []];

/** All errors of a form for wrong values in each of its fields. */
function faultsOfForm(schema: z.ZodType) {
  const { shape } = schema as unknown as { shape: Readonly<Record<string, unknown>> };
  return Object.keys(shape).flatMap((field) =>
    WRONG.flatMap((value) => {
      const parsed = schema.safeParse({ [field]: value });
      return parsed.success ? [] : faultsOf(parsed.error, schema).filter(({ pointer }) => pointer === `/${field}`);
    }),
  );
}

test("no field error contains an API field name, and each starts with a capital letter", () => {
  const errors = [...FORMS.flatMap(faultsOfForm), ...checkProduct({ ...SALE, ...SALE_TIMES })];
  expect(errors.length).toBeGreaterThan(100);
  // Errors of selects and checkboxes cannot occur in the form.
  const typed = errors.filter(({ message }) => !/^must be (one of|an? (boolean|object|array|record))/.test(message));
  const sentences = [...new Set(typed.map(fieldErrorText))];
  expect(
    sentences.filter((sentence) => /[a-z]_[a-z]|RFC|ISO|BCP|IANA|integer|string|leave the field out/.test(sentence)),
  ).toEqual([]);
  expect(sentences.filter((sentence) => !/^[A-Z]/.test(sentence))).toEqual([]);
});

test.each([
  ["is required (string)", "Must be filled in"],
  ["must not be empty; leave the field out for no value", "Must be filled in"],
  ["must be below price_amount", "Must be below the price"],
  [
    "must be sftp_push for a delta: who fetches late would miss",
    /^Cannot be selected while the files contain only changes/,
  ],
  [
    "must be full: the profile generic has no way to say",
    "Must be every row, because generic cannot report removed products",
  ],
  [
    'must be sent again because host changes: a stored password is never sent to another server or user; send {"type":"public_key"}',
    /^Must be entered again, because the stored password is not sent to another server or user\. Enter it/,
  ],
  ["must be a whole number from 0 to 100", "Must be a whole number from 0 to 100"],
])("%p is shown as %p", (message, sentence) => {
  expect(fieldErrorText({ message })).toMatch(sentence);
});
