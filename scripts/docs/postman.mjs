import { renderOpenApiFile } from "./openapi.mjs";

/**
 * Every operation as a Postman collection (format 2.1, which Bruno and Insomnia import too), generated from the OpenAPI
 * document: a folder for each tag, with example bodies. `baseUrl` and `token` are variables.
 */
export async function renderPostman() {
  const document = JSON.parse(await renderOpenApiFile());
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const collection = {
    info: {
      name: document.info.title,
      description: document.info.description,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: `http://127.0.0.1:8080${document.servers[0].url}`, type: "string" },
      { key: "token", value: "", type: "string" },
    ],
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ operation }) => operation.tags[0] === name).map(requestOf),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function requestOf({ path, method, operation }) {
  const { summary, description, security, parameters = [], requestBody } = operation;
  const query = parameters.filter((each) => each.in === "query");
  const variables = parameters.filter((each) => each.in === "path");
  const example = requestBody?.content["application/json"]?.example;
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ":$1");
  return {
    name: summary,
    request: {
      method,
      ...(security.length === 0 && { auth: { type: "noauth" } }),
      description: description ?? summary,
      header: headersOf(requestBody),
      url: {
        raw: `{{baseUrl}}/${segments}`,
        host: ["{{baseUrl}}"],
        path: segments.split("/"),
        query: query.map(({ name, description: meaning, schema }) => ({
          key: name,
          value: textOf(schema.default ?? schema.enum?.[0]),
          description: meaning,
          disabled: true,
        })),
        variable: variables.map(({ name, description: meaning, schema }) => ({
          key: name,
          // The example body can name the same object, which the path has to name too.
          value: textOf(schema.examples?.[0] ?? example?.[name]),
          description: meaning,
        })),
      },
      ...bodyOf(requestBody),
    },
  };
}

const textOf = (value) => (value === undefined ? "" : String(value));

function headersOf(requestBody) {
  const [type] = Object.keys(requestBody?.content ?? {});
  return type === undefined ? [] : [{ key: "Content-Type", value: type }];
}

function bodyOf(requestBody) {
  if (requestBody === undefined) return {};
  // A file can be JSON too.
  if ("application/octet-stream" in requestBody.content) return { body: { mode: "file", file: {} } };
  const { example } = requestBody.content["application/json"];
  const raw = JSON.stringify(example ?? {}, null, 2);
  return { body: { mode: "raw", raw, options: { raw: { language: "json" } } } };
}
