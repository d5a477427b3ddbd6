// npm run version: turns the changesets into the next version. All packages get the same one; the texts of the changesets
// become a section of CHANGELOG.md, and the files of the changesets are deleted.
import "./require-node.mjs";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./prepare.mjs";
import { VERSIONED_FILES, versionOf, withVersion } from "./release/versions.mjs";

const FOLDER = join(ROOT, ".changeset");
const CHANGELOG = join(ROOT, "CHANGELOG.md");

const texts = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .map((name) => summaryOf(readFileSync(join(FOLDER, name), "utf8")));
if (texts.length === 0) {
  console.error("There is no changeset. Add one with npm run changeset.");
  process.exit(1);
}

execFileSync("npx", ["--no-install", "changeset", "version"], { cwd: ROOT, stdio: "inherit" });
const version = versionOf("packages/client/package.json");
for (const file of VERSIONED_FILES) {
  const path = join(ROOT, file);
  writeFileSync(path, withVersion(file, readFileSync(path, "utf8"), version));
}
writeFileSync(CHANGELOG, withSection(readFileSync(CHANGELOG, "utf8")));
console.log(`\nVersion ${version}. Read CHANGELOG.md, run npm run release, then commit.`);

/**
 * What a changeset says, without the packages in its head.
 * @param {string} changeset
 */
function summaryOf(changeset) {
  return changeset.replace(/^---\n[\s\S]*?\n---\n/, "").trim();
}

/**
 * Adds the section of the new version above the sections of earlier ones.
 * @param {string} changelog
 */
function withSection(changelog) {
  const date = new Date().toISOString().slice(0, 10);
  const items = texts.map((text) => `- ${text.replaceAll("\n", "\n  ")}`);
  const section = `## ${version} (${date})\n\n${items.join("\n")}\n\n`;
  const at = changelog.search(/^## /m);
  return at === -1 ? `${changelog}\n${section}` : changelog.slice(0, at) + section + changelog.slice(at);
}
