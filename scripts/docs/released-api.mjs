import { join } from "node:path";
import { ROOT } from "../prepare.mjs";

/** The REST API of the last release, which changes are compared with. */
export const RELEASED = join(ROOT, "docs/reference/openapi-released.json");

const PROSE = new Set(["description", "summary", "example", "examples", "externalDocs"]);

/** An OpenAPI document without its prose, since rewording is no change of the interface. */
export const bareDocument = (text) => `${JSON.stringify(bare(JSON.parse(text), false))}\n`;

/** The keys of `properties` and similar objects are names, one of which may be `description`. */
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
/** OpenAPI requires a description of each response. */
const isResponse = (name, value) => name === "description" && ("content" in value || "headers" in value);
