import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages } from "./debian.mjs";

const PYTHON_MODULES = "/usr/lib/python3/dist-packages";
const LIBRARY_FOLDERS = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"];
const POLICY = "/usr/sbin/policy-rc.d";

/** Debian packages, each with a check whether it is installed. */
const PACKAGES = {
  "openssh-server": () => existsSync("/usr/sbin/sshd"),
  "openssh-client": () => isOnPath("sftp") && isOnPath("ssh-keygen"),
  "openssh-sftp-server": () => existsSync("/usr/lib/openssh/sftp-server"),
  "proftpd-core": () => existsSync("/usr/sbin/proftpd"),
  "proftpd-mod-crypto": () => existsSync("/usr/lib/proftpd/mod_sftp.so"),
  "dropbear-bin": () => existsSync("/usr/sbin/dropbear") && isOnPath("dropbearconvert"),
  "libnss-wrapper": () => LIBRARY_FOLDERS.some((folder) => existsSync(join(folder, "libnss_wrapper.so"))),
  python3: () => existsSync("/usr/bin/python3"),
  "python3-asyncssh": () => existsSync(join(PYTHON_MODULES, "asyncssh")),
  "python3-paramiko": () => existsSync(join(PYTHON_MODULES, "paramiko")),
  rclone: () => existsSync("/usr/bin/rclone"),
  lftp: () => isOnPath("lftp"),
  sshpass: () => isOnPath("sshpass"),
  wget: () => isOnPath("wget"),
  curl: () => isOnPath("curl"),
  sqlite3: () => isOnPath("sqlite3"),
  postgresql: () => existsSync("/usr/lib/postgresql"),
  pgbouncer: () => existsSync("/usr/sbin/pgbouncer"),
  prometheus: () => isOnPath("promtool"),
  // Languages of webhook receivers.
  "php-fpm": () => readdirSync("/usr/sbin").some((name) => name.startsWith("php-fpm")),
  "php-cli": () => isOnPath("php"),
  "libfcgi-bin": () => isOnPath("cgi-fcgi"),
  ruby: () => isOnPath("ruby"),
};

/**
 * Installs what is missing of the SFTP servers and clients that partners use, PgBouncer, promtool and the languages of
 * webhook receivers. Throws a message with the missing Debian packages if it cannot install them.
 */
export async function providePartnerServers() {
  const missing = missingPackages();
  if (missing.length === 0) return;
  await withoutServices(() => installDebianPackages(...missing));
  const stillMissing = missingPackages();
  if (stillMissing.length === 0) return;
  throw new Error(
    "The tests use the SFTP servers and clients of partners, PgBouncer, promtool, PHP and Ruby. Install what is missing:\n" +
      `  sudo apt-get install --no-install-recommends ${stillMissing.join(" ")}\n` +
      "(No server needs to run: tests start their own. On Debian, `sudo systemctl disable --now proftpd` stops the one that\n" +
      "the package starts.)",
  );
}

function missingPackages() {
  return Object.entries(PACKAGES)
    .filter(([, isInstalled]) => !isInstalled())
    .map(([name]) => name);
}

/**
 * Debian's server packages start the servers after the installation, unless a policy script forbids it (invoke-rc.d(8),
 * exit code 101). If the machine has such a script, it is left as it is.
 * @param {() => Promise<unknown>} install
 */
async function withoutServices(install) {
  const isOurs = process.getuid?.() === 0 && !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  const remove = () => {
    if (isOurs) rmSync(POLICY, { force: true });
  };
  process.once("exit", remove);
  try {
    await install();
  } finally {
    process.off("exit", remove);
    remove();
  }
}

function isOnPath(/** @type {string} */ program) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}
