import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "ssh2";
import { type PullServer, startPullServer } from "../sftp/pull-server.js";
import { type FeedFixture, openFeedFixture } from "./open-feed-fixture.js";
import { runClient } from "./run-client.js";

const NAME = "large.bin";
const SSH_OPTIONS = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=INFO"].flatMap((option) => [
  "-o",
  option,
]);

const PARAMIKO = `
import os, paramiko
client = paramiko.SSHClient()
client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
client.connect("127.0.0.1", int(os.environ["PORT"]), os.environ["NAME"], os.environ["PASSWORD"], look_for_keys=False, allow_agent=False)
client.open_sftp().get("${NAME}", "${NAME}")
client.close()
`;
const ASYNCSSH = `
import asyncio, asyncssh, os
async def main():
    async with asyncssh.connect("127.0.0.1", int(os.environ["PORT"]), username=os.environ["NAME"], password=os.environ["PASSWORD"], known_hosts=None) as client:
        async with client.start_sftp_client() as sftp:
            await sftp.get("${NAME}")
asyncio.run(main())
`;

/** Partners' own programs, with their default settings, fetch a file of this size. */
export function describeSftpClients(bytes: number): void {
  let fixture: FeedFixture;
  let server: PullServer;
  let folder: string;
  let sum: string;
  let username: string;
  let password: string;

  beforeAll(async () => {
    fixture = await openFeedFixture();
    const content = randomBytes(bytes);
    sum = createHash("sha256").update(content).digest("hex");
    const feedId = await fixture.addFeed(["sftp_pull"]);
    await fixture.publish(feedId, { [NAME]: content });
    ({ id: username, secret: password } = await fixture.addCredential(feedId, "sftp_pull"));
    server = await startPullServer(fixture.ctx, fixture.ctx.sftp);
  });
  afterAll(async () => {
    server.closeConnections();
    await server.close();
    await fixture.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
    folder = mkdtempSync(join(tmpdir(), "skucast-clients-"));
  });

  async function hashOf(name: string): Promise<string> {
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(folder, name)), hash);
    return hash.digest("hex");
  }

  describe("a large file arrives intact with the default settings of", () => {
    const python = (program: string) =>
      runClient("/usr/bin/python3", ["-c", program], {
        cwd: folder,
        input: { PORT: `${server.port}`, NAME: username, PASSWORD: password },
      });
    const withPassword = (args: readonly string[]) =>
      runClient("sshpass", ["-e", ...args], { cwd: folder, input: { SSHPASS: password } });

    test("paramiko", async () => {
      await python(PARAMIKO);
      expect(await hashOf(NAME)).toBe(sum);
    });

    test("asyncssh", async () => {
      await python(ASYNCSSH);
      expect(await hashOf(NAME)).toBe(sum);
    });

    test("OpenSSH's sftp", async () => {
      await withPassword(["sftp", "-P", `${server.port}`, ...SSH_OPTIONS, `${username}@127.0.0.1:/${NAME}`, NAME]);
      expect(await hashOf(NAME)).toBe(sum);
    });

    test("OpenSSH's scp", async () => {
      await withPassword(["scp", "-P", `${server.port}`, ...SSH_OPTIONS, `${username}@127.0.0.1:/${NAME}`, NAME]);
      expect(await hashOf(NAME)).toBe(sum);
    });

    test("curl", async () => {
      const url = `sftp://127.0.0.1:${server.port}/${NAME}`;
      await runClient("curl", ["-sS", "-k", "-u", `${username}:${password}`, "-o", NAME, url], { cwd: folder });
      expect(await hashOf(NAME)).toBe(sum);
    });

    test("lftp", async () => {
      const commands = `set sftp:auto-confirm yes; open -u ${username},${password} sftp://127.0.0.1:${server.port}; get ${NAME}; bye`;
      await runClient("lftp", ["-c", commands], { cwd: folder });
      expect(await hashOf(NAME)).toBe(sum);
    });

    test("rclone", async () => {
      const secret = (await runClient("rclone", ["obscure", password], { cwd: folder })).trim();
      const remote = `:sftp,host=127.0.0.1,port=${server.port},user=${username}:${NAME}`;
      await runClient("rclone", ["copy", remote, ".", "--sftp-pass", secret], { cwd: folder });
      expect(await hashOf(NAME)).toBe(sum);
    });
  });

  describe("25 simultaneous logins from one network", () => {
    test("give 20 sessions, and the other 5 clients, like OpenSSH's, receive the reason", async () => {
      const clients = Array.from({ length: 25 }, () => new Client());
      const ways = clients.map(async (client) => {
        client.connect({ host: "127.0.0.1", port: server.port, username, password, localAddress: "127.0.5.1" });
        return once(client, "ready").then(
          () => "ready",
          (error: Error) => error.message,
        );
      });
      const outcomes = await Promise.all(ways);
      expect(outcomes.filter((outcome) => outcome === "ready")).toHaveLength(20);
      const others = outcomes.filter((outcome) => outcome !== "ready");
      expect(others).toEqual(Array(5).fill("Too many connections from your network: the limit is 20."));
      const openSsh = ["-p", `${server.port}`, "-b", "127.0.5.1", "-o", "BatchMode=yes", ...SSH_OPTIONS];
      await expect(runClient("ssh", [...openSsh, `${username}@127.0.0.1`], { cwd: folder })).rejects.toThrow(
        /Received disconnect from .*:12: Too many connections from your network: the limit is 20\./,
      );
      for (const client of clients) client.on("error", () => {}).end();
    });
  });
}
