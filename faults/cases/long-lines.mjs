import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startSshServer } from "@skucast/testkit/start-ssh-server";
import { startDelayProxy } from "../delay-proxy.mjs";
import { hashFile } from "../hash-file.mjs";

const BYTES = 256 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;
const MEMORY_MB_MAX = 64;
/** Round-trip times in ms, and the throughput required with each. */
const LINES = [
  { roundTripMs: 0, rateMin: 80 },
  { roundTripMs: 20, rateMin: 25 },
  { roundTripMs: 100, rateMin: 7 },
];
const PROGRAM = fileURLToPath(new URL("../programs/push-file.mjs", import.meta.url));

export const longLines = {
  title: `SFTP: a file of ${BYTES / MEBIBYTE} MiB over connections with a round trip of ${LINES.map((line) => line.roundTripMs).join(", ")} ms`,
  needsTestbed: false,
  async run(_testbed, checks) {
    const folder = mkdtempSync(join(tmpdir(), "skucast-long-lines-"));
    const server = await startSshServer();
    try {
      const localPath = join(folder, "large");
      for (let i = 0; i < BYTES / MEBIBYTE; i += 1) writeFileSync(localPath, randomBytes(MEBIBYTE), { flag: "a" });
      const file = { localPath, name: "large", bytes: BYTES, sha256: await hashFile(localPath) };
      for (const line of LINES) await pushOver(server, { ...line, file }, checks);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

async function pushOver(server, { roundTripMs, rateMin, file }, checks) {
  const proxy = roundTripMs > 0 ? await startDelayProxy(server, roundTripMs) : undefined;
  const pusher = fork(PROGRAM);
  const { username, privateKey, hostKeysSha256, root } = server;
  const auth = { type: "public_key", private_key: privateKey };
  const target = { host: "127.0.0.1", port: proxy?.port ?? server.port, username, auth, hostKeys: hostKeysSha256 };
  try {
    pusher.send({ target: { ...target, isLegacyAllowed: false }, folder: root, file });
    const [{ seconds, verification, grownBytes }] = await once(pusher, "message");
    const rate = BYTES / MEBIBYTE / seconds;
    const grownMb = grownBytes / MEBIBYTE;
    const isEqual = (await hashFile(join(root, file.name))) === file.sha256;
    const result = `${isEqual ? "the same bytes" : "OTHER BYTES"}, verified by ${verification}, ${rate.toFixed(0)} MiB/s (at least ${rateMin}), ${grownMb.toFixed(0)} MB more memory (below ${MEMORY_MB_MAX})`;
    checks.check(
      `a round trip of ${roundTripMs} ms: ${result}`,
      isEqual && verification === "sample" && rate >= rateMin && grownMb < MEMORY_MB_MAX,
    );
  } finally {
    pusher.disconnect();
    await proxy?.close();
  }
}
