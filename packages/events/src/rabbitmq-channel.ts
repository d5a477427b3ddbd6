import type { Logger } from "@skucast/service-kit/logger";
import type { Channel } from "amqplib";
import { reconnectDelayMs } from "./back-off.js";
import { BusUnavailableError } from "./bus.js";
import { aborted, pause, settledWithin } from "./pause.js";

const CLOSE_TIMEOUT_MS = 2_000;
const SET_UP_MS_MAX = 20_000;

/** A channel, from its opening to its loss. */
export interface ChannelSession<C extends Channel> {
  readonly channel: C;
  /** Aborts with the reason when the channel is lost. */
  readonly lost: AbortSignal;
  /** Abandons the channel, so that the next one is opened. */
  abandon(reason: Error): void;
}

export interface RecoveringChannelInput<C extends Channel> {
  /** Opens a channel. Waits for the connection; rejects if that was closed for good. */
  readonly open: () => Promise<C>;
  /** Prepares a new channel: declares queues, sets the prefetch, starts consuming. */
  readonly setUp: (session: ChannelSession<C>) => Promise<void>;
  /** Timeout of `setUp`. A broker may never answer a request, for example about a queue that is being deleted. */
  readonly setUpMsMax?: number;
  readonly logger: Logger;
}

export interface RecoveringChannel<C extends Channel> {
  current(): ChannelSession<C> | undefined;
  /** Waits for the channel for at most `timeoutMs`; then rejects with BusUnavailableError. */
  ready(timeoutMs: number): Promise<ChannelSession<C>>;
  /** Closes the current channel and opens no more. */
  close(): Promise<void>;
}

/** Opens a channel, and opens and sets up a new one after each error of the channel or loss of the connection. */
export function openRecoveringChannel<C extends Channel>(input: RecoveringChannelInput<C>): RecoveringChannel<C> {
  const { open, setUp, setUpMsMax = SET_UP_MS_MAX, logger } = input;
  const closing = new AbortController();
  let current: ChannelSession<C> | undefined;
  let lastError: unknown;
  let failures = 0;
  let opened = Promise.withResolvers<void>();

  async function runSession(): Promise<void> {
    const channel = await open();
    const session = toSession(channel, logger);
    try {
      if (closing.signal.aborted) return;
      const isSetUp = await settledWithin(setUpMsMax, setUp(session));
      if (!isSetUp) throw new BusUnavailableError(`RabbitMQ did not answer on a new channel for ${setUpMsMax} ms`);
      if (session.lost.aborted) throw session.lost.reason;
      current = session;
      opened.resolve();
      failures = 0;
      await aborted(session.lost);
      throw session.lost.reason;
    } finally {
      if (current) opened = Promise.withResolvers();
      current = undefined;
      session.abandon(new BusUnavailableError("the channel was abandoned"));
    }
  }

  async function keepOpen(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await runSession();
      } catch (error) {
        lastError = error;
        if (closing.signal.aborted) return;
        failures += 1;
        logger.warn({ event: "bus.channel_lost", err: error, failures }, "a channel was lost; opening another");
        await pause(reconnectDelayMs(failures), closing.signal);
      }
    }
  }
  const running = keepOpen();

  return {
    current: () => current,
    ready: async (timeoutMs) => {
      if (!current) await settledWithin(timeoutMs, opened.promise);
      if (!current) throw new BusUnavailableError("RabbitMQ cannot be reached", { cause: lastError });
      return current;
    },
    close: async () => {
      closing.abort();
      const channel = current?.channel;
      if (!channel) return; // `keepOpen` may wait for a connection, which its owner closes next
      current?.abandon(new BusUnavailableError("the bus was closed"));
      await settledWithin(CLOSE_TIMEOUT_MS, running);
    },
  };
}

function toSession<C extends Channel>(channel: C, logger: Logger): ChannelSession<C> {
  const lost = new AbortController();
  let closed = false;
  channel.on("error", (error) => lost.abort(error));
  channel.on("handler-error", (error) => logger.error({ event: "bus.error", err: error }));
  channel.on("close", () => {
    closed = true;
    lost.abort(new BusUnavailableError("the channel was closed"));
  });
  return {
    channel,
    lost: lost.signal,
    abandon: (reason) => {
      lost.abort(reason);
      if (closed) return;
      closed = true;
      void closeQuietly(channel, logger);
    },
  };
}

/** A channel that is closing or closed throws at `close`, which can be ignored. */
export async function closeQuietly(channel: Channel, logger: Logger): Promise<void> {
  try {
    await channel.close();
  } catch (error) {
    logger.debug({ event: "bus.channel_close_failed", err: error });
  }
}
