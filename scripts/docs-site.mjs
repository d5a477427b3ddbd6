// npm run docs:site: checks the links of the documentation and builds it into apps/docs-site/dist, which the deployment
// serves at /docs. With --check-links it only checks.
import "./require-node.mjs";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { brokenLinks } from "./docs-site/markdown-links.mjs";
import { stagePages } from "./docs-site/stage-pages.mjs";
import { install, NODE, ROOT } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";

const SITE = join(ROOT, "apps/docs-site");
const TIMEOUT_MS = 1_200_000;

try {
  const broken = brokenLinks();
  if (broken.length > 0) throw new Error(broken.join("\n"));
  if (!process.argv.includes("--check-links")) await buildSite();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function buildSite() {
  await install();
  rmSync(join(SITE, "pages"), { recursive: true, force: true });
  stagePages(join(SITE, "pages"));
  await runStep({
    name: "Build the documentation site",
    command: NODE,
    args: [join(SITE, "node_modules/vitepress/bin/vitepress.js"), "build", "."],
    cwd: SITE,
    timeoutMs: TIMEOUT_MS,
    hint: "Does a page contain what VitePress cannot read?",
  });
}
