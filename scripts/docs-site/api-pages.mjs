// The API reference of the site: a page for each tag of the OpenAPI document, with a request and an answer of each
// operation.
const METHODS = ["get", "post", "put", "patch", "delete"];
const DEPTH_MAX = 3;

/** @returns {{ path: string, title: string, text: string }[]} */
export function renderApiPages(document) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({ ...item[method], method, path })),
  );
  const pages = document.tags.map(({ name, description }) => ({
    path: `reference/api/${fileName(name)}.md`,
    title: name,
    text: renderTag({
      document,
      name,
      description,
      operations: operations.filter(({ tags }) => tags.includes(name)),
    }),
  }));
  return [{ path: "reference/api/index.md", title: "Overview", text: renderOverview(document, operations) }, ...pages];
}

const fileName = (tag) => tag.toLowerCase().replaceAll(" ", "-");
const anchorOf = ({ summary }) =>
  summary
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");

function renderOverview(document, operations) {
  const [{ url }] = document.servers;
  const rows = operations.map(
    (operation) =>
      `| \`${operation.method.toUpperCase()} ${operation.path}\` | [${escapeCell(operation.summary)}](./${fileName(operation.tags[0])}.md#${anchorOf(operation)}) |`,
  );
  return `# ${document.info.title}

${document.info.description}

The base URL is \`${url}\` on your deployment. Send an API key or an OAuth access token as \`Authorization: Bearer …\`.
Download the OpenAPI document and a collection for Postman, Bruno or Insomnia from
[/docs/reference/openapi.json](/reference/openapi.json){target="_self"} and
[/docs/reference/postman-collection.json](/reference/postman-collection.json){target="_self"}.

| Request | What it does |
| --- | --- |
${rows.join("\n")}
`;
}

function renderTag({ document, name, description, operations }) {
  return `# ${name}

${description ?? ""}

${operations.map((operation) => renderOperation(document, operation)).join("\n")}`;
}

function renderOperation(document, operation) {
  const deref = (value) => dereference(document, value);
  const parameters = (operation.parameters ?? []).map(deref);
  const [bodyType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const scopes = (operation.security ?? document.security).flatMap(({ bearer }) => bearer ?? []);
  const parts = [
    `## ${operation.summary}`,
    `\`${operation.method.toUpperCase()} ${operation.path}\`${scopes.length > 0 ? `, with the scope ${scopes.map((scope) => `\`${scope}\``).join(", ")}` : ""}`,
    operation.description,
    parameters.length > 0 &&
      table(
        ["Parameter", "In", "Type", "Description"],
        parameters.map(({ name, in: where, required, schema, description }) => [
          `\`${name}\`${required ? " (required)" : ""}`,
          where,
          typeOf(deref(schema ?? {}), deref),
          description ?? "",
        ]),
      ),
    body?.schema && fieldTable(deref(body.schema), deref),
    requestExample(document, operation, parameters, bodyType, body),
    ...Object.entries(operation.responses).map(([status, response]) => renderAnswer(status, deref(response))),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function fieldTable(schema, deref) {
  const rows = fieldsOf({ schema, deref, prefix: "", depth: 1 });
  return rows.length > 0 && table(["Body field", "Type", "Description"], rows);
}

function fieldsOf({ schema, deref, prefix, depth }) {
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const field = plain(deref(value), deref);
    const inner = field.type === "array" ? plain(deref(field.items ?? {}), deref) : field;
    const path = `${prefix}${name}`;
    const nested =
      depth < DEPTH_MAX && inner.properties
        ? fieldsOf({ schema: inner, deref, prefix: `${path}${field.type === "array" ? "[]" : ""}.`, depth: depth + 1 })
        : [];
    const isRequired = schema.required?.includes(name);
    const description = value.description ?? field.description ?? "";
    return [[`\`${path}\`${isRequired ? " (required)" : ""}`, typeOf(deref(value), deref), description], ...nested];
  });
}

/** The schema without the null that it may be instead. */
function plain(schema, deref) {
  const others = (schema.anyOf ?? []).map(deref).filter(({ type }) => type !== "null");
  return others.length === 1 ? { ...others[0], description: schema.description ?? others[0].description } : schema;
}

function typeOf(schema, deref) {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const types = [...new Set(alternatives.map((each) => typeOf(deref(each), deref)))];
    return types.length > 4 ? "one of several objects" : types.join(" or ");
  }
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.type === "array") return `array of ${typeOf(deref(schema.items ?? {}), deref)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
  const bounds = [
    schema.format,
    schema.maxLength && `up to ${schema.maxLength} characters`,
    schema.minimum !== undefined && `at least ${schema.minimum}`,
    schema.maximum !== undefined && `at most ${schema.maximum}`,
  ].filter(Boolean);
  return bounds.length > 0 ? `${type} (${bounds.join(", ")})` : type;
}

function requestExample(document, operation, parameters, bodyType, body) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name) => exampleOf(parameters, name));
  const lines = [
    `curl -sS${operation.method === "get" ? "" : ` -X ${operation.method.toUpperCase()}`} "$SKUCAST_URL${document.servers[0].url}${path}"`,
    `-H "Authorization: Bearer $SKUCAST_API_KEY"`,
  ];
  if (bodyType !== undefined) {
    lines.push(`-H "Content-Type: ${bodyType}"`);
    if (body.example !== undefined && bodyType.endsWith("json")) {
      lines.push(`-d '${JSON.stringify(body.example).replaceAll("'", "'\\''")}'`);
    } else {
      lines.push(bodyType.endsWith("json") ? "-d @body.json" : "-T file");
    }
  }
  return fenced("sh", lines.join(" \\\n  "));
}

function exampleOf(parameters, name) {
  const schema = parameters.find((parameter) => parameter.name === name)?.schema;
  return schema?.examples?.[0] ?? (name === "sku" ? "TEE-RED-M" : `$${name.toUpperCase()}`);
}

function renderAnswer(status, { description, content = {} }) {
  const [type, body] = Object.entries(content)[0] ?? [];
  const line = `**${status}** ${description}`;
  // All errors have the same form: their codes are enough.
  if (Number(status) >= 400 || body?.example === undefined || !type.endsWith("json")) return line;
  return `${line}\n\n${fenced("json", JSON.stringify(body.example, null, 2))}`;
}

function dereference(document, value) {
  if (value.$ref === undefined) return value;
  const found = value.$ref
    .slice(2)
    .split("/")
    .reduce((parent, key) => parent[key], document);
  const { $ref: _ref, ...own } = value;
  return { ...dereference(document, found), ...own };
}

const fenced = (language, code) => `\`\`\`${language}\n${code}\n\`\`\``;
const escapeCell = (value) => value.replaceAll("|", "\\|").replaceAll(/\s*\n+\s*/g, " ");

function table(head, rows) {
  const line = (cells) => `| ${cells.map(escapeCell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
