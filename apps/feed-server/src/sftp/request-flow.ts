import { setTimeout as pause } from "node:timers/promises";
import { createHeldRequests } from "./held-requests.js";
import type { Incoming } from "./ssh2-internals.js";

/**
 * Bytes of requests that a client may have on their way: ssh2's window, as large as OpenSSH's. paramiko requests a whole file
 * at once, 33 bytes for each 32 KiB, and at times reads no answer until all its requests have been sent. If they did not fit
 * into the window, client and server would wait for each other without end; with 2 MiB this takes a file of more than 2 GB.
 */
export const REQUESTS_BYTES_MAX = 2 * 1024 * 1024;

/** The window is given back in pieces, so that not every answer takes another packet. */
const GIVEN_BACK_BYTES = 16 * 1024;
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
  /** Bytes of requests that may be held now; a client that sends more ends its session. */
  readonly bytesMax: () => number;
  /** Whether answers wait that the client does not take. */
  readonly isHeldBack: () => boolean;
  readonly isOver: () => boolean;
  /** The client sends more than it may, or what is no request. */
  readonly onViolation: () => void;
}

/** Never rejects: `work` handles its own failures, and whatever else goes wrong is a violation. */
export function createRequestFlow({ channel, bytesMax, isHeldBack, isOver, onViolation }: FlowOptions): RequestFlow {
  const held = createHeldRequests(bytesMax);
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
