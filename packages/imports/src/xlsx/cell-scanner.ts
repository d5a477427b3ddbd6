import { afterSpaceAttribute, createTextScanner } from "../xml/text-scanner.js";

/** A cell as its XML has it. */
export interface SheetCell {
  /** Its column, from 1; NEXT_COLUMN if it does not say. */
  column: number;
  type: string;
  style: number;
  /** The text of its formula, which may be empty; undefined if it has none. */
  formula: string | undefined;
  value: string;
}

export const NEXT_COLUMN = -1;

/** Reads cells that are written as spreadsheets usually write them. It finds the same in them as a parser of XML. */
export interface CellScanner {
  /**
   * Reads the cell that begins at `at` into `cell` and returns where it ends; -1 if it is not complete, or is written in
   * another way. `cell` has no meaning then.
   */
  read(xml: string, at: number): number;
  readonly cell: Readonly<SheetCell>;
}

/** `prefix` is that of the elements, with its colon; empty if they have none. */
export function createCellScanner(prefix: string): CellScanner {
  /** Where the letters of an element's name begin in its tag. */
  const nameAt = prefix.length + 1;
  const cellStart = `<${prefix}c`;
  const formulaStart = `<${prefix}f>`;
  const formulaEnd = `</${prefix}f>`;
  const valueStart = `<${prefix}v>`;
  const inlineStart = `<${prefix}is><${prefix}t`;
  const cellEnd = `</${prefix}c>`;
  const valueEnd = `</${prefix}v>${cellEnd}`;
  const inlineEnd = `</${prefix}t></${prefix}is>${cellEnd}`;
  const cell: SheetCell = { column: NEXT_COLUMN, type: "n", style: 0, formula: undefined, value: "" };
  const texts = createTextScanner();

  /** Reads the attributes from `from` on, and returns where `>` or `/>` is. */
  function readAttributes(xml: string, from: number): number {
    cell.column = NEXT_COLUMN;
    cell.type = "n";
    cell.style = 0;
    cell.formula = undefined;
    let known = 0;
    for (let at = from; xml.charCodeAt(at) === SPACE; ) {
      const name = xml.charCodeAt(at + 1);
      const flag = name === LETTER_R ? 1 : name === LETTER_S ? 2 : name === LETTER_T ? 4 : 0;
      if (flag === 0 || (known & flag) !== 0) return -1;
      if (xml.charCodeAt(at + 2) !== EQUALS || xml.charCodeAt(at + 3) !== QUOTE) return -1;
      known |= flag;
      const begin = at + 4;
      const end = flag === 1 ? readReference(xml, begin) : flag === 2 ? readStyle(xml, begin) : readType(xml, begin);
      if (end === -1) return -1;
      at = end + 1;
      if (xml.charCodeAt(at) !== SPACE) return at;
    }
    return from;
  }

  /** Reads a reference such as `C5` up to its quote, and returns where that is. */
  function readReference(xml: string, from: number): number {
    let at = from;
    let column = 0;
    for (; ; at += 1) {
      const code = xml.charCodeAt(at);
      const upper = code & UPPER_CASE;
      if (code >= ASCII_END || upper < LETTER_A || upper > LETTER_Z) break;
      column = column * 26 + upper - LETTER_A + 1;
    }
    while (isDigit(xml.charCodeAt(at))) at += 1;
    if (xml.charCodeAt(at) !== QUOTE) return -1;
    cell.column = column;
    return at;
  }

  function readStyle(xml: string, from: number): number {
    let style = 0;
    for (let at = from; at < from + STYLE_DIGITS_MAX; at += 1) {
      const code = xml.charCodeAt(at);
      if (code === QUOTE) {
        cell.style = style;
        return at;
      }
      if (!isDigit(code)) return -1;
      style = style * 10 + code - DIGIT_0;
    }
    return -1;
  }

  function readType(xml: string, from: number): number {
    const isInline = xml.charCodeAt(from) === LETTER_I;
    for (const type of isInline ? INLINE : TYPES) {
      const end = from + type.length;
      if (xml.charCodeAt(end) !== QUOTE || !xml.startsWith(type, from)) continue;
      cell.type = type;
      return end;
    }
    return -1;
  }

  /** Reads the text of a cell up to `end`, and returns where that ends. */
  function readText(xml: string, from: number, end: string): number {
    const after = texts.read(xml, from, end);
    cell.value = texts.text;
    return after;
  }

  /** Reads the text of a cell from the tag at `at` on, and returns where the cell ends. */
  function readContent(xml: string, at: number): number {
    switch (xml.charCodeAt(at + nameAt)) {
      case LETTER_V:
        return xml.startsWith(valueStart, at) ? readText(xml, at + valueStart.length, valueEnd) : -1;
      case LETTER_I:
        return xml.startsWith(inlineStart, at) ? readInline(xml, at + inlineStart.length) : -1;
      default:
        cell.value = "";
        return xml.startsWith(cellEnd, at) ? at + cellEnd.length : -1;
    }
  }

  /** Reads a formula without attributes, whose result follows. */
  function readFormula(xml: string, at: number): number {
    if (!xml.startsWith(formulaStart, at)) return -1;
    const end = readText(xml, at + formulaStart.length, formulaEnd);
    cell.formula = cell.value;
    return end;
  }

  function readInline(xml: string, from: number): number {
    const end = afterSpaceAttribute(xml, from);
    return end === -1 ? -1 : readText(xml, end + 1, inlineEnd);
  }

  return {
    cell,
    read(xml, at) {
      if (xml.charCodeAt(at + nameAt) !== LETTER_C || !xml.startsWith(cellStart, at)) return -1;
      const end = readAttributes(xml, at + cellStart.length);
      if (end === -1) return -1;
      const code = xml.charCodeAt(end);
      if (code === SLASH && xml.charCodeAt(end + 1) === GREATER) {
        cell.value = "";
        return end + 2;
      }
      if (code !== GREATER) return -1;
      const begin = xml.charCodeAt(end + 1 + nameAt) === LETTER_F ? readFormula(xml, end + 1) : end + 1;
      return begin === -1 ? -1 : readContent(xml, begin);
    },
  };
}

/** The column of the cell whose reference begins at `from`, from 1: `C5` is in the third one. */
export function columnOf(text: string, from: number): number {
  let column = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at) & UPPER_CASE;
    if (code < LETTER_A) break;
    column = column * 26 + code - LETTER_A + 1;
  }
  return column;
}

const INLINE = ["inlineStr"];
const TYPES = ["s", "n", "b", "str", "e"];
const STYLE_DIGITS_MAX = 9;

const isDigit = (code: number): boolean => code >= DIGIT_0 && code <= DIGIT_0 + 9;

const ASCII_END = 128;
const DIGIT_0 = 48;
const EQUALS = 61;
const GREATER = 62;
const LETTER_A = 65;
const LETTER_Z = 90;
const LETTER_C = 99;
const LETTER_F = 102;
const LETTER_I = 105;
const LETTER_R = 114;
const LETTER_S = 115;
const LETTER_T = 116;
const LETTER_V = 118;
const QUOTE = 34;
const SLASH = 47;
const SPACE = 32;
/** Turns a lower-case letter, which some exporters write, into its capital. Digits stay below the letters. */
const UPPER_CASE = 0xdf;
