// Pushes a file to a partner as the exporter does, and reports its time and memory.
import { open } from "node:fs/promises";
import { tuneGc } from "@skucast/service-kit/tune-gc";
import { pushFiles } from "@skucast/sftp/push-files";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";

tuneGc();
const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
const { signal } = new AbortController();

async function openLocal(path) {
  const file = await open(path);
  const read = async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  async function* blocks(blockBytes) {
    for (let at = 0; ; ) {
      const block = await read(at, blockBytes);
      if (block.length === 0) return;
      yield block;
      at += block.length;
    }
  }
  return { read, blocks, close: () => file.close() };
}

/** @param {{ target: any, folder: string, file: any }} work */
function push({ target, folder, file: { localPath, ...facts } }) {
  return pushFiles(
    target,
    { guard, signal, stallTimeoutMs: 30_000 },
    {
      files: [{ ...facts, rows: 1, open: () => openLocal(localPath) }],
      folder,
      strategy: "rename",
      verify: "content",
      readBackBytesMax: 64_000_000,
      writesMax: 64,
      staleNames: [],
      onOpen: async () => {},
      onBytes: () => {},
      baseName: facts.name,
      runId: "run_1",
      destinationId: "dst_1",
      feedId: "feed_1",
      generatedAt: "",
    },
  );
}

process.on("message", async (/** @type {any} */ work) => {
  const idleBytes = process.memoryUsage.rss();
  const startedAtMs = performance.now();
  const { verification } = await push(work);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const peakBytes = process.resourceUsage().maxRSS * 1_024;
  process.send?.({ seconds, verification, grownBytes: Math.max(0, peakBytes - idleBytes) });
});
