import { type ChangeKind, isChangeKind } from "@skucast/contracts/live/change-kinds";

interface Follower {
  /** Address of the stream of changes. */
  readonly url: string;
  readonly onChanged: (kinds: readonly ChangeKind[]) => void;
  /** Changes are told from now on; what happened before is not. */
  readonly onConnected: () => void;
  /** Changes are not told any more; it is tried again until the follower stops. */
  readonly onLost: () => void;
}

/** Two beats may fail before a silent stream counts as dead. */
const SILENT_MS = 25_000;
const RETRY_MS = 1_000;
const RETRY_MS_MAX = 30_000;

/**
 * Follows the stream of changes (GET /live) while the page is in sight. A browser has few connections to one origin, so
 * that a page which nobody looks at gives its own back. Answers how to stop.
 */
export function followChanges({ url, onChanged, onConnected, onLost }: Follower): () => void {
  let source: EventSource | undefined;
  let retrying: number | undefined;
  let silence: number | undefined;
  let failureCount = 0;

  function connect(): void {
    disconnect();
    source = new EventSource(url);
    hear();
    source.addEventListener("ready", () => {
      failureCount = 0;
      hear();
      onConnected();
    });
    source.addEventListener("beat", hear);
    source.addEventListener("changed", ({ data }) => {
      hear();
      onChanged(kindsOf(data));
    });
    source.addEventListener("error", lose);
  }

  function disconnect(): void {
    source?.close();
    source = undefined;
    clearTimeout(retrying);
    clearTimeout(silence);
  }

  /** A connection that died without a word looks like one on which nothing happens. */
  function hear(): void {
    clearTimeout(silence);
    silence = setTimeout(lose, SILENT_MS);
  }

  function lose(): void {
    disconnect();
    onLost();
    failureCount += 1;
    const pauseMs = Math.min(RETRY_MS * 2 ** (failureCount - 1), RETRY_MS_MAX);
    // Not all pages at once, after a restart.
    retrying = setTimeout(connect, pauseMs * (0.5 + Math.random()));
  }

  const look = () => (document.hidden ? disconnect() : connect());
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    disconnect();
  };
}

/** A newer service may know more kinds. */
function kindsOf(text: string): ChangeKind[] {
  const message: { kinds?: unknown } = JSON.parse(text);
  return Array.isArray(message.kinds) ? message.kinds.filter(isChangeKind) : [];
}
