import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { parse } from "yaml";

const FOLDER = new URL("../../acp/", import.meta.url);

/** An operation of the published document, with checks of what is sent and answered. */
export interface AcpOperation {
  readonly id: string;
  /** What is wrong with a request body; undefined if nothing. */
  faultOf(body: unknown): string | undefined;
  /** What is wrong with an answer: its status must be in the document, and its body must fit. */
  answerFaultOf(status: number, body: unknown): string | undefined;
}

interface OpenApiDocument {
  readonly paths: Record<string, Record<string, { operationId: string; requestBody?: unknown; responses: object }>>;
}

/** The operations of the ACP Feed API, read from the published OpenAPI document. */
export function loadAcpOperations(): { find(method: string, path: string): AcpOperation | undefined } {
  const document: OpenApiDocument = parse(readFileSync(new URL("openapi.feed.yaml", FOLDER), "utf8"));
  const ajv = createAjv();
  ajv.addSchema(document, "openapi");
  const check = (pointer: readonly string[]) => {
    const fragment = pointer
      .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
      .join("/");
    const validate = ajv.compile({ $ref: `openapi#/${fragment}` });
    return (value: unknown) => (validate(value) ? undefined : ajv.errorsText(validate.errors));
  };
  const operations = Object.entries(document.paths).flatMap(([template, methods]) => {
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    return Object.entries(methods)
      .filter(([method]) => method !== "parameters")
      .map(([method, operation]) => {
        const at = ["paths", template, method];
        const schema = ["content", "application/json", "schema"];
        const body = operation.requestBody === undefined ? () => undefined : check([...at, "requestBody", ...schema]);
        const answers = new Map(
          Object.keys(operation.responses).map((status) => [status, check([...at, "responses", status, ...schema])]),
        );
        const found: AcpOperation = {
          id: operation.operationId,
          faultOf: body,
          answerFaultOf: (status, answer) => {
            const checkAnswer = answers.get(String(status));
            return checkAnswer ? checkAnswer(answer) : `status ${status} is not in the document`;
          },
        };
        return { method: method.toUpperCase(), pattern, found };
      });
  });
  return {
    find: (method, path) =>
      operations.find((operation) => operation.method === method && operation.pattern.test(path))?.found,
  };
}

/** Checks request bodies of product upserts against the published JSON schemas. Returns what is wrong. */
export function createUpsertCheck(): (body: unknown) => string | undefined {
  const ajv = createAjv();
  ajv.addSchema(JSON.parse(readFileSync(new URL("schema.feed.json", FOLDER), "utf8")), "bundle");
  const validate = ajv.compile({ $ref: "bundle#/$defs/UpsertProductsRequest" });
  return (body) => (validate(body) ? undefined : ajv.errorsText(validate.errors));
}

function createAjv(): Ajv2020 {
  // The documents have examples, which are no keywords of JSON Schema.
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  return ajv;
}
