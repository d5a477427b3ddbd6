import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type SshServer, startSshServer } from "./start-ssh-server.js";

describe("the partner's SSH server", () => {
  let server: SshServer;
  let folder: string;
  beforeEach(async () => {
    server = await startSshServer();
    folder = mkdtempSync(join(tmpdir(), "skucast-sftp-client-"));
  });
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const sftp = (commands: string, keyFile = server.privateKeyFile) => {
    const options = [
      "StrictHostKeyChecking=no",
      `UserKnownHostsFile=${join(folder, "known_hosts")}`,
      "BatchMode=yes",
      "IdentitiesOnly=yes",
      "LogLevel=ERROR",
    ];
    return execFileSync(
      "sftp",
      ["-b", "-", "-i", keyFile, "-P", `${server.port}`, "-F", "none"]
        .concat(options.flatMap((option) => ["-o", option]))
        .concat(`${server.username}@${server.host}`),
      { input: commands, encoding: "utf8", timeout: 120_000, stdio: ["pipe", "pipe", "pipe"] },
    );
  };

  test("accepts files from OpenSSH's client into its root", () => {
    const file = join(folder, "feed.csv");
    writeFileSync(file, "sku\nA1\n");
    sftp(`put ${file} feed.csv.part\nrename feed.csv.part feed.csv\n`);
    expect(readdirSync(server.root)).toEqual(["feed.csv"]);
    expect(readFileSync(join(server.root, "feed.csv"), "utf8")).toBe("sku\nA1\n");
  });

  test("has the reported host key", () => {
    sftp("pwd\n");
    const knownHosts = join(folder, "known_hosts");
    expect(execFileSync("ssh-keygen", ["-l", "-f", knownHosts], { encoding: "utf8" })).toContain(server.hostKeySha256);
  });

  test("rejects a key until it is authorized", () => {
    const key = join(folder, "other_key");
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
    expect(() => sftp("pwd\n", key)).toThrow("Permission denied");
    server.authorize(readFileSync(`${key}.pub`, "utf8"));
    expect(sftp("pwd\n", key)).toContain(server.root);
  });

  test("ends open sessions when it is stopped", async () => {
    const options = ["-o", "StrictHostKeyChecking=no", "-o", `UserKnownHostsFile=${join(folder, "known_hosts")}`];
    const target = ["-i", server.privateKeyFile, "-p", `${server.port}`, `${server.username}@${server.host}`];
    const client = spawn("ssh", ["-N", "-v", "-F", "none", ...options, ...target], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const lines = createInterface({ input: client.stderr });
    await new Promise<void>((resolve) => {
      lines.on("line", (line) => {
        if (line.includes("Entering interactive session")) resolve();
      });
    });
    const exited = once(client, "exit");
    await server.stop();
    await exited;
  });

  test("leaves no files when it is stopped", async () => {
    await server.stop();
    expect(existsSync(server.root)).toBe(false);
  });
});
