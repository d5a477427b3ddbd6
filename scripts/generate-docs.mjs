// npm run docs: writes docs/reference from the code. With --check it writes nothing and fails for each file that differs.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderApiChangelog } from "./docs/api-changelog.mjs";
import { renderAuditActions } from "./docs/audit-actions.mjs";
import { renderChannels } from "./docs/channels.mjs";
import { renderEnv } from "./docs/env.mjs";
import { renderErrors } from "./docs/errors.mjs";
import { renderEvents } from "./docs/events.mjs";
import { renderLimits } from "./docs/limits.mjs";
import { renderMcp } from "./docs/mcp.mjs";
import { renderMetrics } from "./docs/metrics.mjs";
import { renderOpenApiFile } from "./docs/openapi.mjs";
import { renderPostman } from "./docs/postman.mjs";
import { build, install, ROOT } from "./prepare.mjs";

const FILES = {
  "openapi.json": renderOpenApiFile,
  "api-changelog.md": renderApiChangelog,
  "postman-collection.json": renderPostman,
  "audit-actions.md": renderAuditActions,
  "errors.md": renderErrors,
  "events.md": renderEvents,
  "env.md": renderEnv,
  "limits.md": renderLimits,
  "mcp.md": renderMcp,
  "metrics.md": renderMetrics,
};

const isCheck = process.argv.includes("--check");

try {
  await install();
  await build();
  for (const [name, render] of Object.entries(FILES)) settle(name, await render());
  for (const [name, page] of Object.entries(await renderChannels())) settle(name, page);
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}

function settle(name, wanted) {
  const path = join(ROOT, "docs/reference", name);
  if (existsSync(path) && readFileSync(path, "utf8") === wanted) return;
  if (isCheck) {
    console.error(`docs/reference/${name} differs from the code; run \`npm run docs\` and commit it.`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, wanted);
    console.log(`wrote docs/reference/${name}`);
  }
}
