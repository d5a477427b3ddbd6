// Pushes files to a partner as the exporter does, in a separate process, so that its CPU is measured separately.
import { createLocalStore } from "@skucast/file-store/local-store";
import { tuneGc } from "@skucast/service-kit/tune-gc";
import { pushFiles } from "@skucast/sftp/push-files";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";

tuneGc();
const STALL_TIMEOUT_MS = 30_000;
/** Up to this size, the exporter reads files back completely by default. */
const READ_BACK_BYTES_MAX = 64_000_000;
const store = createLocalStore("/");
const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
const signal = new AbortController().signal;

/**
 * @param {any} partner
 * @param {any} file
 * @param {"content" | "size"} verify
 */
async function push({ host, port, username, privateKey, hostKeySha256, root }, { localPath, ...facts }, verify) {
  const auth = /** @type {const} */ ({ type: "public_key", private_key: privateKey });
  const target = { host, port, username, auth, hostKeys: [hostKeySha256], isLegacyAllowed: false };
  const options = { guard, signal, stallTimeoutMs: STALL_TIMEOUT_MS };
  const { verification } = await pushFiles(target, options, {
    files: [{ ...facts, open: () => openFile(localPath) }],
    folder: root,
    strategy: "rename",
    verify,
    readBackBytesMax: READ_BACK_BYTES_MAX,
    writesMax: 64,
    onOpen: async () => {},
    onBytes: () => {},
    staleNames: [],
    baseName: facts.name,
    runId: "run_1",
    destinationId: "dst_1",
    feedId: "feed_1",
    generatedAt: "2026-11-21T08:00:00.000Z",
  });
  if (verification !== verify) throw new Error(`the file was verified by ${verification} instead of ${verify}`);
}

/** @param {string} path */
async function openFile(path) {
  const file = await store.open(path);
  if (file === undefined) throw new Error(`there is no file ${path}`);
  return file;
}

process.on("message", ({ partner, file, verify }) => {
  const before = process.cpuUsage();
  const startedAtMs = performance.now();
  push(partner, file, verify).then(
    () => {
      const seconds = (performance.now() - startedAtMs) / 1000;
      const { user, system } = process.cpuUsage(before);
      process.send?.({ seconds, cpuUs: user + system });
    },
    (error) => process.send?.({ failure: error.message }),
  );
});
