import { join } from "node:path";
import { ROOT } from "../prepare.mjs";

/** The REST API of the last release, by which changes are judged. */
export const RELEASED = join(ROOT, "docs/reference/openapi-released.json");

const PROSE = new Set(["description", "summary", "example", "examples", "externalDocs"]);

/** What an OpenAPI document promises, without its prose: changes of sentences are none of the interface. */
export const bareDocument = (text) => `${JSON.stringify(bare(JSON.parse(text), false))}\n`;

/** Below `properties` and the like stand names, of which one may be `description`. */
function bare(value, isNames) {
  if (Array.isArray(value)) return value.map((each) => bare(each, false));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNames || !PROSE.has(name) || isResponse(name, value))
      .map(([name, each]) => [name, bare(each, !isNames && NAMES.has(name))]),
  );
}
const NAMES = new Set(["properties", "schemas", "parameters", "headers", "responses", "paths", "$defs", "webhooks"]);
/** OpenAPI wants a description of each response. */
const isResponse = (name, value) => name === "description" && ("content" in value || "headers" in value);
