import { ERROR_CODES, type ErrorCode } from "@skucast/contracts/error-codes";
import { problemSchema } from "@skucast/contracts/problem";
import { problemExamplesOf } from "./openapi-examples.js";
import type { Json, SchemaCollector } from "./openapi-schemas.js";

const namedProblemSchema = problemSchema.meta({ id: "Problem" });

/** The problem documents of an operation with one status. */
interface ProblemAnswer {
  readonly status: string;
  readonly codes: readonly ErrorCode[];
  /** Whether the operation needs no authentication, and so has no rate limit. */
  readonly isPublic: boolean;
}

/** Collects the error responses. Most operations have the same ones, so the document has each once. */
export interface ResponseCollector {
  answerOf(problem: ProblemAnswer): Json;
  /** A reference to the response, which becomes a component. */
  referenceTo(problem: ProblemAnswer): Json;
  /** All components so far, in alphabetical order. */
  components(): Json;
}

export function collectResponses(schemas: SchemaCollector): ResponseCollector {
  const named = new Map<string, Json>();

  function answerOf({ status, codes, isPublic }: ProblemAnswer): Json {
    const schema = schemas.schemaOf(namedProblemSchema, "output");
    return {
      description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code][1]}.`).join(" "),
      headers: {
        "Request-Id": header("RequestId"),
        ...(status === "401" ? { "WWW-Authenticate": header("WwwAuthenticate") } : rateHeaders(isPublic)),
        ...(status === "429" || status === "503" ? { "Retry-After": header("RetryAfter") } : {}),
      },
      content: { "application/problem+json": { schema, examples: problemExamplesOf(codes) } },
    };
  }

  return {
    answerOf,
    referenceTo(problem) {
      const name = `${problem.isPublic ? "public." : ""}${problem.codes.join(".")}`;
      if (!named.has(name)) named.set(name, answerOf(problem));
      return { $ref: `#/components/responses/${name}` };
    },
    components: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A reference to a header of the components. */
export const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

export const rateHeaders = (isPublic: boolean): Json =>
  isPublic ? {} : { RateLimit: header("RateLimit"), "RateLimit-Policy": header("RateLimitPolicy") };
