import { ROOT } from "../prepare.mjs";
import { run, runStep } from "../run-step.mjs";

const TIMEOUT_MS = 600_000;

/**
 * Publishes what was built: the client to the npm registry, the images to theirs, and the tag of the version to the Git
 * remote. It publishes nothing if a login is missing or the work tree has changes.
 * @param {{ version: string, client: string, chart: string | undefined, images: string[] }} artifacts
 */
export async function publish({ version, client, chart, images }) {
  await check(
    "git",
    ["diff", "--quiet", "HEAD"],
    "Commit or undo your changes first: the tag has to name what was built.",
  );
  await check("npm", ["whoami"], "Log in at the npm registry first (npm login, or NPM_TOKEN in .npmrc).");
  if (images.length > 0 && !process.env.SKUCAST_IMAGES) {
    throw new Error(
      "Set SKUCAST_IMAGES to the registry and folder of the images, such as ghcr.io/skucast, and log in there.",
    );
  }
  await step(`Publish ${client}`, "npm", ["publish", client, "--access", "public"]);
  for (const image of images) await step(`Push ${image}`, "docker", ["push", image]);
  await step(`Tag v${version}`, "git", ["tag", "--annotate", `v${version}`, "--message", `Skucast ${version}`]);
  await step("Push the tag", "git", ["push", "origin", `v${version}`]);
  if (chart !== undefined) console.log(`\nAttach the chart to the release: ${chart}`);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} advice
 */
async function check(command, args, advice) {
  const { reason } = await run({ command, args, cwd: ROOT, timeoutMs: TIMEOUT_MS });
  if (reason !== undefined) throw new Error(`Nothing was published. ${advice}`);
}

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 */
function step(name, command, args) {
  return runStep({
    name,
    command,
    args,
    cwd: ROOT,
    hint: "What was published before stays published.",
    timeoutMs: TIMEOUT_MS,
  });
}
