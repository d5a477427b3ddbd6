import { setTimeout as pause } from "node:timers/promises";
import { createRequestBuffer } from "./request-buffer.js";
import type { Incoming } from "./ssh2-internals.js";

/**
 * Bytes of unanswered requests per client: the window of ssh2, which is as large as OpenSSH's. paramiko requests a whole file
 * at once, with 33 bytes for each 32 KiB, and sometimes reads no answer until all its requests are sent. If they did not fit
 * into the window, client and server would wait for each other forever. 2 MiB are enough for a file of 2 GB.
 */
export const REQUESTS_BYTES_MAX = 2 * 1024 * 1024;

/** The window is widened in steps, so that not every answer needs another packet. */
const WINDOW_STEP_BYTES = 16 * 1024;
const POLL_MS = 5;

/** Passes the requests of one session to ssh2, each after the previous one was answered. */
export interface RequestFlow {
  /** Accepts bytes from the channel; null is its end. */
  receive(bytes: Buffer | null): void;
  /** Called by the handler of a request. The next request waits for this work. */
  answer(work: () => Promise<void>): void;
}

interface FlowOptions {
  /** The channel, which exists once `receive` is called. */
  readonly channel: () => Incoming;
  /** Bytes of requests that may be held now. A client that sends more violates the protocol. */
  readonly bytesMax: () => number;
  /** Whether the client does not read the answers fast enough. */
  readonly isHeldBack: () => boolean;
  readonly isOver: () => boolean;
  /** Called when the client sends more than allowed, or something that is not a request. */
  readonly onViolation: () => void;
}

/** Does not reject: the work handles its own failures, and any other error counts as a violation. */
export function createRequestFlow({ channel, bytesMax, isHeldBack, isOver, onViolation }: FlowOptions): RequestFlow {
  const held = createRequestBuffer(bytesMax);
  let isWorking = false;
  let hasEnded = false;
  let answering: Promise<void> | undefined;
  let owedBytes = 0;

  const isDone = () => isOver() || channel().isClosed();

  async function takeNext(): Promise<Buffer | undefined> {
    while (isHeldBack() && !isDone()) await pause(POLL_MS);
    const request = isDone() ? undefined : held.take();
    if (request !== "too_long") return request;
    held.clear();
    onViolation();
    return undefined;
  }

  async function answerAll(): Promise<void> {
    for (let request = await takeNext(); request; request = await takeNext()) {
      channel().passOn(request);
      await answering;
      answering = undefined;
      owedBytes += request.length;
      if (owedBytes < WINDOW_STEP_BYTES || isDone()) continue;
      channel().widenWindow(owedBytes);
      owedBytes = 0;
    }
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    try {
      await answerAll();
      if (hasEnded && !isOver()) channel().passOnEnd();
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
