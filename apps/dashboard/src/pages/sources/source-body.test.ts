import { expect, test } from "@jest/globals";
import { sourceCreateSchema } from "@skucast/contracts/sources/source";
import { sourceBody, valuesOf } from "./source-body.js";

const empty = { ...valuesOf(undefined, "Europe/Berlin"), name: " Shop " };

test.each([
  [{ url: "https://shop.example.com/a.csv" }, { url: "https://shop.example.com/a.csv", auth: { type: "none" } }],
  [
    { url: "https://shop.example.com/a.csv", auth: "header", authName: "X-Key", secret: "k" } as const,
    { auth: { type: "header", name: "x-key", value: "k" } },
  ],
  [
    { type: "sftp", host: "h.example", username: "u", path: "/a.csv", auth: "public_key", port: "2022" } as const,
    { host: "h.example", port: 2022, host_keys: [], auth: { type: "public_key" } },
  ],
  [
    { url: "https://shop.example.com/a.csv", when: "interval", minutes: "15" } as const,
    { schedule: { every_minutes: 15 } },
  ],
  [{ url: "https://shop.example.com/a.csv", when: "never" } as const, { schedule: null }],
])("%j becomes a valid body", (typed, expected) => {
  const body = sourceCreateSchema.parse(sourceBody({ ...empty, ...typed }, undefined));
  expect(body).toMatchObject({ name: "Shop", ...expected });
});
