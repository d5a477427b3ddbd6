import type { Readable } from "node:stream";
import { subjectsOf } from "@skucast/app-kit/credentials/subjects-of";
import type { Resources } from "@skucast/app-kit/resources";
import { LIMITS } from "@skucast/contracts/limits";
import { callerOf, type Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { openLiveStream } from "./open-live-stream.js";

/** The streams of changes that this process has open: bounded, and ended with the credential that opened them. */
export interface LiveStreams {
  /**
   * Opens one for who calls; `identify` asks anew who that is. Throws 429 `rate_limited` when too many are open, 503
   * `unavailable` when changes are not heard of just now.
   */
  open(principal: Principal, identify: () => Promise<Principal>): Readable;
  /** Begins to hear of changes. */
  start(): void;
  /** Ends all of them in order: their readers connect again, elsewhere. */
  drain(): void;
}

/** A stream that was refused for now is asked for again after so long. */
const RETRY_AFTER = { headers: { "Retry-After": "5" } };
const BEAT_MS = LIMITS.liveBeatSeconds * 1_000;

export function createLiveStreams({ hints, credentials }: Pick<Resources, "hints" | "credentials">): LiveStreams {
  let isDraining = false;
  const open = new Set<{ readonly stream: Readable; readonly workspaceId: string; readonly caller: string }>();

  function checkRoom({ workspaceId }: Principal, caller: string): void {
    const ofWorkspace = [...open].filter((each) => each.workspaceId === workspaceId);
    const ofCaller = ofWorkspace.filter((each) => each.caller === caller);
    if (ofWorkspace.length >= LIMITS.liveStreamsPerWorkspace || ofCaller.length >= LIMITS.liveStreamsPerCaller) {
      const { liveStreamsPerCaller, liveStreamsPerWorkspace } = LIMITS;
      const allowed = `${liveStreamsPerCaller} of one caller and ${liveStreamsPerWorkspace} of a workspace`;
      throw new Problem("rate_limited", `At most ${allowed} are open at once; close one.`, RETRY_AFTER);
    }
  }

  return {
    open(principal, identify) {
      const caller = callerOf(principal);
      if (isDraining || !hints.isLive())
        throw new Problem("unavailable", "Changes cannot be told just now.", RETRY_AFTER);
      checkRoom(principal, caller);
      const isStillAllowed = () => identify().then(() => true, isUnavailable);
      const stream = openLiveStream({ hints, principal, beatMs: BEAT_MS, isStillAllowed: isStillAllowed });
      const entry = { stream, workspaceId: principal.workspaceId, caller };
      open.add(entry);
      const end = () => void stream.destroy();
      const forget = credentials.onRevoked(subjectsOf(principal), end);
      stream.once("close", () => {
        open.delete(entry);
        forget();
      });
      // What was revoked between the first look and the subscription is told to nobody: look once more.
      void isStillAllowed().then((isAdmitted) => isAdmitted || end());
      return stream;
    },
    start: hints.start,
    drain: () => {
      isDraining = true;
      for (const { stream } of open) stream.push(null);
    },
  };
}

/** While nobody can tell whether a credential is good, the stream stays: it says nothing that is not asked for anew. */
const isUnavailable = (error: unknown): boolean => !(error instanceof Problem) || error.code === "unavailable";
