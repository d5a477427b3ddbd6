// Brings a file of so many bytes to a partner as the exporter does, and tells how long it took and what memory it held.
import { randomBytes } from "node:crypto";
import { keepGarbageSmall } from "@skucast/service-kit/keep-garbage-small";
import { openSession } from "@skucast/sftp/open-session";
import { uploadFiles } from "@skucast/sftp/upload-files";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";

keepGarbageSmall({ atOnce: "few" });
const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
const { signal } = new AbortController();

async function* content(bytes, blockBytes) {
  const block = randomBytes(blockBytes);
  for (let at = 0; at < bytes; at += blockBytes) yield block.subarray(0, Math.min(blockBytes, bytes - at));
}

async function push({ target, folder, bytes }) {
  const session = await openSession(target, { guard, signal, stallTimeoutMs: 30_000 });
  try {
    const file = { name: "large", bytes, rows: 1, sha256: "", read: (blockBytes) => content(bytes, blockBytes) };
    await uploadFiles(session, {
      ...{ files: [file], folder, strategy: "rename", verify: "size", writesMax: 64, staleNames: [] },
      ...{ onBytes: () => {}, baseName: "large", runId: "run_1", destinationId: "dst_1", feedId: "feed_1" },
      generatedAt: "",
    });
  } finally {
    session.close();
  }
}

process.on("message", async (work) => {
  const idleBytes = process.memoryUsage.rss();
  const startedAtMs = performance.now();
  await push(work);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const peakBytes = process.resourceUsage().maxRSS * 1_024;
  process.send({ seconds, grownBytes: Math.max(0, peakBytes - idleBytes) });
});
