import { built } from "./built.mjs";

/** The document that the API serves under /openapi.json. */
export async function renderOpenApiFile() {
  const { openApiOptions } = await built("apps/catalog-api", "app");
  const { renderOpenApi } = await built("packages/http-kit", "openapi");
  return `${JSON.stringify(renderOpenApi(openApiOptions), null, 2)}\n`;
}
