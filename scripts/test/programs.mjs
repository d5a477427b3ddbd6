import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages } from "./debian.mjs";

/** What the tests run beside their own servers, as partners do, and the Debian package of each. */
const PROGRAMS = [
  { name: "/usr/sbin/sshd", debianPackage: "openssh-server" },
  ...["sftp", "scp", "ssh", "ssh-keygen"].map((name) => ({ name, debianPackage: "openssh-client" })),
  ...["sshpass", "curl", "wget", "lftp", "rclone", "sqlite3"].map((name) => ({ name, debianPackage: name })),
  { name: "python3", debianPackage: "python3" },
];

/** Modules of Debian's own interpreter, whichever other comes first in PATH. */
const PYTHON = "/usr/bin/python3";
const PYTHON_MODULES = ["paramiko", "asyncssh"];

/** Makes sure of the programs that the tests run, and throws what to install when it cannot. */
export async function providePrograms() {
  const missing = findMissing();
  if (missing.length === 0) return;
  await installDebianPackages(...missing);
  const stillMissing = findMissing();
  if (stillMissing.length === 0) return;
  throw new Error(
    "The tests run servers and clients that partners use. Install what is missing:\n" +
      `  sudo apt-get install ${stillMissing.join(" ")}\n(No service need run: tests start their own.)`,
  );
}

/** The packages of what is missing. */
function findMissing() {
  const packages = PROGRAMS.filter(({ name }) => !isOnPath(name)).map(({ debianPackage }) => debianPackage);
  const modules = PYTHON_MODULES.filter((name) => !isModule(name)).map((name) => `python3-${name}`);
  return [...new Set([...packages, ...modules])];
}

function isOnPath(program) {
  if (program.startsWith("/")) return existsSync(program);
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function isModule(name) {
  try {
    execFileSync(PYTHON, ["-c", `import ${name}`], { stdio: "ignore", timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}
