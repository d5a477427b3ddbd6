import { StoreUnavailable } from "@skucast/file-store/store-unavailable";
import { METRICS } from "@skucast/service-kit/metric-names";
import ssh2, { type SFTPWrapper } from "ssh2";
import type { FeedServerContext } from "../context.js";
import { STORE_UNAVAILABLE } from "../files/watch-store.js";
import { attributesOf, fileAttributes, longName } from "./attributes.js";
import { createHandles, type FileHandle, HANDLES_MAX, type Handle } from "./handles.js";
import { createRequestFlow } from "./request-flow.js";
import { type Incoming, interceptIncoming, isBackedUp, sendExitStatus } from "./ssh2-internals.js";
import { createTokenBucket } from "./token-bucket.js";
import { createTree, resolvePath } from "./tree.js";

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;
/** Messages that some clients print. The status code that goes with each says the same. */
const MESSAGES = {
  readOnly: "This server is read-only.",
  noSuchFile: "There is no file or folder with this name.",
  isFolder: "This is a folder.",
  isFile: "This is a file.",
  tooManyOpen: `At most ${HANDLES_MAX} files and folders can be open at the same time.`,
  notOpen: "This handle is not open.",
  failed: "The request failed. Try again in a minute.",
} as const;
const READ_BYTES_MAX = 256 * 1024;
const NAMES_AT_ONCE = 100;
interface Session {
  readonly credentialId: string;
  /** Whether the socket has as many unsent answers as the connection may have. */
  readonly isSocketFull: () => boolean;
  /** Bytes of unanswered requests that the session may hold now. */
  readonly requestsBytesMax: () => number;
  /** Called for every request: the session is not idle. */
  readonly touch: () => void;
  readonly end: () => void;
  readonly isOver: () => boolean;
}

/**
 * Serves the live files of a credential's feed as one read-only folder. ssh2 answers all other operations (writing,
 * removing, renaming, creating folders and links, extensions) as unsupported.
 */
