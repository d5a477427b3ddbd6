import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSession } from "@skucast/sftp/open-session";
import { uploadFiles } from "@skucast/sftp/upload-files";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { startSshServer } from "@skucast/testkit/start-ssh-server";
import { startCuttingProxy } from "../cutting-proxy.mjs";

const ROUNDS = 20;
const BYTES = 1_000_000;
const TRIES_MAX = 3;
const DETECTION_MS_MAX = 30_000;

/** Where the line breaks: after so many bytes from us, or of the host's answers; measured in an upload that is let through. */
const POINTS = {
  "before the login": (whole) => ({ sent: Math.floor(whole.loginSent / 2) }),
  "after the login": (whole) => ({ sent: whole.loginSent + 200 }),
  "at the first byte": (whole) => ({ sent: whole.loginSent + 600 }),
  "after 32 KiB": (whole) => ({ sent: whole.loginSent + 32 * 1024 }),
  "at the half": (whole) => ({ sent: whole.loginSent + BYTES / 2 }),
  "at the last byte": (whole) => ({ sent: whole.loginSent + BYTES - 1 }),
  "before the rename": (whole) => ({ sent: whole.sent - 150 }),
  "after the rename, before its answer": (whole) => ({ received: whole.received - 40 }),
};

export const cutUploads = {
  title: `SFTP: the line breaks at ${Object.keys(POINTS).length} points of an upload, ${ROUNDS} times each`,
  needsStage: false,
  async run(_stage, checks) {
    const server = await startSshServer();
    const proxy = await startCuttingProxy(server);
    const folder = join(server.root, "partner");
    mkdirSync(folder);
    const old = "old\n".repeat(10_000);
    const content = Buffer.alloc(BYTES, "new content of the file\n");
    const sha256 = createHash("sha256").update(content).digest("hex");
    const read = (blockBytes) => blocksOf(content, blockBytes);
    const upload = (runId) => uploadOnce({ server, port: proxy.port, folder, runId, file: { read, sha256 } });

    const login = await proxy.measure(async () => (await logIn(server, proxy.port)).close());
    const whole = { ...(await proxy.measure(() => upload("run_0"))), loginSent: login.sent };
    const counts = { deliveries: 0, cuts: 0, partial: 0, wrong: 0, slow: 0, leftoversMax: 0, folders: 0 };
    for (const [point, cutOf] of Object.entries(POINTS)) {
      const cutsBefore = counts.cuts;
      // An upload is not the same to the byte each time: one in which the line held is made once more.
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
          const seen = readFileSync(join(folder, "products.csv"), "utf8");
          if (seen !== old && seen !== content.toString()) counts.partial += 1;
          if (!isDone) {
            counts.cuts += 1;
            if (performance.now() - startedAtMs > DETECTION_MS_MAX) counts.slow += 1;
            counts.leftoversMax = Math.max(counts.leftoversMax, readdirSync(folder).length - 1);
          }
          if (isDone) break;
        }
        const seen = createHash("sha256")
          .update(readFileSync(join(folder, "products.csv")))
          .digest("hex");
        if (seen !== sha256) counts.wrong += 1;
        if (readdirSync(folder).join() !== "products.csv") counts.folders += 1;
      }
    }
    await proxy.close();
    await server.stop();
    const total = Object.keys(POINTS).length * ROUNDS;
    checks.check(
      `the line broke ${counts.cuts} times in ${counts.deliveries} deliveries (${total} at least)`,
      counts.cuts >= total,
    );
    checks.check(`partial files seen under the final name: ${counts.partial} (none)`, counts.partial === 0);
    checks.check(
      `files that were not the sent one in the end: ${counts.wrong} of ${counts.deliveries} (none)`,
      counts.wrong === 0,
    );
    checks.check(`breaks noticed after more than 30 s: ${counts.slow} (none)`, counts.slow === 0);
    checks.check(`temporary files left by a break: ${counts.leftoversMax} (1 at most)`, counts.leftoversMax <= 1);
    checks.check(`folders with anything but the file in the end: ${counts.folders} (none)`, counts.folders === 0);
  },
};

async function* blocksOf(content, blockBytes) {
  for (let at = 0; at < content.length; at += blockBytes) yield content.subarray(at, at + blockBytes);
}

function logIn(server, port) {
  const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
  const target = {
    ...{ host: "127.0.0.1", port, username: server.username, hostKeys: server.hostKeysSha256, isLegacyAllowed: false },
    auth: { type: "public_key", private_key: server.privateKey },
  };
  return openSession(target, { guard, signal: AbortSignal.timeout(60_000), stallTimeoutMs: 10_000 });
}

async function uploadOnce({ server, port, folder, runId, file }) {
  const session = await logIn(server, port);
  try {
    await uploadFiles(session, {
      files: [{ ...file, name: "products.csv", bytes: BYTES, rows: 1 }],
      ...{ folder, strategy: "rename", verify: "size", writesMax: 64, staleNames: [], onBytes: () => {} },
      ...{ baseName: "products.csv", runId, destinationId: "dst_1", feedId: "feed_1", generatedAt: "" },
    });
  } finally {
    session.close();
  }
}
