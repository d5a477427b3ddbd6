import { built } from "./built.mjs";
import { code, GENERATED, jsonBlock, table } from "./markdown.mjs";

/** The catalog of event types, as in GET /event-types. */
export async function renderEvents() {
  const { listEventTypes } = await built("packages/catalog", "events/list-event-types");
  const types = listEventTypes();
  const rows = types.map(({ type, kind, summary }) => [`[${code(type)}](#${anchor(type)})`, kind, summary]);
  return `${GENERATED}
# Events

An event is written in the same transaction as the change that it reports. \`GET /events\` lists it, and every attempt to
deliver it sends the same body, byte for byte. How to receive events: [receive-webhooks](../how-to/receive-webhooks.md).

${jsonBlock(ENVELOPE)}

\`kind\` says how to treat an event. For a \`state\`, \`data.object\` is the state after the change, and a later event of the
same object supersedes it: ignore it if you have applied a higher \`sequence\` for the same \`data.object.id\`. A \`fact\`
happened once: process each one, and never skip one because of its \`sequence\`. Every \`data.object\` has an \`id\`.
\`data.previous\` holds the previous values of the fields that changed, null if there was none. Objects may gain fields.
\`data.changed_by\` says who made the change: \`{"type":"api_key","id":"key_…"}\`, a user (\`user\`), an app for a user (\`oauth\`, with \`grant_id\`) or
an import. Events that no request caused, such as those of runs, deliveries and ended imports, do not have it.

\`data\` holds at most 100 kB. If an event would be larger, the largest fields of \`object\` and \`previous\` are left out:
\`data.omitted\` names them, and \`data.url\` is the path of the whole object, or null if the object was deleted.

${table(["Type", "Kind", "When"], rows)}

${types.map((event) => section(event, schemaHome(types, event))).join("\n\n")}
`;
}

const ENVELOPE = {
  id: "evt_01jd0000000000000000000000",
  type: "product.updated",
  kind: "state",
  timestamp: "2026-11-21T09:00:00.000Z",
  workspace_id: "ws_01jd0000000000000000000000",
  sequence: 2,
  data: { object: { id: "prod_01jd0000000000000000000000" }, previous: {} },
};

const anchor = (type) => type.replaceAll(".", "");

/** The first type whose data has the same schema; the schema is printed there. */
function schemaHome(types, { schema }) {
  const text = JSON.stringify(schema);
  return types.find((other) => JSON.stringify(other.schema) === text).type;
}

function section({ type, summary, schema, example }, home) {
  return `## ${type}

${summary}

Example of \`data\`:

${jsonBlock(example)}

${home === type ? schemaBlock(schema) : `The schema of \`data\` is that of [${code(home)}](#${anchor(home)}).`}`;
}

function schemaBlock({ $schema: _dialect, ...schema }) {
  return `<details><summary>JSON Schema of <code>data</code></summary>\n\n${jsonBlock(schema)}\n\n</details>`;
}