export function serveTree(ctx: FeedServerContext, sftp: SFTPWrapper, session: Session): { close(): Promise<void> } {
  const tree = createTree(ctx, session.credentialId);
  const handles = createHandles(ctx, logSent);
  const bucket = createTokenBucket(ctx.sftp.bytesPerSecondMax, () => ctx.clock.now().getTime());
  const flow = createRequestFlow({
    channel: () => channel,
    bytesMax: session.requestsBytesMax,
    isHeldBack: () => session.isSocketFull() || isBackedUp(sftp) || bucket.isEmpty(),
    isOver: session.isOver,
    onViolation: session.end,
  });
  const channel: Incoming = interceptIncoming(sftp, flow.receive);
  const pulls = ctx.metrics.counter(METRICS.feedPulls);
  const pullBytes = ctx.metrics.counter(METRICS.feedPullBytes);

  /** Answers one request. A failure becomes a status without details, and the session continues. */
  function answer(id: number, work: () => Promise<void> | void): void {
    session.touch();
    flow.answer(async () => {
      try {
        await work();
      } catch (err) {
        if (session.isOver()) return;
        if (err instanceof StoreUnavailable) return void sftp.status(id, STATUS_CODE.FAILURE, STORE_UNAVAILABLE);
        ctx.logger.error(
          { event: "pull.request_failed", credential_id: session.credentialId, err },
          "a request failed",
        );
        sftp.status(id, STATUS_CODE.FAILURE, MESSAGES.failed);
      }
    });
  }

  /** Logs one line per file of which bytes were sent. */
  function logSent({ file, bytesSent }: FileHandle): void {
    if (bytesSent === 0) return;
    ctx.logger.info(
      {
        event: "pull.file_sent",
        workspace_id: file.workspaceId,
        credential_id: session.credentialId,
        run_id: file.runId,
        file: file.name,
        bytes: file.bytes,
        bytes_sent: bytesSent,
      },
      "a partner fetched a file",
    );
  }

  function countUnavailable(error: unknown): never {
    pulls.inc({ protocol: "sftp", outcome: "unavailable" });
    throw error;
  }

  const stat = (id: number, path: string) =>
    answer(id, async () => {
      const node = await tree.at(path);
      if (node) sftp.attrs(id, attributesOf(node));
      else sftp.status(id, STATUS_CODE.NO_SUCH_FILE, MESSAGES.noSuchFile);
    });
  sftp.on("STAT", stat);
  sftp.on("LSTAT", stat);
  sftp.on("REALPATH", (id, path) =>
    answer(id, () => {
      const filename = resolvePath(path);
      const attrs = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };
      sftp.name(id, [{ filename, longname: filename, attrs }]);
    }),
  );
  sftp.on("OPEN", (id, path, flags) =>
    answer(id, async () => {
      if (flags !== OPEN_MODE.READ) return void sftp.status(id, STATUS_CODE.PERMISSION_DENIED, MESSAGES.readOnly);
      const node = await tree.at(path);
      if (!node) return void sftp.status(id, STATUS_CODE.NO_SUCH_FILE, MESSAGES.noSuchFile);
      if (node.type !== "file") return void sftp.status(id, STATUS_CODE.FAILURE, MESSAGES.isFolder);
      const handle = await handles.openFile(node.file).catch(countUnavailable);
      pulls.inc({ protocol: "sftp", outcome: handle ? "ok" : "refused" });
      if (handle) sftp.handle(id, handle);
      else sftp.status(id, STATUS_CODE.FAILURE, MESSAGES.tooManyOpen);
    }),
  );
  sftp.on("OPENDIR", (id, path) =>
    answer(id, async () => {
      const node = await tree.at(path);
      if (!node) return void sftp.status(id, STATUS_CODE.NO_SUCH_FILE, MESSAGES.noSuchFile);
      if (node.type !== "folder") return void sftp.status(id, STATUS_CODE.FAILURE, MESSAGES.isFile);
      const handle = handles.openFolder(node.files);
      if (handle) sftp.handle(id, handle);
      else sftp.status(id, STATUS_CODE.FAILURE, MESSAGES.tooManyOpen);
    }),
  );
  sftp.on("FSTAT", (id, name) =>
    answer(id, () => {
      const handle = handles.find(name);
      if (handle?.type === "file") sftp.attrs(id, fileAttributes(handle.file));
      else sftp.status(id, STATUS_CODE.FAILURE, MESSAGES.notOpen);
    }),
  );
  sftp.on("READ", (id, name, offset, length) =>
    answer(id, async () => {
      const handle = handles.find(name);
      if (handle?.type !== "file") return void sftp.status(id, STATUS_CODE.FAILURE, MESSAGES.notOpen);
      if (offset >= handle.file.bytes || length === 0) return void sftp.status(id, STATUS_CODE.EOF);
      const piece = await handle.read(offset, Math.min(length, READ_BYTES_MAX));
      if (piece.length === 0) throw new Error("a stored file is shorter than its run says");
      pullBytes.inc({ protocol: "sftp" }, piece.length);
      handle.bytesSent += piece.length;
      bucket.spend(piece.length);
      sftp.data(id, piece);
    }),
  );
  sftp.on("READDIR", (id, name) => answer(id, () => listNext(sftp, id, handles.find(name))));
  sftp.on("CLOSE", (id, name) =>
    answer(id, async () => {
      const isClosed = await handles.close(name);
      if (isClosed) sftp.status(id, STATUS_CODE.OK);
      else sftp.status(id, STATUS_CODE.FAILURE, MESSAGES.notOpen);
    }),
  );
  sftp.on("error", session.end);
  // OpenSSH's client waits for the server to end the session, too.
  sftp.on("end", () => {
    sendExitStatus(sftp);
    sftp.end();
  });
  return { close: () => handles.closeAll() };
}

function listNext(sftp: SFTPWrapper, id: number, handle: Handle | undefined): void {
  if (handle?.type !== "folder") return void sftp.status(id, STATUS_CODE.FAILURE, MESSAGES.notOpen);
  const names = handle.rest.slice(0, NAMES_AT_ONCE);
  if (names.length === 0) return void sftp.status(id, STATUS_CODE.EOF);
  handle.rest = handle.rest.slice(NAMES_AT_ONCE);
  sftp.name(
    id,
    names.map((file) => ({ filename: file.name, longname: longName(file), attrs: fileAttributes(file) })),
  );
}
