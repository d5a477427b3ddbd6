import { ERROR_CODES } from "@skucast/contracts/error-codes";
import { problemSchema } from "@skucast/contracts/problem";
import { problemExamplesOf } from "./openapi-examples.js";
import { type DocumentedProblem, headerReferences, problemHeaders } from "./openapi-headers.js";
import type { Json, SchemaCollector } from "./openapi-schemas.js";

const namedProblemSchema = problemSchema.meta({ id: "Problem" });

/** Collects the error responses. Most operations have the same ones, so the document has each once. */
export interface ResponseCollector {
  answerOf(problem: DocumentedProblem): Json;
  /** A reference to the response, which becomes a component. */
  referenceTo(problem: DocumentedProblem): Json;
  /** All components so far, in alphabetical order. */
  components(): Json;
}

export function collectResponses(schemas: SchemaCollector): ResponseCollector {
  const named = new Map<string, Json>();

  function answerOf({ status, codes, isPublic }: DocumentedProblem): Json {
    const schema = schemas.schemaOf(namedProblemSchema, "output");
    return {
      description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code][1]}.`).join(" "),
      headers: headerReferences(problemHeaders({ status, codes, isPublic })),
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
