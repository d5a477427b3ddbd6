import type { Logger } from "@skucast/service-kit/logger";
import type { Channel } from "amqplib";
import { reconnectDelayMs } from "./back-off.js";
import { BusUnavailableError } from "./bus.js";
import { aborted, pause, settledWithin } from "./pause.js";

const CLOSE_TIMEOUT_MS = 2_000;
const BEGIN_MS_MAX = 5_000;

/** One life of a channel, from its opening to its loss. */
export interface ChannelLife<C extends Channel> {
  readonly channel: C;
  /** Aborts with the reason when the channel is lost. */
  readonly lost: AbortSignal;
  /** Gives the channel up; the next one is opened at once. */
  abandon(reason: Error): void;
}

export interface KeepChannelInput<C extends Channel> {
  /** Waits for the connection; rejects when it was closed for good. */
  readonly open: () => Promise<C>;
  /** Makes a new channel fit for work: declares, sets the prefetch, consumes. */
  readonly begin: (life: ChannelLife<C>) => Promise<void>;
  /** How long `begin` may take: a broker may leave what it is asked unanswered, such as for a queue that is being deleted. */
  readonly beginMsMax?: number;
  readonly logger: Logger;
}

export interface KeptChannel<C extends Channel> {
  life(): ChannelLife<C> | undefined;
  /** The channel, for which it waits at most so long; rejects with BusUnavailableError. */
  ready(timeoutMs: number): Promise<ChannelLife<C>>;
  /** Opens no more channels and closes the present one. */
  close(): Promise<void>;
}

/** Keeps one channel open through errors of the channel and losses of the connection, beginning anew each time. */
export function keepChannel<C extends Channel>(input: KeepChannelInput<C>): KeptChannel<C> {
  const { open, begin, beginMsMax = BEGIN_MS_MAX, logger } = input;
  const closing = new AbortController();
  let current: ChannelLife<C> | undefined;
  let trouble: unknown;
  let failures = 0;
  let announce = Promise.withResolvers<void>();

  async function liveOnce(): Promise<void> {
    const channel = await open();
    const life = watchChannel(channel, logger);
    try {
      if (closing.signal.aborted) return;
      const isFit = await settledWithin(beginMsMax, begin(life));
      if (!isFit) throw new BusUnavailableError(`RabbitMQ left a new channel unanswered for ${beginMsMax} ms`);
      if (life.lost.aborted) throw life.lost.reason;
      current = life;
      announce.resolve();
      failures = 0;
      await aborted(life.lost);
      throw life.lost.reason;
    } finally {
      if (current) announce = Promise.withResolvers();
      current = undefined;
      life.abandon(new BusUnavailableError("the channel was given up"));
    }
  }

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await liveOnce();
      } catch (error) {
        trouble = error;
        if (closing.signal.aborted) return;
        failures += 1;
        logger.warn({ event: "bus.channel_lost", err: error, failures }, "a channel was lost; opening another");
        await pause(reconnectDelayMs(failures), closing.signal);
      }
    }
  }
  const kept = keep();

  return {
    life: () => current,
    ready: async (timeoutMs) => {
      if (!current) await settledWithin(timeoutMs, announce.promise);
      if (!current) throw new BusUnavailableError("RabbitMQ cannot be reached", { cause: trouble });
      return current;
    },
    close: async () => {
      closing.abort();
      const channel = current?.channel;
      if (!channel) return; // `keep` may wait for a connection, which its owner closes next
      current?.abandon(new BusUnavailableError("the bus was closed"));
      await settledWithin(CLOSE_TIMEOUT_MS, kept);
    },
  };
}

function watchChannel<C extends Channel>(channel: C, logger: Logger): ChannelLife<C> {
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

/** A channel that is closing or gone throws at `close`; there is nothing left to do then. */
async function closeQuietly(channel: Channel, logger: Logger): Promise<void> {
  try {
    await channel.close();
  } catch (error) {
    logger.debug({ event: "bus.channel_close_failed", err: error });
  }
}
