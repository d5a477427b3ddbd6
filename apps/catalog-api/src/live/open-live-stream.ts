import { Readable } from "node:stream";
import type { ChangeHints } from "@skucast/app-kit/live/change-hints";
import { type ChangeKind, kindsVisibleTo } from "@skucast/contracts/live/change-kinds";
import type { Principal } from "@skucast/contracts/principal";

interface LiveStreamOptions {
  readonly hints: Pick<ChangeHints, "hear" | "isLive">;
  readonly principal: Principal;
  readonly beatMs: number;
  /** Asked at each beat whether the stream may go on. */
  readonly isStillAllowed: () => Promise<boolean>;
}

/** How soon a browser connects again by itself. */
const RETRY_MS = 2_000;

/**
 * The text of server-sent events (WHATWG HTML, section 9.2) that tell a principal what kind of thing has changed in its
 * workspace. What a slow reader has not taken gathers as a set of kinds, so it is never long. Ends when hints do not
 * arrive any more: who reads then connects again and reads everything anew. Destroying it lets go of everything.
 */
export function openLiveStream({ hints, principal, beatMs, isStillAllowed }: LiveStreamOptions): Readable {
  const visible = kindsVisibleTo(principal.scopes);
  const pendingKinds = new Set<ChangeKind>();
  let isWanted = false;

  const stream = new Readable({
    read: () => {
      isWanted = true;
      sendChanged();
    },
    destroy: (error, done) => {
      forget();
      clearInterval(beating);
      done(error);
    },
  });
  const say = (name: string, message: object) => {
    isWanted = stream.push(`event: ${name}\ndata: ${JSON.stringify(message)}\n\n`);
  };
  const sendChanged = () => {
    if (!isWanted || pendingKinds.size === 0) return;
    const kinds = [...pendingKinds];
    pendingKinds.clear();
    say("changed", { kinds });
  };
  const beat = async () => {
    const isGood = hints.isLive() && (await isStillAllowed());
    if (stream.destroyed) return;
    if (!isGood) stream.destroy();
    else if (isWanted) say("beat", {});
  };

  const forget = hints.hear(principal.workspaceId, (kinds) => {
    for (const kind of kinds) if (visible.has(kind)) pendingKinds.add(kind);
    sendChanged();
  });
  const beating = setInterval(() => void beat(), beatMs).unref();
  stream.push(`retry: ${RETRY_MS}\n\n`);
  say("ready", {});
  return stream;
}
