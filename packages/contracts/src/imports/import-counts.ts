import { z } from "zod";

/** Row counts: always received = created + updated + unchanged + skipped + invalid. */
export const importCountsSchema = z.object({
  received: z.int().describe("Rows read: created + updated + unchanged + skipped + invalid."),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int().describe("Rows that are no product of their own, such as an additional image of the row above."),
  invalid: z.int().describe("Rows that were rejected; the error file has the reasons."),
  warned: z
    .int()
    .default(0)
    .describe(
      "Rows that were applied without some cells that could not be read: see the warnings of the error file. Also counted in created, updated or unchanged.",
    ),
  removed: z
    .int()
    .describe("mode replace: products that were archived or deleted because the file did not contain them."),
});
export type ImportCounts = z.output<typeof importCountsSchema>;

export const NO_IMPORT_COUNTS: ImportCounts = {
  received: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  invalid: 0,
  warned: 0,
  removed: 0,
};
