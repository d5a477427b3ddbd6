import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSession } from "@skucast/sftp/open-session";
import { pushFiles } from "@skucast/sftp/push-files";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { startSshServer } from "@skucast/testkit/start-ssh-server";
import { startCuttingProxy } from "../cutting-proxy.mjs";

const ROUNDS = 20;
const BYTES = 3_000_000;
const TRIES_MAX = 3;
const DETECTION_MS_MAX = 30_000;

/** Where the connection breaks: after a number of bytes sent or received, as measured in an undisturbed upload. */
const POINTS = {
  "before the login": (whole) => ({ sent: Math.floor(whole.loginSent / 2) }),
  "after the login": (whole) => ({ sent: whole.loginSent + 200 }),
  "at the first byte": (whole) => ({ sent: whole.loginSent + 600 }),
  "after 32 KiB": (whole) => ({ sent: whole.loginSent + 32 * 1024 }),
  "at the half": (whole) => ({ sent: whole.loginSent + BYTES / 2 }),
  "at the last byte": (whole) => ({ sent: whole.loginSent + BYTES - 1 }),
  "while it is read back": (whole) => ({ received: whole.loginReceived + BYTES / 2 }),
  "before the rename": (whole) => ({ sent: whole.sent - 150 }),
  "after the rename, before its answer": (whole) => ({ received: whole.received - 40 }),
};

export const cutUploads = {
  title: `SFTP: the connection breaks at ${Object.keys(POINTS).length} points of an upload, ${ROUNDS} times each`,
  needsTestbed: false,
  async run(_testbed, checks) {
    const server = await startSshServer();
    const proxy = await startCuttingProxy(server);
    const folder = join(server.root, "partner");
    mkdirSync(folder);
    const old = randomBytes(BYTES / 2);
    const content = randomBytes(BYTES);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const file = { name: "products.csv", bytes: BYTES, rows: 1, sha256, open: async () => contentOf(content) };
    const upload = (runId) => uploadOnce(targetOf(server, proxy.port), { folder, runId, file });

    const login = await proxy.measure(async () => (await openSession(targetOf(server, proxy.port), options())).close());
    const measured = await proxy.measure(() => upload("run_0"));
    const whole = { ...measured, loginSent: login.sent, loginReceived: login.received };
    const counts = { deliveries: 0, cuts: 0, partial: 0, wrong: 0, slow: 0, leftoversMax: 0, folders: 0 };
    for (const [point, cutOf] of Object.entries(POINTS)) {
      const cutsBefore = counts.cuts;
      // The bytes of an upload vary: if the connection was not cut, repeat the upload.
      for (let round = 0; counts.cuts - cutsBefore < ROUNDS && round < ROUNDS * 2; round += 1) {
        counts.deliveries += 1;
        const runId = `run_${point.replace(/\W/g, "")}${round}`;
        writeFileSync(join(folder, "products.csv"), old);
        proxy.cutAt(cutOf(whole));
        for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
          const startedAtMs = performance.now();
          const isDone = await upload(runId).then(
            () => true,
            () => false,
          );
          const seen = readFileSync(join(folder, "products.csv"));
          if (!seen.equals(old) && !seen.equals(content)) counts.partial += 1;
          if (!isDone) {
            counts.cuts += 1;
            if (performance.now() - startedAtMs > DETECTION_MS_MAX) counts.slow += 1;
            counts.leftoversMax = Math.max(counts.leftoversMax, readdirSync(folder).length - 1);
          }
          if (isDone) break;
        }
        if (!readFileSync(join(folder, "products.csv")).equals(content)) counts.wrong += 1;
        if (readdirSync(folder).join() !== "products.csv") counts.folders += 1;
      }
    }
    await proxy.close();
    await server.stop();
    const total = Object.keys(POINTS).length * ROUNDS;
    checks.check(
      `the connection broke ${counts.cuts} times in ${counts.deliveries} deliveries (at least ${total})`,
      counts.cuts >= total,
    );
    checks.check(`partial files seen under the final name: ${counts.partial} (none)`, counts.partial === 0);
    checks.check(
      `files that differ from the sent one in the end: ${counts.wrong} of ${counts.deliveries} (none)`,
      counts.wrong === 0,
    );
    checks.check(`breaks detected after more than 30 s: ${counts.slow} (none)`, counts.slow === 0);
    checks.check(`temporary files left by a break: ${counts.leftoversMax} (none)`, counts.leftoversMax === 0);
    checks.check(`folders with other files in the end: ${counts.folders} (none)`, counts.folders === 0);
  },
};

function contentOf(content) {
  async function* blocks(blockBytes) {
    for (let at = 0; at < content.length; at += blockBytes) yield content.subarray(at, at + blockBytes);
  }
  return { blocks, read: async (offset, length) => content.subarray(offset, offset + length), close: async () => {} };
}

function targetOf({ username, hostKeysSha256, privateKey }, port) {
  const auth = /** @type {const} */ ({ type: "public_key", private_key: privateKey });
  return { host: "127.0.0.1", port, username, auth, hostKeys: hostKeysSha256, isLegacyAllowed: false };
}

function options() {
  const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
  return { guard, signal: AbortSignal.timeout(60_000), stallTimeoutMs: 10_000 };
}

const uploadOnce = (target, { folder, runId, file }) =>
  pushFiles(target, options(), {
    files: [file],
    folder,
    strategy: "rename",
    verify: "content",
    readBackBytesMax: 64_000_000,
    writesMax: 64,
    staleNames: [],
    onOpen: async () => {},
    onBytes: () => {},
    baseName: file.name,
    runId,
    destinationId: "dst_1",
    feedId: "feed_1",
    generatedAt: "",
  });
