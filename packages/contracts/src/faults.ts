import type { z } from "zod";
import { FAULTS_MAX } from "./first-faults.js";
import { nearest } from "./nearest.js";
import type { Fault } from "./problem.js";

type Issue = z.core.$ZodIssue;

/** Only the first unknown fields get a suggestion, because each one costs a search. */
const SUGGESTIONS_MAX = 10;
const SHOWN_KEY_LENGTH_MAX = 100;

/**
 * The first `faultsMax` errors of a failed parse, each with its RFC 6901 pointer, a stable code and a sentence that says
 * what is allowed.
 */
export function faultsOf(error: { issues: readonly Issue[] }, schema: z.ZodType, faultsMax = FAULTS_MAX): Fault[] {
  const faults = new Map<string, Fault>();
  for (const issue of error.issues) {
    for (const fault of faultsOfIssue(issue, schema)) {
      if (faults.size >= faultsMax) return [...faults.values()];
      // A value can break the same rule twice: the bound of all integers, and then the bound of the field, which is narrower.
      const name = `${fault.pointer} ${fault.code}`;
      if (!faults.has(name) || BOUNDS.has(fault.code)) faults.set(name, fault);
    }
  }
  return [...faults.values()];
}

const BOUNDS: ReadonlySet<string> = new Set(["too_big", "too_small"]);

/** The errors of a failed parse of one member of a body. */
export const faultsBelow = (pointer: string, error: { issues: readonly Issue[] }, schema: z.ZodType): Fault[] =>
  faultsOf(error, schema).map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` }));

/** RFC 6901 pointer of a path. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (pointer, key) => `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    "",
  );
}

function faultsOfIssue(issue: Issue, schema: z.ZodType): Fault[] {
  const pointer = pointerOf(issue.path);
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = knownKeysAt(schema, issue.path);
      return issue.keys.slice(0, FAULTS_MAX).map((key, i) => ({
        pointer: pointerOf([...issue.path, shortened(key)]),
        code: "unknown_field",
        message: unknownField(key, i < SUGGESTIONS_MAX ? known : []),
      }));
    }
    case "invalid_type":
      if (isNotANumber(issue)) return [{ pointer, code: "invalid_type", message: issue.message }];
      return [
        issue.input === undefined && !issue.message.includes("received")
          ? { pointer, code: "required", message: `is required (${TYPE_NAMES[issue.expected] ?? issue.expected})` }
          : typeFault(pointer, issue),
      ];
    case "invalid_value":
      // Only a parse with reportInput says what was sent.
      if ("input" in issue && issue.input === undefined) {
        return [{ pointer, code: "required", message: `is required: one of ${issue.values.map(String).join(", ")}` }];
      }
      return [{ pointer, code: "not_allowed", message: `must be one of: ${issue.values.map(String).join(", ")}` }];
    case "too_big":
      return [
        { pointer, code: issue.origin === "string" ? "too_long" : "too_big", message: sizeMessage(issue, "at most") },
      ];
    case "too_small":
      if (isEmptyString(issue)) return [{ pointer, code: "too_small", message: emptyMessage(schema, issue.path) }];
      return [{ pointer, code: "too_small", message: sizeMessage(issue, "at least") }];
    case "invalid_union":
      return unionFaults(issue, schema, pointer);
    case "invalid_format":
      return [{ pointer, code: "invalid", message: formatMessage(issue) }];
    case "custom":
      return [{ pointer, code: String(issue.params?.code ?? "invalid"), message: issue.message }];
    case "invalid_key":
      return [{ pointer, code: "not_allowed", message: keyMessage(issue) }];
    default:
      return [{ pointer, code: "invalid", message: issue.message }];
  }
}

function keyMessage({ issues: [first] }: Extract<Issue, { code: "invalid_key" }>): string {
  if (first === undefined) return "the key is not allowed";
  if (first.code === "too_small") return "the key must not be empty";
  return `the key ${first.code === "too_big" ? sizeMessage(first, "at most") : first.message}`;
}

/** A plus sign that is not encoded in a query arrives as a space. */
const WITHOUT_PLUS = /^\d{4}-\d\d-\d\dT[\d:.]+ \d\d:\d\d$/;

function formatMessage({ format, message, input }: Extract<Issue, { code: "invalid_format" }>): string {
  const hint = typeof input === "string" && WITHOUT_PLUS.test(input) ? "; in a query, write + as %2B" : "";
  return `${FORMAT_SENTENCES[format] ?? message}${hint}`;
}

/** Messages for formats whose own message from zod is unclear. */
const FORMAT_SENTENCES: Readonly<Record<string, string>> = {
  datetime: "must be an RFC 3339 date-time such as 2026-12-01T00:00:00Z",
  date: "must be a date such as 2026-12-01",
};

/** Whether a query string is not a number (or not an integer) and the schema has a message of its own for this. */
const isNotANumber = (issue: Extract<Issue, { code: "invalid_type" }>): boolean =>
  ("received" in issue || "format" in issue) && !issue.message.includes("received");

function typeFault(pointer: string, issue: Extract<Issue, { code: "invalid_type" }>): Fault {
  const received = /received (\w+)/.exec(issue.message)?.[1];
  if (received === "undefined") {
    return { pointer, code: "required", message: `is required (${TYPE_NAMES[issue.expected] ?? issue.expected})` };
  }
  return {
    pointer,
    code: "invalid_type",
    message: `must be ${article(TYPE_NAMES[issue.expected] ?? issue.expected)}${received ? `, not ${received}` : ""}`,
  };
}

