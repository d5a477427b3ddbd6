import { built } from "./built.mjs";
import { code, GENERATED, jsonBlock, table } from "./markdown.mjs";

/** The catalogue of event types, as GET /event-types answers it. */
export async function renderEvents() {
  const { listEventTypes } = await built("packages/catalog", "events/list-event-types");
  const types = listEventTypes();
  const rows = types.map(({ type, kind, summary }) => [`[${code(type)}](#${anchor(type)})`, kind, summary]);
  return `${GENERATED}
# Events

An event is written in the same transaction as the change it reports: no change, no event. It is listed by \`GET /events\` and
is, byte for byte, the body of its webhooks at every try. How to receive them: [receive-webhooks](../how-to/receive-webhooks.md).

${jsonBlock(ENVELOPE)}

\`kind\` says how to treat an event. \`state\`: \`data.object\` is the state after the change, and a later event of the same
object supersedes it; drop it when you have applied a higher \`sequence\` for the same \`data.object.id\`. \`fact\`: something
that happened once; each one counts, so never drop one by its \`sequence\`. Every \`data.object\` has an \`id\`.
\`data.previous\` holds the former values of the fields that changed, null where there was none. Objects may gain fields.
\`data.changed_by\` says who made the change: \`{"type":"api_key","id":"key_…"}\`, a person (\`user\`), an app for a person (\`oauth\`, with \`grant_id\`) or
an import. Events of runs and deliveries have none.

\`data\` holds at most 100 kB. Of an event that would be larger the largest fields are left out of \`object\` and \`previous\`;
\`data.omitted\` names them, and \`data.url\` is the path at which the whole object is read, null for one that was deleted.

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

/** The first type whose data has the same schema: it is printed there. */
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
