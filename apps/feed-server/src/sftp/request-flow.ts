import { setTimeout as pause } from "node:timers/promises";
import { createHeldRequests } from "./held-requests.js";
import type { Incoming } from "./ssh2-internals.js";

/**
 * Bytes of requests that a client may have on their way: some 2,000 reads. The others wait in the client, which is allowed to
 * send more as its requests are answered. paramiko asks for a whole file at once, 100 MB with 3,000 reads.
 */
export const REQUESTS_BYTES_MAX = 64 * 1024;

/** Given back in pieces, so that not every answer takes a packet more; what is left is more than one request needs. */
const GIVEN_BACK_BYTES = REQUESTS_BYTES_MAX / 4;
const LOOK_MS = 5;

/** The requests of one session, each handed to ssh2 when the one before is answered. */
export interface RequestFlow {
  /** Takes what the channel brings; null is its end. */
  receive(bytes: Buffer | null): void;
  /** Called from a request's event: the next request waits for this work. */
  answer(work: () => Promise<void>): void;
}

interface FlowOptions {
  /** The channel, which exists once `receive` is called. */
  readonly channel: () => Incoming;
  /** Whether answers wait that the client does not take. */
  readonly isHeldBack: () => boolean;
  readonly isOver: () => boolean;
  /** The client sends more than it may, or what is no request. */
  readonly onViolation: () => void;
}

/** Never rejects: `work` handles its own failures, and whatever else goes wrong is a violation. */
export function createRequestFlow({ channel, isHeldBack, isOver, onViolation }: FlowOptions): RequestFlow {
  const held = createHeldRequests(REQUESTS_BYTES_MAX);
  let isWorking = false;
  let hasEnded = false;
  let answering: Promise<void> | undefined;
  let owedBytes = 0;

  const isDone = () => isOver() || channel().isClosed();

  async function takeNext(): Promise<Buffer | undefined> {
    while (isHeldBack() && !isDone()) await pause(LOOK_MS);
    const request = isDone() ? undefined : held.take();
    if (request !== "too_long") return request;
    held.clear();
    onViolation();
    return undefined;
  }

  async function answerAll(): Promise<void> {
    for (let request = await takeNext(); request; request = await takeNext()) {
      channel().handOn(request);
      await answering;
      answering = undefined;
      owedBytes += request.length;
      if (owedBytes < GIVEN_BACK_BYTES || isDone()) continue;
      channel().giveBack(owedBytes);
      owedBytes = 0;
    }
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    try {
      await answerAll();
      if (hasEnded && !isOver()) channel().handOnEnd();
    } catch {
      onViolation();
    } finally {
      isWorking = false;
    }
  }

  return {
    receive(bytes) {
      if (isOver()) return;
      if (bytes === null) hasEnded = true;
      else if (!held.add(bytes)) return onViolation();
      void work();
    },
    answer(request) {
      answering = request();
    },
  };
}
