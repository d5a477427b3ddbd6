interface FollowOptions {
  /** Returns the URL of the change stream for the next connection. */
  readonly urlOf: () => string;
  /** A newer service may send unknown kinds. */
  readonly onChanged: (kinds: readonly string[]) => void;
  /** The stream is open. Changes before this were not reported. */
  readonly onConnected: () => void;
  /** The stream is lost. Reconnecting continues until the follower stops. */
  readonly onLost: () => void;
}

/** A stream without a message for this long, about two missed heartbeats, counts as dead. */
const SILENT_MS = 25_000;
const RETRY_MS = 1_000;
const RETRY_MS_MAX = 30_000;

/**
 * Follows the change stream (GET /live) while the page is visible. Hidden pages disconnect, because browsers limit the
 * connections per origin. Returns a function that stops it.
 */
export function followChanges({ urlOf, onChanged, onConnected, onLost }: FollowOptions): () => void {
  let source: EventSource | undefined;
  let retryTimer: number | undefined;
  let silenceTimer: number | undefined;
  let failureCount = 0;

  function connect(): void {
    disconnect();
    source = new EventSource(urlOf());
    restartSilenceTimer();
    source.addEventListener("ready", () => {
      failureCount = 0;
      restartSilenceTimer();
      onConnected();
    });
    source.addEventListener("beat", restartSilenceTimer);
    source.addEventListener("changed", ({ data }) => {
      restartSilenceTimer();
      onChanged(kindsOf(data));
    });
    source.addEventListener("error", reconnectLater);
  }

  function disconnect(): void {
    source?.close();
    source = undefined;
    clearTimeout(retryTimer);
    clearTimeout(silenceTimer);
  }

  /** Detects a connection that died without an error event. */
  function restartSilenceTimer(): void {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(reconnectLater, SILENT_MS);
  }

  function reconnectLater(): void {
    disconnect();
    onLost();
    failureCount += 1;
    const pauseMs = Math.min(RETRY_MS * 2 ** (failureCount - 1), RETRY_MS_MAX);
    // Jitter, so that not all pages reconnect at once after a restart.
    retryTimer = setTimeout(connect, pauseMs * (0.5 + Math.random()));
  }

  const connectIfVisible = () => (document.hidden ? disconnect() : connect());
  document.addEventListener("visibilitychange", connectIfVisible);
  connectIfVisible();
  return () => {
    document.removeEventListener("visibilitychange", connectIfVisible);
    disconnect();
  };
}

function kindsOf(text: string): readonly string[] {
  const message: { readonly kinds?: readonly string[] } = JSON.parse(text);
  return message.kinds ?? [];
}
