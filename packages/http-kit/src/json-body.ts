import { isUtf8 } from "node:buffer";
import { inexactNumbersIn, markInexactNumbers } from "@skucast/contracts/exact-numbers";
import { FaultyItem } from "@skucast/contracts/faulty-item";
import { searchRepeatedMember } from "@skucast/contracts/find-repeated-member";
import { LIMITS } from "@skucast/contracts/limits";
import { type Fault, Problem, validationFailed } from "@skucast/contracts/problem";
import { PROTO, protoFaultsOf } from "@skucast/contracts/proto-faults";
import { finish, type Steps } from "@skucast/contracts/steps";
import { inSlices } from "@skucast/service-kit/turns";
import { searchJsonSyntaxError } from "./json-syntax-error.js";
import { parsePieces } from "./parse-pieces.js";
import { type Container, scanJson } from "./scan-json.js";

/**
 * Parses a UTF-8 JSON document (RFC 8259) nested at most LIMITS.jsonDepthMax levels. Throws 400 invalid_json with the
 * position of the error, also for a member that occurs twice in an object, because readers disagree about which one
 * counts. Throws 422 for numbers that JavaScript cannot represent exactly, and for members named `__proto__`, which
 * schemas of maps would drop. A byte order mark is accepted.
 */
export const parseJson = (bytes: Buffer): unknown => finish(parsingJson(bytes));

/** Parsing takes a millisecond for so many bytes, and many times that for nothing but brackets. */
const LARGE_BYTES = 100_000;

/** Runs the steps of a parser: at once for a short document, otherwise in slices. `turn` waits for the turn of the next slice. */
export async function parseInTurns<Value>(
  bytes: Buffer,
  steps: Steps<Value>,
  turn: () => Promise<unknown>,
): Promise<Value> {
  return bytes.length > LARGE_BYTES ? inSlices(steps, turn) : finish(steps);
}

/** `parseJson` in steps of about a millisecond. Others can run in between, since parsing 10 MB takes some 100 ms. */
export function* parsingJson(bytes: Buffer): Steps<unknown> {
  const document = yield* readingDocument(bytes);
  if (!isFaithful(document)) throw validationFailed(faultsIn(document.value, yield* marking(document)));
  return document.value;
}

/**
 * The same for a body with a list whose items have results of their own: an item with such a number or member becomes a
 * FaultyItem instead of a rejection of the body.
 */
export function* parsingJsonOfItems(bytes: Buffer, listName: string): Steps<unknown> {
  const document = yield* readingDocument(bytes);
  const { value } = document;
  if (isFaithful(document)) return value;
  const marked = yield* marking(document);
  const items = memberOf(value, listName);
  const markedItems = memberOf(marked, listName);
  if (!Array.isArray(items) || !Array.isArray(markedItems)) throw validationFailed(faultsIn(value, marked));
  const faultsOfOthers = faultsIn(without(value, listName), without(marked, listName));
  if (faultsOfOthers.length > 0) throw validationFailed(faultsOfOthers);
  const itemsApart: unknown[] = [];
  for (const [i, item] of items.entries()) {
    const faults = faultsIn(item, markedItems[i], FAULTS_PER_ITEM_MAX);
    itemsApart.push(faults.length === 0 ? item : new FaultyItem(item, faults));
    if (i % ITEMS_PER_STEP === 0) yield;
  }
  return { ...Object(value), [listName]: itemsApart };
}

const ITEMS_PER_STEP = 20;

/** Keeps the response to a thousand invalid items readable. */
const FAULTS_PER_ITEM_MAX = 10;

/** A well-formed document within the limits. */
interface Document {
  readonly bytes: Buffer;
  readonly value: unknown;
  /** Whether every number is represented exactly. */
  readonly isExact: boolean;
  readonly hasProto: boolean;
  /** How it is cut, if it is long. */
  readonly root: Container | null;
}

const isFaithful = ({ isExact, hasProto }: Document): boolean => isExact && !hasProto;

/** The document again, with marks in place of the numbers that are not represented exactly. */
function* marking({ bytes, value, isExact, root }: Document): Steps<unknown> {
  if (isExact) return value;
  const parts = { parse: JSON.parse, parseInexact: markInexactNumbers, onPart: () => {}, onRepeated: () => {} };
  return root === null ? markInexactNumbers(textOf(bytes)) : yield* parsePieces(bytes, root, parts);
}

function faultsIn(value: unknown, marked: unknown, faultsMax?: number): Fault[] {
  return [...inexactNumbersIn(marked, faultsMax), ...protoFaultsOf(value, faultsMax)];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

const without = (value: unknown, name: string): unknown => ({ ...Object(value), [name]: null });

function* readingDocument(bytes: Buffer): Steps<Document> {
  if (bytes.length === 0) throw invalidJson("The body is empty. This endpoint requires a JSON document.");
  if (!isUtf8(bytes)) throw invalidJson("The body is not UTF-8.");
  const { isTooDeep, hasTooMany, isUnbalanced, isExact, members, root } = yield* scanJson(bytes);
  if (hasTooMany) throw invalidJson(`The body has more than ${LIMITS.jsonContainersMax} objects and lists.`);
  if (isTooDeep) throw invalidJson(`The body is nested more than ${LIMITS.jsonDepthMax} levels deep.`);
  const names: Names = { count: 0, hasProto: false };
  const onPart = (part: unknown) => {
    if (typeof part === "object" && part !== null) readNames(part, names);
  };
  const onRepeated = () => {
    names.count -= 1;
  };
  let value: unknown;
  try {
    if (isUnbalanced) throw new SyntaxError("a bracket is missing");
    if (root === null) {
      value = JSON.parse(textOf(bytes));
      onPart(value);
    } else value = yield* parsePieces(bytes, root, { parse: JSON.parse, parseInexact: JSON.parse, onPart, onRepeated });
  } catch (error) {
    if (error instanceof SyntaxError) throw yield* describingSyntaxError(textOf(bytes));
    throw error;
  }
  if (names.count < members) throw yield* describingRepeatedMember(textOf(bytes));
  return { bytes, value, isExact, root, hasProto: names.hasProto };
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

function* describingRepeatedMember(text: string): Steps<Problem> {
  const { name = "", line, column } = (yield* searchRepeatedMember(text)) ?? {};
  const shown = JSON.stringify(name.slice(0, SHOWN_NAME_MAX).toWellFormed());
  const detail = `The member ${shown} occurs twice in the same object, again at line ${line}, column ${column}.`;
  return invalidJson(detail, { line, column });
}

const SHOWN_NAME_MAX = 100;

function* describingSyntaxError(text: string): Steps<Problem> {
  const { message, line, column } = yield* searchJsonSyntaxError(text);
  const detail = `The body is not well-formed JSON: ${message} at line ${line}, column ${column}.`;
  return invalidJson(detail, { line, column });
}

/** Without a byte order mark. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function invalidJson(detail: string, members: Record<string, unknown> = {}): Problem {
  return new Problem("invalid_json", detail, { members });
}
