import { Readable } from "node:stream";
import type { ChangeHints } from "@skucast/app-kit/live/change-hints";
import { type ChangeKind, kindsVisibleTo } from "@skucast/contracts/live/change-kinds";
import type { Principal } from "@skucast/contracts/principal";

interface LiveStreamOptions {
  readonly hints: Pick<ChangeHints, "subscribe" | "connection" | "changedWithin">;
  readonly principal: Principal;
  readonly changedWithinMs: number;
  readonly beatMs: number;
  /** Called at every beat: whether the principal may still read the stream. */
  readonly isStillAllowed: () => Promise<boolean>;
}

/** How soon a browser reconnects automatically. */
const RETRY_MS = 2_000;

/**
 * A stream of server-sent events (WHATWG HTML, section 9.2) about which kinds of objects have changed in the principal's
 * workspace. For a slow reader, kinds are collected in a set, so the buffer stays small. The stream ends when the process
 * may have missed changes; the client then reconnects and reads everything again. Destroying the stream releases its
 * resources.
 */
export function openLiveStream(options: LiveStreamOptions): Readable {
  const { hints, principal, changedWithinMs, beatMs, isStillAllowed } = options;
  const visible = kindsVisibleTo(principal.scopes);
  const pendingKinds = new Set<ChangeKind>();
  const connection = hints.connection();
  let canPush = false;

  const stream = new Readable({
    read: () => {
      canPush = true;
      sendChanged();
    },
    destroy: (error, done) => {
      unsubscribe();
      clearInterval(beating);
      done(error);
    },
  });
  const send = (name: string, message: object) => {
    canPush = stream.push(`event: ${name}\ndata: ${JSON.stringify(message)}\n\n`);
  };
  const sendChanged = () => {
    if (!canPush || pendingKinds.size === 0) return;
    const kinds = [...pendingKinds];
    pendingKinds.clear();
    send("changed", { kinds });
  };
  const beat = async () => {
    const isGood = hints.connection() === connection && (await isStillAllowed());
    if (stream.destroyed) return;
    if (!isGood) stream.destroy();
    else if (canPush) send("beat", {});
  };

  const report = (kinds: readonly ChangeKind[]) => {
    for (const kind of kinds) if (visible.has(kind)) pendingKinds.add(kind);
    sendChanged();
  };

  const unsubscribe = hints.subscribe(principal.workspaceId, report);
  const beating = setInterval(() => void beat(), beatMs).unref();
  stream.push(`retry: ${RETRY_MS}\n\n`);
  send("ready", {});
  if (changedWithinMs > 0) report(hints.changedWithin(principal.workspaceId, changedWithinMs));
  return stream;
}
