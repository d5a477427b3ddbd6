import type { Readable } from "node:stream";
import { subjectsOf } from "@skucast/app-kit/credentials/subjects-of";
import type { Resources } from "@skucast/app-kit/resources";
import { LIMITS } from "@skucast/contracts/limits";
import { callerOf, type Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { openLiveStream } from "./open-live-stream.js";

/** The open change streams of this process. Their number is limited, and they end with the credential that opened them. */
export interface LiveStreams {
  /**
   * Opens a stream for a principal. Throws 429 `rate_limited` if too many are open, and 503 `unavailable` while the process
   * receives no changes.
   */
  open(principal: Principal, opening: StreamOpening): Readable;
  /** Starts to receive changes. */
  start(): void;
  /** Ends all streams gracefully, and opens no other; clients reconnect to another process. */
  end(): void;
}

interface StreamOpening {
  /** Authenticates the request again. */
  readonly identify: () => Promise<Principal>;
  /** Changes of this many milliseconds before the opening are reported too. */
  readonly changedWithinMs: number;
}

/** How long a client should wait before it opens a stream again. */
const RETRY_AFTER = { headers: { "Retry-After": "5" } };
const BEAT_MS = LIMITS.liveBeatSeconds * 1_000;

export function createLiveStreams({ hints, credentials }: Pick<Resources, "hints" | "credentials">): LiveStreams {
  let isEnded = false;
  const open = new Set<{ readonly stream: Readable; readonly workspaceId: string; readonly caller: string }>();

  function assertBelowStreamLimits({ workspaceId }: Principal, caller: string): void {
    const ofWorkspace = [...open].filter((each) => each.workspaceId === workspaceId);
    const ofCaller = ofWorkspace.filter((each) => each.caller === caller);
    if (ofWorkspace.length >= LIMITS.liveStreamsPerWorkspace || ofCaller.length >= LIMITS.liveStreamsPerCaller) {
      const { liveStreamsPerCaller, liveStreamsPerWorkspace } = LIMITS;
      const allowed = `${liveStreamsPerCaller} streams per caller and ${liveStreamsPerWorkspace} per workspace`;
      throw new Problem("rate_limited", `At most ${allowed} are open at once; close one.`, RETRY_AFTER);
    }
  }

  return {
    open(principal, { identify, changedWithinMs }) {
      const caller = callerOf(principal);
      if (isEnded || hints.connection() === undefined)
        throw new Problem("unavailable", "Changes cannot be streamed right now.", RETRY_AFTER);
      assertBelowStreamLimits(principal, caller);
      const isStillAllowed = () => identify().then(() => true, isUnavailable);
      const stream = openLiveStream({ hints, principal, changedWithinMs, beatMs: BEAT_MS, isStillAllowed });
      const entry = { stream, workspaceId: principal.workspaceId, caller };
      open.add(entry);
      const end = () => void stream.destroy();
      const forget = credentials.onRevoked(subjectsOf(principal), end);
      stream.once("close", () => {
        open.delete(entry);
        forget();
      });
      // A revocation between authentication and subscription would be missed, so authenticate once more.
      void isStillAllowed().then((isAdmitted) => isAdmitted || end());
      return stream;
    },
    start: hints.start,
    end: () => {
      isEnded = true;
      for (const { stream } of open) stream.push(null);
    },
  };
}

/** While a credential cannot be checked, the stream stays open: it contains no data, only hints to read again. */
const isUnavailable = (error: unknown): boolean => !(error instanceof Problem) || error.code === "unavailable";
