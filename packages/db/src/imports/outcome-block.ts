import { promisify } from "node:util";
import { constants, deflateRaw, inflateRaw } from "node:zlib";
import { ROW_KINDS, ROW_OUTCOMES, type RowKind, type RowOutcomeName } from "@skucast/contracts/imports/imported-row";

/** What became of a row of an import and of its cells. */
export interface RowResult {
  readonly line: number;
  readonly sku: string | null;
  readonly outcome: RowOutcomeName;
  readonly isWarned: boolean;
  /** A digit for each column of the file: the position of its cell's outcome in CELL_OUTCOMES. */
  readonly cells: string;
}

/** The results of consecutive rows, compressed. */
export interface OutcomeBlock {
  readonly rowCount: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly kinds: number;
  readonly content: Buffer;
}

/** The content of a block, by column: most rows have the same cells, and their lines follow each other. */
interface Content {
  /** The difference between each line and the one before it. */
  readonly lines: number[];
  readonly skus: (string | null)[];
  /** A digit for each row: the position of its outcome in ROW_OUTCOMES, and the number of outcomes more if warned. */
  readonly rows: string;
  readonly patterns: string[];
  /** The position of each row's cells in `patterns`. */
  readonly cells: number[];
}

/** A block has the rows of one batch. Its largest form is far smaller; a larger one is not ours. */
const CONTENT_BYTES_MAX = 256_000_000;
const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The bits of outcomes: a block has those that occur in it. */
export const kindsOf = (kinds: Iterable<RowKind>): number =>
  [...kinds].reduce((bits, kind) => bits | (1 << ROW_KINDS.indexOf(kind)), 0);

/** Compresses the results of at least one row. */
export async function packOutcomes(rows: readonly RowResult[]): Promise<OutcomeBlock> {
  const places = new Map<string, number>();
  const kinds = new Set<RowKind>();
  const content: Content = { lines: [], skus: [], rows: "", patterns: [], cells: [] };
  const digits: number[] = [];
  let before = 0;
  let firstLine = Number.POSITIVE_INFINITY;
  let lastLine = 0;
  for (const { line, sku, outcome, isWarned, cells } of rows) {
    content.lines.push(line - before);
    before = line;
    firstLine = Math.min(firstLine, line);
    lastLine = Math.max(lastLine, line);
    content.skus.push(sku);
    kinds.add(outcome);
    if (isWarned) kinds.add("warned");
    digits.push(ROW_OUTCOMES.indexOf(outcome) + (isWarned ? ROW_OUTCOMES.length : 0));
    let place = places.get(cells);
    if (place === undefined) {
      place = places.size;
      places.set(cells, place);
    }
    content.cells.push(place);
  }
  const text = JSON.stringify({ ...content, rows: digits.join(""), patterns: [...places.keys()] });
  const packed = await deflate(text, { level: constants.Z_BEST_SPEED });
  return { rowCount: rows.length, firstLine, lastLine, kinds: kindsOf(kinds), content: packed };
}

/** The results in a block's content, in the order of the file. */
export async function unpackOutcomes(packed: Buffer): Promise<RowResult[]> {
  const text = await inflate(packed, { maxOutputLength: CONTENT_BYTES_MAX });
  const { lines, skus, rows, patterns, cells } = JSON.parse(text.toString()) as Content;
  let line = 0;
  return lines.map((difference, i) => {
    line += difference;
    const digit = Number(rows[i]);
    return {
      line,
      sku: skus[i] ?? null,
      outcome: ROW_OUTCOMES[digit % ROW_OUTCOMES.length] ?? "invalid",
      isWarned: digit >= ROW_OUTCOMES.length,
      cells: patterns[cells[i] ?? -1] ?? "",
    };
  });
}
