import { z } from "zod";

/** A question about an ambiguous file, with the possible answers. */
export const importQuestionSchema = z.object({
  code: z.string(),
  column: z.string().nullable(),
  message: z.string(),
  answers: z
    .array(
      z.object({
        label: z.string(),
        options: z.record(z.string(), z.string()).optional().describe("Query parameters to add."),
        mapping: z.record(z.string(), z.unknown()).optional().describe("Entries to add to the mapping."),
      }),
    )
    .describe("Empty if you must supply a value; the message says where."),
});
export type ImportQuestion = z.output<typeof importQuestionSchema>;
