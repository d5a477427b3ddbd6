import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { createPartnerServer } from "./create-partner-server.js";
import { PASSWORD_HASH, type PartnerServer, USERNAME } from "./partner-server.js";
import { runServer } from "./run-server.js";
import { createServerFiles, requireProgram, type ServerFiles } from "./ssh-keys.js";

const DROPBEAR = "/usr/sbin/dropbear";
const SFTP_SERVER = "/usr/lib/openssh/sftp-server";
const NSS_WRAPPER = "libnss_wrapper.so";

/**
 * Starts dropbear with OpenSSH's sftp-server. Its user, who may log in with password or key, exists only for this process:
 * nss_wrapper gives dropbear a user database with one entry, which has the id of the current user.
 */
export async function startDropbear(): Promise<PartnerServer> {
  requireProgram(DROPBEAR, "dropbear-bin");
  requireProgram(SFTP_SERVER, "openssh-sftp-server");
  requireNssWrapper();
  const files = createServerFiles("dropbear");
  const hostKeyFiles = files.hostKeyFiles.map(convertKey);
  const { passwords, groups } = createUser(files);
  const server = await runServer({
    name: "dropbear",
    command: DROPBEAR,
    args: (port) => [
      "-F",
      "-E",
      "-p",
      `127.0.0.1:${port}`,
      "-P",
      join(files.home, "dropbear.pid"),
      ...hostKeyFiles.flatMap((file) => ["-r", file]),
      "-c",
      `${SFTP_SERVER} -d ${files.folder}`, // for every session
    ],
    env: { LD_PRELOAD: NSS_WRAPPER, NSS_WRAPPER_PASSWD: passwords, NSS_WRAPPER_GROUP: groups },
    listening: /Not backgrounding/,
    home: files.home,
  });
  return createPartnerServer(server, files, files.folder);
}

/** Without this check, a missing library is only a warning in the log, and logins fail because the user does not exist. */
function requireNssWrapper(): void {
  const folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"];
  if (folders.some((folder) => existsSync(join(folder, NSS_WRAPPER)))) return;
  throw new Error(`${NSS_WRAPPER} is missing: apt-get install libnss-wrapper`);
}

/** Dropbear reads private keys only in its own format. */
function convertKey(file: string): string {
  const converted = `${file}.dropbear`;
  execFileSync("dropbearconvert", ["openssh", "dropbear", file, converted], { stdio: "ignore", timeout: 30_000 });
  return converted;
}

/** Dropbear reads authorized keys only from `.ssh` in the user's home folder. */
function createUser({ home, authorizedKeysFile }: ServerFiles): { passwords: string; groups: string } {
  const { uid, gid } = userInfo();
  const passwords = join(home, "passwd");
  writeFileSync(passwords, `${USERNAME}:${PASSWORD_HASH}:${uid}:${gid}:partner:${home}:/bin/sh\n`);
  const groups = join(home, "group");
  writeFileSync(groups, `${USERNAME}:x:${gid}:\n`);
  mkdirSync(join(home, ".ssh"), { mode: 0o700 });
  copyFileSync(authorizedKeysFile, join(home, ".ssh", "authorized_keys"));
  return { passwords, groups };
}
