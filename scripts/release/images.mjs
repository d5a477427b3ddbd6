import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../prepare.mjs";
import { run, runStep } from "../run-step.mjs";

const TIMEOUT_MS = 1_800_000;
const NAMES = process.env.SKUCAST_IMAGES ?? "skucast";

/**
 * Builds one image for each app with Docker, or with buildah (as root on Debian) builds it and starts every app in it,
 * which is the test of the image. Without either it says so.
 * @param {string} version
 * @returns {Promise<string[]>} the names of images that can be pushed
 */
export async function buildImages(version) {
  if (await works("docker", "info")) return buildWithDocker(version);
  if (await works("buildah", "--version")) {
    await runStep({
      name: "Build the image and start every app in it",
      command: "npm",
      args: ["run", "test:image"],
      cwd: ROOT,
      hint: "It needs root on Debian, and mmdebstrap.",
      timeoutMs: TIMEOUT_MS,
    });
    return [];
  }
  console.log("- Images: skipped, because neither a Docker daemon nor buildah is there");
  return [];
}

/** @param {string} version */
async function buildWithDocker(version) {
  const apps = readdirSync(join(ROOT, "apps")).filter(
    (app) => app !== "dashboard" && existsSync(join(ROOT, "apps", app, "package.json")),
  );
  /** @type {string[]} */
  const images = [];
  for (const app of apps) {
    const image = `${NAMES}/${app}:${version}`;
    await runStep({
      name: `Build ${image}`,
      command: "docker",
      args: ["build", "--file", "infra/Dockerfile", "--build-arg", `APP=${app}`, "--tag", image, "."],
      cwd: ROOT,
      hint: "The build fetches node:24-slim and the dependencies.",
      timeoutMs: TIMEOUT_MS,
    });
    images.push(image);
  }
  return images;
}

/**
 * @param {string} command
 * @param {string} argument
 */
async function works(command, argument) {
  const { reason } = await run({ command, args: [argument], cwd: ROOT, timeoutMs: 30_000 });
  return reason === undefined;
}
