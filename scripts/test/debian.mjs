import { existsSync } from "node:fs";
import { run, showProgress } from "../run-step.mjs";

/** Installs Debian packages if that is possible without a password: as root, with apt. Returns whether it did. */
export async function installDebianPackages(/** @type {string[]} */ ...packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  const progress = showProgress(`Install ${packages.join(", ")} (apt-get)`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (/** @type {string[]} */ ...args) =>
    run({
      command: "apt-get",
      args: ["-q", "-o", "DPkg::Lock::Timeout=300", ...args],
      cwd: "/",
      env,
      timeoutMs: 1_800_000,
    });
  const install = () => apt("install", "-y", "--no-install-recommends", ...packages);
  let result = await install();
  if (result.reason !== undefined) {
    await apt("update"); // a fresh machine may have no package lists yet
    result = await install();
  }
  progress.end(result.reason === undefined);
  return result.reason === undefined;
}
