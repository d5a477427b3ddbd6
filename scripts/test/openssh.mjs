import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages } from "./debian.mjs";

/** Makes sure of OpenSSH's server and client programs, and throws what to install when it cannot. */
export async function provideOpenssh() {
  if (isInstalled()) return;
  await installDebianPackages("openssh-server", "openssh-client");
  if (isInstalled()) return;
  throw new Error(
    "The tests need OpenSSH's server and client (/usr/sbin/sshd, sftp, ssh-keygen). Install them:\n" +
      "  sudo apt-get install openssh-server openssh-client\n(The server need not run: tests start their own.)",
  );
}

function isInstalled() {
  return existsSync("/usr/sbin/sshd") && isOnPath("sftp") && isOnPath("ssh-keygen");
}

function isOnPath(program) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}
