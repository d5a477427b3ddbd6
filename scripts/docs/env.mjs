import { built } from "./built.mjs";
import { code, GENERATED, table } from "./markdown.mjs";

const APPS = [
  "catalog-api",
  "webhook-dispatcher",
  "sftp-exporter",
  "feed-server",
  "importer",
  "auth-server",
  "mcp-gateway",
];

/** Every setting of every app, from the schemas that read them. */
export async function renderEnv() {
  const { describeConfig } = await built("packages/service-kit", "config");
  const common = describeConfig((await built("packages/app-kit", "settings")).commonSchema);
  const apps = await Promise.all(APPS.map(async (name) => ({ name, rows: describeConfig(await schemaOf(name)) })));
  const standalone = describeConfig(await schemaOf("standalone"));
  const sections = apps
    .map(({ name, rows }) => ({ name, own: differing(rows, common) }))
    .map(
      ({ name, own }) =>
        `## ${name}\n\n${own.length > 0 ? settingsTable(own) : "None in addition to those of every app."}`,
    );
  return `${GENERATED}
# Settings

Settings are environment variables. An app reads them once, when it starts, in its \`config.ts\`. If some are not valid, it
reports all of them, without their values, and exits with 1. An empty variable counts as unset. Secrets are never logged.
Each of them can be in a file instead, as Docker and Kubernetes mount them: \`DATABASE_URL_FILE=/run/secrets/database-url\` has its
path, in place of \`DATABASE_URL\`. One line end after the secret is ignored. The file is read when the app starts.
Durations have a unit: \`500ms\`, \`30s\`, \`5m\`, \`2h\`, \`1d\`.

## Every app

${settingsTable(common)}

${sections.join("\n\n")}

## npm start (standalone)

All apps in one process. It reads every setting above, and these differently: it provides PostgreSQL, keys and folders
itself if they are not set.

${settingsTable(differing(standalone, common))}
`;
}

async function schemaOf(app) {
  const name = `${app.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}Settings`;
  return (await built(`apps/${app}`, "config"))[name];
}

/** Settings that are not among `known`, or have another description there. */
function differing(rows, known) {
  const texts = new Set(known.map((row) => JSON.stringify(row)));
  return rows.filter((row) => !texts.has(JSON.stringify(row)));
}

function settingsTable(rows) {
  return table(
    ["Name", "Default", "Meaning"],
    rows.map(({ name, description, default: fallback, required, secret }) => [
      code(name),
      required ? "required" : fallback ? code(fallback) : "",
      `${description}${secret ? " (secret)" : ""}`,
    ]),
  );
}
