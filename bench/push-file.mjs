// Brings files to a partner as the exporter does, in a process of its own so that its CPU can be told from the bench's.
import { createLocalStore } from "@skucast/file-store/local-store";
import { openSession } from "@skucast/sftp/open-session";
import { uploadFiles } from "@skucast/sftp/upload-files";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";

const STALL_TIMEOUT_MS = 30_000;
const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
const signal = new AbortController().signal;

async function push({ host, port, username, privateKey, hostKeySha256, root }, { localPath, ...facts }) {
  const stored = await createLocalStore("/").open(localPath);
  const file = { ...facts, read: (blockBytes) => stored.blocks(blockBytes) };
  const auth = { type: "public_key", private_key: privateKey };
  const target = { host, port, username, auth, hostKeys: [hostKeySha256], isLegacyAllowed: false };
  const session = await openSession(target, { guard, signal, stallTimeoutMs: STALL_TIMEOUT_MS });
  try {
    await uploadFiles(session, {
      ...{ files: [file], folder: root, strategy: "rename", verify: "size", writesMax: 64, onBytes: () => {} },
      ...{ staleNames: [], baseName: file.name, runId: "run_1", destinationId: "dst_1", feedId: "feed_1" },
      generatedAt: "2026-11-21T08:00:00.000Z",
    });
  } finally {
    session.close();
    await stored.close();
  }
}

process.on("message", ({ partner, file }) => {
  const before = process.cpuUsage();
  const startedAtMs = performance.now();
  push(partner, file).then(
    () => {
      const seconds = (performance.now() - startedAtMs) / 1000;
      const { user, system } = process.cpuUsage(before);
      process.send({ seconds, cpuUs: user + system });
    },
    (error) => process.send({ failure: error.message }),
  );
});
