import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { createCertificate } from "../create-certificate.js";
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

/** Settings of an FTPS server that differ from host to host. */
export interface FtpsSettings {
  /** Whether a file may be replaced. ProFTPD's own default is off. */
  readonly overwrites?: boolean;
  /** Whether EPSV is refused and PASV names an address of another network, as behind a router. */
  readonly isBehindRouter?: boolean;
  /** Commands that are refused. */
  readonly refused?: readonly string[];
}

export type FtpsServer = PartnerServer & {
  /** The certificate that clients must trust, for the name localhost. */
  readonly ca: string;
};

/** Starts ProFTPD with mod_tls, which requires TLS on both connections and the control connection's TLS session on the other. */
export async function startFtpsServer(settings: FtpsSettings = {}): Promise<FtpsServer> {
  requireProgram(PROFTPD, "proftpd-core proftpd-mod-crypto");
  const files = createServerFiles("ftps");
  const { key, cert } = createCertificate(["localhost"]);
  const config = join(files.home, "proftpd.conf");
  const keyFile = join(files.home, "tls.key");
  const certFile = join(files.home, "tls.crt");
  writeFileSync(keyFile, key, { mode: 0o600 });
  writeFileSync(certFile, cert);
  const { overwrites = true, isBehindRouter = false, refused = [] } = settings;
  const server = await runServer({
    name: "ProFTPD with TLS",
    command: PROFTPD,
    args: (port) => {
      const lines = [
        "LoadModule mod_tls.c",
        ...commonLines(files, port),
        `AllowOverwrite ${overwrites ? "on" : "off"}`,
        "AllowStoreRestart on",
        "TLSEngine on",
        "TLSRequired on",
        `TLSLog ${join(files.home, "tls.log")}`,
        `TLSECCertificateFile ${certFile}`,
        `TLSECCertificateKeyFile ${keyFile}`,
        "TLSVerifyClient off",
        ...(isBehindRouter ? ["MasqueradeAddress 10.1.2.3"] : []),
        ...[...refused, ...(isBehindRouter ? ["EPSV"] : [])].flatMap((command) => [
          `<Limit ${command}>`,
          "DenyAll",
          "</Limit>",
        ]),
      ];
      writeFileSync(config, `${lines.join("\n")}\n`);
      return ["--nodaemon", "--config", config];
    },
    listening: /standalone mode STARTUP/,
    home: files.home,
    identification: /^220[ -]([^\r\n]*)\r?\n/m,
  });
  return { ...createPartnerServer(server, files, IS_ROOT ? "/" : files.folder), ca: cert };
}

function configuration(files: ServerFiles, port: number): string {
  const { home, hostKeyFiles, authorizedKeysFile } = files;
  const keys = join(home, "authorized_keys.rfc4716"); // the only format that mod_sftp reads
  writeFileSync(keys, execFileSync("ssh-keygen", ["-e", "-f", authorizedKeysFile], { timeout: 30_000 }));
  const lines = [
    "LoadModule mod_sftp.c",
    ...commonLines(files, port),
    "AllowOverwrite on", // allows replacing existing files; off by default
    "SFTPEngine on",
    ...hostKeyFiles.map((file) => `SFTPHostKey ${file}`),
    "SFTPAuthMethods publickey password",
    `SFTPAuthorizedUserKeys file:${keys}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** The settings of every server, with one virtual user. */
function commonLines({ home, folder }: ServerFiles, port: number): string[] {
  const { uid, gid, username } = userInfo();
  const passwords = join(home, "passwd");
  writeFileSync(passwords, `${USERNAME}:${PASSWORD_HASH}:${uid}:${gid}:partner:${folder}:/bin/sh\n`);
  chmodSync(passwords, 0o600); // ProFTPD refuses a file that other users can read
  const groups = join(home, "group");
  writeFileSync(groups, `${USERNAME}:x:${gid}:\n`);
  chmodSync(groups, 0o600);
  return [
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
  ];
}
