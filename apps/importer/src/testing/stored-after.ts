import { decideRow } from "@skucast/catalog/imports/decide-row";
import type { StoredState } from "@skucast/catalog/products/decide-product";
import { upsertIntent } from "@skucast/catalog/products/upsert-intent";
import type { readFileWith } from "@skucast/imports/testing/read-file-with";

type Read = ReturnType<typeof readFileWith>;
type Sent = NonNullable<Parameters<Read>[1]>;

type Files = readonly (string | readonly [string, Sent])[];

/** Imports files one after the other, each alone or with its options; returns the product with the SKU A. */
export const storedAfter =
  (read: Read) =>
  async (files: Files): Promise<Record<string, unknown>> =>
    (await lastOf(read)(files)).product;

/** The same, with the fields of the product that the last row was warned about. */
export const lastOf =
  (read: Read) =>
  async (files: Files): Promise<{ product: Record<string, unknown>; warned: readonly string[] }> => {
    let stored: StoredState | null = null;
    let warned: readonly string[] = [];
    for (const file of files) {
      const [content, sent] = typeof file === "string" ? [file, {}] : file;
      const { rows } = await read(content, sent);
      for (const row of rows) {
        if (row.type !== "product" || row.sku !== "A") continue;
        const { decision, warnings } = decideRow(row, upsertIntent(row.body, { validateOnly: false }), stored);
        warned = warnings.map(({ pointer, code }) => `${pointer} ${code}`);
        if (decision.type !== "write") continue;
        const { json, hash } = decision.next;
        stored = { version: decision.version, deleted: false, content: JSON.parse(json), contentHash: hash };
      }
    }
    return { product: { ...stored?.content }, warned };
  };
