import { LIMITS } from "@skucast/contracts/limits";
import type { RawRow } from "../row.js";
import { rowTooLong } from "../text-blocks.js";
import { type CellScanner, columnOf, createCellScanner, NEXT_COLUMN } from "./cell-scanner.js";
import { digitsText, type NumberFormat } from "./number-formats.js";
import { createPartParser } from "./parse-part.js";
import { unescaped } from "./shared-strings.js";

/** Turns the XML of a sheet into rows. Each has at least as many cells as every row above it. */
export interface SheetParser {
  write(xml: string): RawRow[];
}

interface Known {
  /** The shared strings, without escaped characters. */
  readonly texts: readonly string[];
  /** Styles that show a number as something else than its digits. */
  readonly styles: ReadonlyMap<number, NumberFormat>;
  readonly hasDatesFrom1904?: boolean;
}

const PLACES_MAX = LIMITS.importColumnsMax * 2;

export function createSheetParser({ texts, styles, hasDatesFrom1904 = false }: Known): SheetParser {
  let rows: RawRow[] = [];
  let cells: string[] = [];
  let line = 0;
  let place = 0;
  let width = 0;
  let length = 0;
  let type = "";
  let style = 0;
  let value = "";
  let prefix = "";
  let scanner: CellScanner = createCellScanner(prefix);

  const parser = createPartParser({
    open(name, attributes, written) {
      if (name === "row") {
        scanner = scannerFor(written.slice(0, -name.length));
        line = attributes.r === undefined ? line + 1 : Number(attributes.r);
        cells = [];
        [place, length] = [0, 0];
      } else if (name === "c") {
        place = attributes.r === undefined ? place + 1 : columnOf(attributes.r, 0);
        [type, style, value] = [attributes.t ?? "n", Number(attributes.s ?? 0), ""];
      }
    },
    text(text, inside) {
      if (inside !== "v" && inside !== "t") return;
      value += text;
      count(text);
    },
    ahead(xml, at, inside) {
      return inside === "row" ? readCells(xml, at) : at;
    },
    close(name) {
      if (name === "c") addCell();
      else if (name === "row" && cells.some((cell) => cell.trim() !== "")) {
        width = Math.max(width, cells.length);
        while (cells.length < width) cells.push("");
        rows.push({ line, cells });
      }
    },
  });

  function scannerFor(given: string): CellScanner {
    if (given === prefix) return scanner;
    prefix = given;
    return createCellScanner(given);
  }

  /** Reads the cells at `at` that are usual, and returns where the last one ends. */
  function readCells(xml: string, at: number): number {
    const { cell } = scanner;
    for (let end = at; ; ) {
      const next = scanner.read(xml, end);
      if (next === -1) return end;
      end = next;
      place = cell.column === NEXT_COLUMN ? place + 1 : cell.column;
      ({ type, style, value } = cell);
      count(value);
      addCell();
    }
  }

  function addCell(): void {
    // A cell that was left far to the right of the table. Too many columns are found by their names.
    if (place > PLACES_MAX) return;
    while (cells.length < place - 1) cells.push("");
    cells[place - 1] = textOf();
  }

  function count(text: string): void {
    length += text.length;
    if (length > LIMITS.importRowBytesMax) throw rowTooLong();
  }

  /** A cell that only refers to a text makes its row as long as one that has it. */
  function sharedText(): string {
    const text = texts[Number(value)] ?? "";
    count(text);
    return text;
  }

  function textOf(): string {
    if (value === "") return "";
    if (type === "s") return sharedText();
    if (type === "b") return value === "1" ? "true" : "false";
    if (type === "e") return "";
    if (type !== "n") return unescaped(value);
    const format = styles.get(style);
    if (format === undefined) return numberText(value);
    if (format.type === "date") return dateText(Number(value) + (hasDatesFrom1904 ? DAYS_TO_1904 : 0));
    if (format.type === "percent") return `${numberText(String(Number((Number(value) * 100).toPrecision(15))))}%`;
    return digitsText(value, format.parts) ?? numberText(value);
  }

  return {
    write(xml) {
      parser.write(xml);
      const complete = rows;
      rows = [];
      return complete;
    },
  };
}

/**
 * Workbooks contain doubles, whose last digits are inexact, so 15 digits are used. A zero is appended to three decimals,
 * because they could be read as thousands.
 */
function numberText(value: string): string {
  if (EXACT.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const text = String(Number(number.toPrecision(15)));
  const plain = /e/i.test(text) ? number.toFixed(Math.abs(number) < 1 ? 15 : 0).replace(/(\.\d*?)0+$/, "$1") : text;
  return /\.\d{3}$/.test(plain) ? `${plain}0` : plain;
}

/** Numbers that are already written as they are returned. */
const EXACT = /^-?[1-9]\d{0,11}(?:\.\d?[1-9])?$/;

const DAY_MS = 86_400_000;
const DAYS_TO_1904 = 1_462;
/** Day 0 is 1899-12-30: this corrects for the nonexistent 1900-02-29, so dates before it are off by one day. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

function dateText(days: number): string {
  const date = new Date(DAY_ZERO_MS + Math.round(days * DAY_MS));
  if (Number.isNaN(date.getTime())) return "";
  const text = date.toISOString().replace(".000Z", "Z");
  return text.endsWith("T00:00:00Z") ? text.slice(0, 10) : text;
}