/** Names of types in JSON, where zod's differ. */
const TYPE_NAMES: Readonly<Record<string, string>> = { int: "integer", record: "object" };

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function sizeMessage(issue: Extract<Issue, { code: "too_big" | "too_small" }>, bound: "at most" | "at least"): string {
  const limit = String(issue.code === "too_big" ? issue.maximum : issue.minimum);
  if (issue.origin === "string") return `must have ${bound} ${limit} characters`;
  if (issue.origin === "array" || issue.origin === "set") return `must have ${bound} ${limit} entries`;
  return issue.inclusive === false
    ? `must be ${bound === "at most" ? "less" : "more"} than ${limit}`
    : `must be ${bound} ${limit}`;
}

const isEmptyString = ({ origin, minimum }: Extract<Issue, { code: "too_small" }>): boolean =>
  origin === "string" && Number(minimum) === 1;

const emptyMessage = (schema: z.ZodType, path: readonly PropertyKey[]): string =>
  isRequiredAt(schema, path) ? "must not be empty" : "must not be empty; leave the field out for no value";

/** Issue codes that mean that the value's type does not fit a branch of a union. */
const OTHER_TYPE: ReadonlySet<string> = new Set(["invalid_type", "invalid_union"]);

/** The union's own message, or the errors of its best branch: one that fits the value's type, with the fewest errors. */
function unionFaults(issue: Extract<Issue, { code: "invalid_union" }>, schema: z.ZodType, pointer: string): Fault[] {
  if ("options" in issue && Array.isArray(issue.options)) {
    return [{ pointer, code: "not_allowed", message: `must be one of: ${issue.options.join(", ")}` }];
  }
  if (issue.message !== "Invalid input") return [{ pointer, code: "invalid", message: issue.message }];
  const types = issue.input === undefined ? null : typesOfBranches(issue.errors);
  if (types !== null && types.length > 1) {
    const received = jsonTypeOf(issue.input);
    return [{ pointer, code: "invalid_type", message: `must be ${eitherOf(types)}, not ${received}` }];
  }
  const isOfOtherType = (branch: readonly Issue[]) =>
    Number(branch.some(({ path, code }) => path.length === 0 && OTHER_TYPE.has(code)));
  const [best] = issue.errors
    .filter((branch) => branch.length > 0)
    .sort((a, b) => isOfOtherType(a) - isOfOtherType(b) || a.length - b.length);
  if (!best) return [{ pointer, code: "not_allowed", message: "does not match any allowed form" }];
  return best.flatMap((inner) => faultsOfIssue({ ...inner, path: [...issue.path, ...inner.path] } as Issue, schema));
}

/** The types of a union whose branches all have another type than the value; null if one has the same. */
function typesOfBranches(branches: readonly (readonly Issue[])[]): string[] | null {
  const types: string[] = [];
  for (const [issue, ...others] of branches) {
    if (issue === undefined || others.length > 0 || issue.path.length > 0) return null;
    const own =
      issue.code === "invalid_type"
        ? [TYPE_NAMES[issue.expected] ?? issue.expected]
        : issue.code === "invalid_union"
          ? typesOfBranches(issue.errors)
          : null;
    if (own === null) return null;
    types.push(...own);
  }
  return [...new Set(types)];
}

/** `a string, a number or a boolean`. */
function eitherOf(types: readonly string[]): string {
  const named = types.map(article);
  return `${named.slice(0, -1).join(", ")} or ${named.at(-1)}`;
}

const jsonTypeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

const shortened = (key: string): string =>
  key.length > SHOWN_KEY_LENGTH_MAX ? `${key.slice(0, SHOWN_KEY_LENGTH_MAX).toWellFormed()}…` : key;

function unknownField(key: string, known: readonly string[]): string {
  // A field of another form of this object.
  if (known.includes(key)) return "cannot be combined with the other fields that this object has";
  const parts = known.filter((name) => name.startsWith(`${key}_`));
  const near =
    parts.length > 0 ? parts.slice(0, PARTS_MAX).join(", ") : READ_ONLY.has(key) ? null : nearest(key, known);
  const fault = READ_ONLY.has(key) ? "is read-only; leave it out" : "is not a known field";
  return near ? `${fault}; did you mean ${near}?` : fault;
}

/** Fields of responses that no body has. A client that sends a resource back as it was read finds them here. */
const READ_ONLY: ReadonlySet<string> = new Set([
  "id",
  "version",
  "content_hash",
  "created_at",
  "updated_at",
  "deleted_at",
]);
export const isReadOnlyName = (name: string): boolean => READ_ONLY.has(name);

/** Fields that begin with the given name are meant rather than one that is spelled alike: price_amount, not prices. */
const PARTS_MAX = 3;

/** Names of the fields that the schema has at a path, through wrappers and arrays. */
function knownKeysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const def = definitionAt(schema, path);
  if (def?.shape) return Object.keys(def.shape);
  return (def?.options ?? []).flatMap((option) => Object.keys(unwrap(option).shape ?? {}));
}

/** Whether the path leads to a member that its object must have. */
function isRequiredAt(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  const member = definitionAt(schema, path.slice(0, -1))?.shape?.[String(path.at(-1))];
  return member !== undefined && !member.safeParse(undefined).success;
}

function definitionAt(schema: z.ZodType, path: readonly PropertyKey[]): Definition | undefined {
  let def = unwrap(schema);
  for (const key of path) {
    const next = def.type === "array" ? def.element : def.type === "record" ? def.valueType : def.shape?.[String(key)];
    if (!next) return undefined;
    def = unwrap(next);
  }
  return def;
}

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  options?: z.ZodType[];
}

function unwrap(schema: z.ZodType): Definition {
  // zod types definitions as a union of all kinds; only the members of Definition are read.
  let def = schema.def as unknown as Definition;
  while (def.innerType ?? def.in) def = (def.innerType ?? def.in)?.def as unknown as Definition;
  return def;
}
