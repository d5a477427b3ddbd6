import { isUtf8 } from "node:buffer";
import {
  EXACT_LENGTH_MAX,
  inexactNumbersIn,
  isExactNumber,
  markInexactNumbers,
} from "@skucast/contracts/exact-numbers";
import { FaultyItem } from "@skucast/contracts/faulty-item";
import { findRepeatedMember } from "@skucast/contracts/find-repeated-member";
import { LIMITS } from "@skucast/contracts/limits";
import { type Fault, Problem, validationFailed } from "@skucast/contracts/problem";
import { PROTO, protoFaultsOf } from "@skucast/contracts/proto-faults";
import { findJsonSyntaxError } from "./json-syntax-error.js";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses a UTF-8 JSON document (RFC 8259) nested at most LIMITS.jsonDepthMax levels. Throws 400 invalid_json with the
 * position of the error, also for a member that occurs twice in an object, because readers disagree about which one
 * counts. Throws 422 for numbers that JavaScript cannot represent exactly, and for members named `__proto__`, which
 * schemas of maps would drop. A byte order mark is accepted.
 */
export function parseJson(bytes: Buffer): unknown {
  const document = readDocument(bytes);
  if (!isFaithful(document)) throw validationFailed(faultsIn(document.value, markedIn(document)));
  return document.value;
}

/**
 * The same for a body with a list whose items have results of their own: an item with such a number or member becomes a
 * FaultyItem instead of a rejection of the body.
 */
export function parseJsonOfItems(bytes: Buffer, listName: string): unknown {
  const document = readDocument(bytes);
  const { value } = document;
  if (isFaithful(document)) return value;
  const marked = markedIn(document);
  const items = memberOf(value, listName);
  const markedItems = memberOf(marked, listName);
  if (!Array.isArray(items) || !Array.isArray(markedItems)) throw validationFailed(faultsIn(value, marked));
  const faultsOfOthers = faultsIn(without(value, listName), without(marked, listName));
  if (faultsOfOthers.length > 0) throw validationFailed(faultsOfOthers);
  const itemsApart = items.map((item, i) => {
    const faults = faultsIn(item, markedItems[i], FAULTS_PER_ITEM_MAX);
    return faults.length === 0 ? item : new FaultyItem(item, faults);
  });
  return { ...Object(value), [listName]: itemsApart };
}

/** Keeps the response to a thousand invalid items readable. */
const FAULTS_PER_ITEM_MAX = 10;

/** A well-formed document within the limits. */
interface Document {
  readonly text: string;
  readonly value: unknown;
  /** Whether every number is represented exactly. */
  readonly isExact: boolean;
  readonly hasProto: boolean;
}

const isFaithful = ({ isExact, hasProto }: Document): boolean => isExact && !hasProto;
const markedIn = ({ text, value, isExact }: Document): unknown => (isExact ? value : markInexactNumbers(text));

function faultsIn(value: unknown, marked: unknown, faultsMax?: number): Fault[] {
  return [...inexactNumbersIn(marked, faultsMax), ...protoFaultsOf(value, faultsMax)];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

const without = (value: unknown, name: string): unknown => ({ ...Object(value), [name]: null });

function readDocument(bytes: Buffer): Document {
  if (bytes.length === 0) throw invalidJson("The body is empty. This endpoint requires a JSON document.");
  if (!isUtf8(bytes)) throw invalidJson("The body is not UTF-8.");
  const { isTooDeep, hasTooMany, isExact, members } = scan(bytes);
  if (hasTooMany) throw invalidJson(`The body has more than ${LIMITS.jsonContainersMax} objects and lists.`);
  if (isTooDeep) throw invalidJson(`The body is nested more than ${LIMITS.jsonDepthMax} levels deep.`);
  const text = withoutMark(bytes.toString("utf8"));
  const value = parse(text);
  const names: Names = { count: 0, hasProto: false };
  if (typeof value === "object" && value !== null) readNames(value, names);
  if (names.count < members) throw repeatedMember(text);
  return { text, value, isExact, hasProto: names.hasProto };
}

/** The names of a document's members. */
interface Names {
  count: number;
  hasProto: boolean;
}

/** Counts the members of all objects in a value. Every request pays for this, so it makes no lists of them. */
function readNames(value: object, names: Names): void {
  if (Array.isArray(value)) {
    for (const entry of value) if (typeof entry === "object" && entry !== null) readNames(entry, names);
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    names.count += 1;
    if (name === PROTO) names.hasProto = true;
    const member = members[name];
    if (typeof member === "object" && member !== null) readNames(member, names);
  }
}

function repeatedMember(text: string): Problem {
  const { name = "", line, column } = findRepeatedMember(text) ?? {};
  const shown = JSON.stringify(name.slice(0, SHOWN_NAME_MAX).toWellFormed());
  const detail = `The member ${shown} occurs twice in the same object, again at line ${line}, column ${column}.`;
  return invalidJson(detail, { line, column });
}

const SHOWN_NAME_MAX = 100;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fault = findJsonSyntaxError(text);
    throw invalidJson(
      `The body is not well-formed JSON: ${fault.message} at line ${fault.line}, column ${fault.column}.`,
      { line: fault.line, column: fault.column },
    );
  }
}

interface Scanned {
  readonly isTooDeep: boolean;
  /** Whether it has more objects and lists than may be parsed. */
  readonly hasTooMany: boolean;
  /** Whether every number is represented exactly. */
  readonly isExact: boolean;
  /** The members of all objects, if the document is well-formed. */
  readonly members: number;
}

/** Checks brackets and numbers outside of strings before anything is parsed, so that deep nesting costs no memory. */
function scan(bytes: Buffer): Scanned {
  let depth = 0;
  let isInString = false;
  let isExact = true;
  let members = 0;
  let containers = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0;
    if (isInString) {
      if (byte === BACKSLASH) i += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      containers += 1;
      const isTooDeep = depth > LIMITS.jsonDepthMax;
      const hasTooMany = containers > LIMITS.jsonContainersMax;
      if (isTooDeep || hasTooMany) return { isTooDeep, hasTooMany, isExact, members };
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    else if (byte === 0x3a) members += 1;
    else if (isExact && isDigit(byte)) {
      const end = numberEnd(bytes, i);
      isExact = isExactAt(bytes, i, end);
      i = end - 1;
    }
  }
  return { isTooDeep: false, hasTooMany: false, isExact, members };
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** The end of the number that starts at this digit. */
function numberEnd(bytes: Buffer, start: number): number {
  let end = start + 1;
  for (; end < bytes.length; end += 1) {
    const byte = bytes[end] ?? 0;
    if (!isDigit(byte) && byte !== 0x2e && byte !== 0x65 && byte !== 0x45 && byte !== 0x2b && byte !== 0x2d) break;
  }
  return end;
}

/** The sign does not matter. JSON.parse rejects text that is not a number. */
function isExactAt(bytes: Buffer, start: number, end: number): boolean {
  if (end - start <= EXACT_LENGTH_MAX && !hasExponent(bytes, start, end)) return true;
  return isExactNumber(bytes.toString("latin1", start, end));
}

function hasExponent(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (bytes[i] === 0x65 || bytes[i] === 0x45) return true;
  return false;
}

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

function invalidJson(detail: string, members: Record<string, unknown> = {}): Problem {
  return new Problem("invalid_json", detail, { members });
}
