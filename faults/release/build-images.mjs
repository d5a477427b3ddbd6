// Images of two versions of the repository, each built from what is committed, with the Dockerfile of its version.
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createNodeImage, hasImage } from "@skucast/testkit/images/create-node-image";
import { openImage } from "@skucast/testkit/images/start-in-image";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** What the Dockerfile is and copies. */
const CONTEXT = [
  "apps",
  "infra/Dockerfile",
  "infra/Dockerfile.dockerignore",
  "package.json",
  "packages",
  "patches",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "tsconfig.base.json",
  "turbo.json",
];
const MIGRATIONS = "packages/db/prisma/migrations";

const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

/**
 * The version to upgrade from: the newest release tag before the version, or without one the newest commit that lacks a
 * migration of the version and whose migrations have all been kept since. While a batch of changes is written, migrations
 * may still be edited.
 */
export function previousVersion(version) {
  const [tag] = git("tag", "--list", "v*", "--merged", `${version}~1`, "--sort=-version:refname").split("\n");
  if (tag) return tag;
  const changes = git("log", "--first-parent", "--format=%P", version, "--", MIGRATIONS).split("\n");
  const parents = changes.map((line) => line.split(" ")[0]).filter(Boolean);
  const kept = parents.find((parent) => {
    const changed = (filter) =>
      git("diff", "--name-only", "--no-renames", `--diff-filter=${filter}`, parent, version, "--", MIGRATIONS) !== "";
    return changed("A") && !changed("DM");
  });
  if (kept === undefined)
    throw new Error("No former version was found: fetch the whole history, or name one with --from.");
  return kept;
}

/** The short id of a commit. Throws if there is no such version. */
export const commitOf = (version) => git("rev-parse", "--short", `${version}^{commit}`);

/** Builds the image of a version, unless the store has it. It contains all apps and the command line. */
export async function buildImage(buildah, version) {
  const name = `localhost/skucast-release/${hash("sha256", git("ls-tree", version, "--", ...CONTEXT)).slice(0, 16)}`;
  if (!(await hasImage(buildah, name))) {
    const base = await createNodeImage(buildah);
    const folder = mkdtempSync(join(tmpdir(), "skucast-context-"));
    try {
      extract(version, folder);
      const settings = ["--format", "docker", "--pull=false", "--layers=false"];
      const args = ["--build-arg", `NODE_IMAGE=${base}`, "--build-arg", "APP=standalone"];
      const dockerfile = ["--file", `${folder}/infra/Dockerfile`];
      const ignored = ["--ignorefile", `${folder}/infra/Dockerfile.dockerignore`];
      await buildah.run("build", ...settings, ...args, ...dockerfile, ...ignored, "--tag", name, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return openImage(buildah, name);
}

function extract(version, folder) {
  const archive = join(folder, "archive.tar");
  execFileSync("git", ["archive", "--format=tar", `--output=${archive}`, version], { cwd: ROOT });
  execFileSync("tar", ["--extract", "--file", archive, "--directory", folder]);
  rmSync(archive);
}
