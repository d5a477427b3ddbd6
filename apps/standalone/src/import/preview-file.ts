import { open } from "node:fs/promises";
import { type ImportPreview, importPreviewSchema } from "@skucast/contracts/imports/import";
import { IMPORT_PRESET_NAMES } from "@skucast/contracts/imports/presets";
import { LIMITS } from "@skucast/contracts/limits";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { ApiError } from "../api-client.js";
import { questionLines } from "./question-lines.js";
import { type Sending, sentenceOf } from "./send-file.js";

/** Archives and workbooks have their index at the end, so they are sent whole. */
const WHOLE = /\.(?:zip|xlsx)(?:\.gz)?$/i;
/** Options that only an import has. */
const NOT_PREVIEWED = ["missing", "max_removal_percent", "validate_only"];

/** Previews the import of a file from its beginning. Throws an ApiError with the problem's detail and errors. */
export async function previewFile({ baseUrl, apiKey, path, query }: Omit<Sending, "onSent">): Promise<ImportPreview> {
  const asked = new URLSearchParams([...query].filter(([name]) => !NOT_PREVIEWED.includes(name)));
  const response = await fetch(`${baseUrl}${API_BASE_PATH}/imports/preview?${asked}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/octet-stream" },
    body: await beginningOf(path),
    signal: AbortSignal.timeout(LIMITS.uploadTimeoutMs),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new ApiError(response.status, sentenceOf(answer));
  return importPreviewSchema.parse(answer);
}

async function beginningOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytesMax = WHOLE.test(path) ? LIMITS.importPreviewZipBytesMax : LIMITS.importPreviewBytesMax;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(bytesMax), 0, bytesMax, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What was recognized, each column with values and its fields, the first rows as products, and what an import would do. */
export function previewLines(preview: ImportPreview): string[] {
  const { format, encoding, parts, preset, combine, columns, questions, preview: rows, checked } = preview;
  const { received, created, updated, unchanged, skipped, invalid, warned, removed, faults } = checked;
  const { removable, exceeds_removal_limit: exceeds } = checked;
  return [
    [
      `Read as ${format} in ${encoding}`,
      ...(parts.length === 0 ? [] : [`read of the file: ${parts.join(", ")}`]),
      ...(preset === "none" ? [] : [IMPORT_PRESET_NAMES[preset]]),
      ...(combine === null ? [] : [`rows with the same SKU are combined by ${combine}`]),
    ].join("; "),
    ...columns.map(({ name, fields, samples }) => {
      const values = samples.map((sample) => JSON.stringify(sample)).join(", ");
      return `  ${name}${values === "" ? "" : ` (${values})`} → ${fields.length === 0 ? "ignored" : fields.join(", ")}`;
    }),
    ...questionLines(questions),
    ...rows.flatMap(({ line, product, errors }) => [
      `  line ${line}: ${Object.keys(product).length === 0 && errors.length === 0 ? "no product of its own" : JSON.stringify(product)}`,
      ...errors.map(({ severity, pointer, message, value }) => {
        const shown = value === undefined ? "" : ` (${value})`;
        return `    ${severity}: ${[pointer, message].filter(Boolean).join(" ")}${shown}`;
      }),
    ]),
    `The first ${received} rows: ${created} would be created, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped, ${invalid} rejected${warned > 0 ? `, ${warned} with warnings` : ""}.`,
    ...faults.map(
      ({ rows: count, severity, pointer, message, lines }) =>
        `  ${count} × ${severity}: ${pointer} ${message}, ${count === 1 ? "" : "first "}on line ${lines.join(", ")}`,
    ),
    ...(removed === 0
      ? []
      : [
          removed === null
            ? "How many products the file lacks is known when all of it is imported: add --validate-only instead of --preview."
            : `The file lacks ${removed} stored ${removed === 1 ? "product, which" : "products, which"} --mode replace would archive or delete.`,
        ]),
    ...(exceeds
      ? [
          received === 0
            ? "The import would fail, because the file contains no products."
            : `The import would fail, because these are more of the ${removable} products than --max-removal-percent allows.`,
        ]
      : []),
    "Nothing was changed.",
  ];
}
