import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { isRunning } from "./processes.js";
import { runServer, type ServerProgram } from "./run-server.js";

/** A server that listens on the port in its argument and sends only its identification. */
const SERVER = `
  const server = require("node:net").createServer((socket) => socket.on("error", () => {}).end("SSH-2.0-Plain_1\\r\\n"));
  server.listen(Number(process.argv[1]), "127.0.0.1", () => console.log("listening"));`;

function program(script: string, args: (port: number) => readonly string[]): ServerProgram {
  const home = mkdtempSync(join(tmpdir(), "skucast-run-server-"));
  const command = process.execPath;
  return { name: "Plain", command, args: (port) => ["-e", script, ...args(port)], listening: /^listening$/, home };
}

describe("a server program", () => {
  test("gets another port if the first one is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const taken = (other.address() as AddressInfo).port;
    const tried: number[] = [];
    const server = await runServer(
      program(SERVER, (port) => {
        tried.push(tried.length === 0 ? taken : port);
        return [`${tried.at(-1)}`];
      }),
    );
    other.close();
    expect(tried).toEqual([taken, server.port]);
    expect(server.version).toBe("Plain_1");
    await server.stop();
  });

  test("that ends causes an error with its log, and leaves no files", async () => {
    const ending = program(`console.error("bad configuration"); process.exit(3);`, () => []);
    await expect(runServer(ending)).rejects.toThrow("Plain ended:\nbad configuration");
    expect(existsSync(ending.home)).toBe(false);
  });

  test("that does not exist causes an error with its name", async () => {
    await expect(runServer({ ...program("", () => []), command: "/no/such/sshd" })).rejects.toThrow("/no/such/sshd");
  });

  test("that ignores SIGTERM is killed with its child processes", async () => {
    const stubborn = `
      process.on("SIGTERM", () => {});
      const child = require("node:child_process").spawn("/bin/sh", ["-c", "trap '' TERM; echo child $$; exec tail -f /dev/null"],
        { stdio: ["pipe", "pipe", "inherit"] });
      child.stdout.once("data", (line) => { process.stdout.write(line); ${SERVER} });`;
    const server = await runServer(program(stubborn, (port) => [`${port}`]));
    const child = Number(/^child (\d+)$/m.exec(server.log())?.[1]);
    expect(isRunning(child)).toBe(true);
    await server.stop();
    expect([server.pid, child].map(isRunning)).toEqual([false, false]);
  });
});
