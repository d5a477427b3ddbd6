import { LIMITS } from "@skucast/contracts/limits";
import type { RawRow } from "../row.js";
import { rowTooLong } from "../text-blocks.js";
import { SHARED_FORMULA } from "../values/cell-errors.js";
import type { MergedCells } from "./after-rows.js";
import { type CellScanner, columnOf, createCellScanner, NEXT_COLUMN } from "./cell-scanner.js";
import { createMergeFiller } from "./fill-merged.js";
import { linkedText, targetOfFormula } from "./linked-text.js";
import { type AroundNumber, digitsText, type NumberFormat } from "./number-formats.js";
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
  /** Cells that are merged over several rows. */
  readonly merged?: readonly MergedCells[];
  /** The targets of links by the reference of their cell. */
  readonly links?: ReadonlyMap<string, string>;
}

const NO_LINKS: ReadonlyMap<string, string> = new Map();

const PLACES_MAX = LIMITS.importColumnsMax * 2;

export function createSheetParser({
  texts,
  styles,
  hasDatesFrom1904 = false,
  merged = [],
  links = NO_LINKS,
}: Known): SheetParser {
  const filler = createMergeFiller(merged);
  let rows: RawRow[] = [];
  let cells: string[] = [];
  let line = 0;
  let place = 0;
  let width = 0;
  let length = 0;
  let type = "";
  let style = 0;
  let formula: string | undefined;
  let value = "";
  /** Whether the text is how another one is pronounced. */
  let isPhonetic = false;
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
        formula = undefined;
      } else if (name === "f") formula = "";
      else if (name === "rPh") isPhonetic = true;
    },
    text(text, inside) {
      if (inside === "f") formula = `${formula ?? ""}${text}`;
      if (isPhonetic || (inside !== "v" && inside !== "t")) return;
      value += text;
      count(text);
    },
    ahead(xml, at, inside) {
      return inside === "row" ? readCells(xml, at) : at;
    },
    close(name) {
      if (name === "rPh") isPhonetic = false;
      else if (name === "c") addCell();
      else if (name === "row" && cells.some((cell) => cell.trim() !== "")) {
        length += filler.fill(line, cells);
        if (length > LIMITS.importRowBytesMax) throw rowTooLong();
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
      ({ type, style, formula, value } = cell);
      count(value);
      addCell();
    }
  }

  function addCell(): void {
    // A cell that was left far to the right of the table. Too many columns are found by their names.
    if (place > PLACES_MAX) return;
    while (cells.length < place - 1) cells.push("");
    cells[place - 1] = linked(textOf());
  }

  /** A text that only stands for its link is read as the address. */
  function linked(text: string): string {
    if (text === "" || (links.size === 0 && formula === undefined)) return text;
    const ofFormula = formula === undefined ? undefined : targetOfFormula(formula);
    if (value === "" && ofFormula !== undefined) return ofFormula;
    return linkedText(text, links.get(`${lettersOf(place)}${line}`) || ofFormula);
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
    // The result of a formula may be an empty text. A program that writes formulas without calculating them has no type.
    if (value === "") return formula === undefined || type === "str" ? "" : formulaText(formula);
    if (type === "s") return sharedText();
    if (type === "b") return value === "1" ? "true" : "false";
    if (type !== "n") return unescaped(value);
    const format = styles.get(style);
    if (format === undefined) return numberText(value);
    if (format.type === "date") return dateText(Number(value) + (hasDatesFrom1904 ? DAYS_TO_1904 : 0));
    if (format.type === "percent") return `${numberText(String(Number((Number(value) * 100).toPrecision(15))))}%`;
    if (format.type === "amount") return amountText(numberText(value), format.texts);
    if (format.type === "decimals") {
      const isRounded = format.isAmount || formula !== undefined;
      return amountText(isRounded ? roundedText(value, format.count) : numberText(value), format.texts);
    }
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

/** A formula whose result the workbook does not have, as a spreadsheet shows it. */
function formulaText(formula: string): string {
  const text = formula.trim();
  return text === "" ? SHARED_FORMULA : unescaped(`=${text.replace(/^=/, "")}`);
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

/** A number with the texts around it: the currency of its format is that of the amount. */
const amountText = (number: string, texts: AroundNumber | undefined): string =>
  texts === undefined ? number : `${texts.before} ${number} ${texts.after}`.trim();

/** A number with as many decimals as its cell shows, like the spreadsheet rounds it. */
function roundedText(value: string, decimals: number): string {
  const text = numberText(value);
  if ((text.split(".")[1] ?? "").length <= decimals || !/^-?\d+\.\d+$/.test(text)) return text;
  const sign = text.startsWith("-") ? "-" : "";
  const rounded = Number(`${Math.round(Number(`${text.replace("-", "")}e${decimals}`))}e-${decimals}`);
  return numberText(sign + String(rounded));
}

/** The letters of a column, from 1: the third one is `C`. */
function lettersOf(column: number): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
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
