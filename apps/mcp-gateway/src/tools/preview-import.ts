import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeProducts } from "@skucast/catalog/imports/judge-products";
import { faultsOf } from "@skucast/contracts/faults";
import { type ImportPreviewOptions, importPreviewQuery } from "@skucast/contracts/imports/import";
import { parseBounded } from "@skucast/contracts/parse-bounded";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import { previewImport as previewFile } from "@skucast/imports/preview-import";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { fitItems } from "./parts/fit-items.js";

const OPTIONS = Object.keys(importPreviewQuery.shape).filter((name) => name !== "mapping");
const CONTENT_LENGTH_MAX = 100_000;
const COLUMNS_TOKENS_MAX = 9_000;
const ROWS_TOKENS_MAX = 6_000;

export const previewImport = defineTool({
  name: "preview_import",
  title: "Preview an import",
  description:
    "Shows how a product file would be imported: columns, open questions, what would be created or rejected. " +
    "Use it to find a source's mapping and options.",
  scopes: ["products:read"],
  hints: READS,
  input: z.strictObject({
    content: z.string().min(1).max(CONTENT_LENGTH_MAX).describe("The file's beginning."),
    mapping: z.record(z.string(), z.unknown()).optional(),
    options: z
      .record(z.string(), z.string())
      .optional()
      .describe(`${OPTIONS.join(", ")}.`),
  }),
  output: z.looseObject({ questions: z.array(z.looseObject({})) }),
  run: async ({ ctx, principal, input: { content, mapping, options } }) => {
    const asked = optionsIn({ ...options, ...(mapping && { mapping: JSON.stringify(mapping) }) });
    const judge = judgeProducts(ctx.catalog, principal, { isStrict: asked.strict });
    const preview = await inFile(content, (path) => previewFile(path, { mediaType: null, options: asked }, judge));
    const { format, preset, combine, columns, questions, checked, preview: rows } = preview;
    return {
      format,
      preset,
      combine,
      mapping: preview.mapping,
      columns: [...fitItems(columns, COLUMNS_TOKENS_MAX)],
      questions,
      checked,
      rows: [...fitItems(rows, ROWS_TOKENS_MAX)],
    };
  },
});

/** Throws the errors of the options. */
function optionsIn(given: Readonly<Record<string, string>>): ImportPreviewOptions {
  const schema = importPreviewQuery.strict();
  const parsed = parseBounded(schema, given);
  if (!parsed.success) throw validationFailed(faultsOf(parsed.error, schema).map(inArguments));
  return parsed.data;
}

/** The mapping is an argument of its own; the others are members of `options`. */
const inArguments = (fault: Fault): Fault =>
  /^\/mapping(?:\/|$)/.test(fault.pointer) ? fault : { ...fault, pointer: `/options${fault.pointer}` };

/** Files are read from the disk, because most are larger than the memory. */
async function inFile<Result>(content: string, use: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "skucast-preview-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, content);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
