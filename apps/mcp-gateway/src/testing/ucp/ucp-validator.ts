import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const SCHEMAS: { $id: string }[] = JSON.parse(readFileSync(new URL("catalog-schemas.json", import.meta.url), "utf8"));
const ajv = new Ajv2020({ strict: false, allErrors: true, schemas: SCHEMAS });
addFormats.default(ajv);

/** Why a value does not match a definition of UCP's catalog schemas, such as `catalog_search search_response`; or []. */
export function ucpFaults(schema: "catalog_search" | "catalog_lookup", definition: string, value: unknown): string[] {
  const validate = ajv.getSchema(`https://ucp.dev/schemas/shopping/${schema}.json#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`UCP has no definition ${definition}`);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
