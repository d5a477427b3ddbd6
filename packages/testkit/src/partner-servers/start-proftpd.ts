import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { createPartnerServer } from "./create-partner-server.js";
import { PASSWORD_HASH, type PartnerServer, USERNAME } from "./partner-server.js";
import { runServer } from "./run-server.js";
import { createServerFiles, requireProgram, type ServerFiles } from "./ssh-keys.js";

const PROFTPD = "/usr/sbin/proftpd";
const IS_ROOT = process.getuid?.() === 0;

/**
 * Starts ProFTPD with mod_sftp and one virtual user, who may log in with password or key. With root, sessions are confined
 * to the folder, which is `/` for clients. Without root ProFTPD cannot use chroot, and the folder has its real path.
 */
export async function startProftpd(): Promise<PartnerServer> {
  requireProgram(PROFTPD, "proftpd-core proftpd-mod-crypto");
  const files = createServerFiles("proftpd");
  const config = join(files.home, "proftpd.conf");
  const server = await runServer({
    name: "ProFTPD",
    command: PROFTPD,
    args: (port) => {
      writeFileSync(config, configuration(files, port));
      return ["--nodaemon", "--config", config];
    },
    listening: /standalone mode STARTUP/,
    home: files.home,
  });
  return createPartnerServer(server, files, IS_ROOT ? "/" : files.folder);
}

function configuration({ home, folder, hostKeyFiles, authorizedKeysFile }: ServerFiles, port: number): string {
  const { uid, gid, username } = userInfo();
  const passwords = join(home, "passwd");
  writeFileSync(passwords, `${USERNAME}:${PASSWORD_HASH}:${uid}:${gid}:partner:${folder}:/bin/sh\n`);
  chmodSync(passwords, 0o600); // ProFTPD refuses a file that other users can read
  const groups = join(home, "group");
  writeFileSync(groups, `${USERNAME}:x:${gid}:\n`);
  chmodSync(groups, 0o600);
  const keys = join(home, "authorized_keys.rfc4716"); // the only format that mod_sftp reads
  writeFileSync(keys, execFileSync("ssh-keygen", ["-e", "-f", authorizedKeysFile], { timeout: 30_000 }));
  const lines = [
    "LoadModule mod_sftp.c",
    "ServerType standalone",
    "ServerName partner",
    "DefaultAddress 127.0.0.1",
    "UseIPv6 off",
    `Port ${port}`,
    `User ${username}`,
    `Group ${execFileSync("id", ["-gn"], { encoding: "utf8", timeout: 10_000 }).trim()}`,
    ...(IS_ROOT ? ["RootLogin on", "DefaultRoot ~"] : []),
    "ControlsEngine off",
    `ControlsSocket ${join(home, "controls")}`,
    "Umask 022",
    `AuthUserFile ${passwords}`,
    `AuthGroupFile ${groups}`,
    "AuthOrder mod_auth_file.c",
    "RequireValidShell off",
    `PidFile ${join(home, "proftpd.pid")}`,
    `ScoreboardFile ${join(home, "scoreboard")}`,
    `DelayTable ${join(home, "delay")}`,
    "DelayEngine off",
    "WtmpLog off",
    "TransferLog none",
    "UseReverseDNS off",
    "AllowOverwrite on", // allows replacing existing files; off by default
    "SFTPEngine on",
    ...hostKeyFiles.map((file) => `SFTPHostKey ${file}`),
    "SFTPAuthMethods publickey password",
    `SFTPAuthorizedUserKeys file:${keys}`,
  ];
  return `${lines.join("\n")}\n`;
}
