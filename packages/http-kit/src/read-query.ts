import { faultsOf } from "@skucast/contracts/faults";
import { nearest } from "@skucast/contracts/nearest";
import { type Fault, Problem } from "@skucast/contracts/problem";
import { z } from "zod";

const NO_PARAMETERS = z.object({});

/**
 * Parses the query with the route's schema. Unknown parameters are 400 unknown_parameter with the nearest known name.
 * Wrong, wrongly encoded or repeated ones (unless several values are allowed) are 400 invalid_parameter. All errors at
 * once.
 */
export function readQuery(schema: z.ZodObject = NO_PARAMETERS, queryText: string): unknown {
  const known = schema.shape;
  const faults: Fault[] = [];
  const sent: Record<string, string | string[]> = {};
  let hasUnknown = false;
  for (const pair of queryText === "" ? [] : queryText.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
    if (name === null || !Object.hasOwn(known, name)) {
      hasUnknown = true;
      faults.push(unknownParameter(name, Object.keys(known)));
    } else if (value === null) faults.push(fault(name, "invalid_encoding", "is not percent-encoded UTF-8"));
    else if (!Object.hasOwn(sent, name)) sent[name] = value;
    else if (acceptsList(known[name])) sent[name] = [sent[name] ?? [], value].flat();
    else faults.push(fault(name, "repeated", "must be given once"));
  }
  const parsed = schema.safeParse(sent);
  if (!parsed.success) faults.push(...parameterErrors(parsed.error, schema).filter(isNew(faults)));
  if (faults.length > 0) throw parameterProblem(hasUnknown ? "unknown_parameter" : "invalid_parameter", faults);
  return parsed.data;
}

/** Whether the parameter accepts a list, given once or several times. */
function acceptsList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional) return acceptsList(schema.unwrap());
  return schema instanceof z.ZodPreprocess && schema.def.out instanceof z.ZodArray;
}

/** Parses the path's placeholders; 400 invalid_parameter with all errors at once. */
export function readParams(schema: z.ZodObject, sent: Readonly<Record<string, string>>): unknown {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw parameterProblem("invalid_parameter", parameterErrors(parsed.error, schema));
}

/** Errors of parameters, with the name of the parameter instead of a JSON pointer. */
function parameterErrors(error: z.ZodError, schema: z.ZodObject): Fault[] {
  return faultsOf(error, schema).map((found) => ({ ...found, pointer: found.pointer.slice(1) }));
}

const isNew = (faults: readonly Fault[]) => {
  const named = new Set(faults.map((found) => found.pointer));
  return (found: Fault) => !named.has(found.pointer);
};

function decode(part: string): string | null {
  if (!part.includes("%") && !part.includes("+")) return part;
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** The name is part of the response, so a long one is cut. */
function unknownParameter(name: string | null, known: readonly string[]): Fault {
  const shown = (name ?? "").slice(0, 64);
  const near = nearest(shown, known);
  return fault(
    shown,
    "unknown_parameter",
    near ? `is not a known parameter; did you mean ${near}?` : "is not a known parameter",
  );
}

const fault = (pointer: string, code: string, message: string): Fault => ({ pointer, code, message });

const FAULTS_MAX = 100;

function parameterProblem(code: "unknown_parameter" | "invalid_parameter", faults: readonly Fault[]): Problem {
  const listed = faults.slice(0, FAULTS_MAX);
  const detail = listed.length === 1 && listed[0] ? `${listed[0].pointer}: ${listed[0].message}` : undefined;
  return new Problem(code, detail ?? `${faults.length} parameters are invalid; see errors.`, { faults: listed });
}
