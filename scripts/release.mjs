// npm run release: builds and checks whatever a release publishes, into the folder dist. With --publish it publishes what
// it has built, which needs credentials: a login at the npm registry, and one at the image registry of SKUCAST_IMAGES.
import "./require-node.mjs";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, install, ROOT } from "./prepare.mjs";
import { packChart } from "./release/chart.mjs";
import { packClient } from "./release/client.mjs";
import { checkCommandLine } from "./release/command-line.mjs";
import { buildImages } from "./release/images.mjs";
import { publish } from "./release/publish.mjs";
import { versionFiles, versionOf } from "./release/versions.mjs";

const OUT = join(ROOT, "dist");
const isPublishing = process.argv.slice(2).includes("--publish");

if (process.argv.length > (isPublishing ? 3 : 2)) {
  console.error("Usage: npm run release [-- --publish]");
  process.exit(2);
}

try {
  const version = checkVersions();
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT);
  await install();
  await build();
  const client = await packClient(OUT);
  await checkCommandLine();
  const chart = await packChart(OUT);
  const images = await buildImages(version);
  const artifacts = { version, client, chart, images };
  if (isPublishing) await publish(artifacts);
  else console.log(`\nVersion ${version} is built and checked. npm run release -- --publish publishes it.`);
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}

/**
 * Every file names the same version, and the changelog has a section for it.
 * @returns {string}
 */
function checkVersions() {
  const version = versionOf("package.json");
  const others = versionFiles().filter((file) => versionOf(file) !== version);
  if (others.length > 0) throw new Error(`These files do not have the version ${version}: ${others.join(", ")}`);
  const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  if (!changelog.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has no section "## ${version} (date)".`);
  if (isPublishing && changelog.includes(`\n## ${version} (unreleased)`)) {
    throw new Error(`Nothing was published. Write the date of ${version} into CHANGELOG.md first.`);
  }
  return version;
}
