import type { Database } from "@skucast/db/database";
import type { Logger } from "@skucast/service-kit/logger";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { pause } from "./pause.js";

const CHANNEL = "skucast_bus";
const BROADCAST_CHANNEL = "skucast_broadcast";
/** Least time between two NOTIFYs of a process: every NOTIFY takes a lock that the whole server shares. */
const RING_PAUSE_MS = 10;
/** How often a connection that was lost is made again. */
const LISTEN_CHECK_MS = 1_000;

/** Tells consumers, in this process and in others, that a queue has something. Rings may be lost: consumers poll too. */
export interface Doorbell {
  /** Tells every process that hears the name; rejects when PostgreSQL did not take it. */
  broadcast(name: string, body: string): Promise<void>;
  /** Hears broadcasts under the name, those of this process too. Returns a function that ends it. */
  onBroadcast(name: string, hear: (body: string) => void): () => void;
  ring(queues: Iterable<string>): void;
  /** Calls `wake` when the queue's bell rings, and when rings may have been missed. Returns a function that ends it. */
  onRing(queue: string, wake: () => void): () => void;
  /** Whether rings from other processes arrive just now. */
  isListening(): boolean;
  close(): Promise<void>;
}

/** One LISTEN connection per process, from the first `onRing` or `onBroadcast` on. */
export function createDoorbell(db: Database, logger: Logger): Doorbell {
  const self = crypto.randomUUID();
  const wakes = new Map<string, Set<() => void>>();
  const unsent = new Set<string>();
  const hearers = new Map<string, Set<(body: string) => void>>();
  let listener: Listener | undefined;
  let listening: Loop | undefined;

  function wakeLocal(queue: string): void {
    for (const wake of wakes.get(queue) ?? []) wake();
  }

  const sending = startLoop({
    name: "bus.notify",
    logger,
    next: () => undefined,
    run: async (signal) => {
      const queues = [...unsent];
      unsent.clear();
      if (queues.length === 0) return;
      await db.system.query({
        name: "bus_notify",
        text: `SELECT pg_notify($1, $2 || ' ' || queue) FROM unnest($3::text[]) AS queue`,
        values: [CHANNEL, self, queues],
      });
      await pause(RING_PAUSE_MS, signal);
    },
    onError: (error) => logger.debug({ event: "bus.notify_failed", err: error }),
  });

  async function listen(): Promise<void> {
    if (listener?.isOpen()) return;
    listener = await openListener(db, {
      [CHANNEL]: (payload) => {
        const [sender, queue] = payload.split(" ", 2);
        if (sender !== self && queue !== undefined) wakeLocal(queue);
      },
      [BROADCAST_CHANNEL]: (payload) => {
        const end = payload.indexOf(" ");
        for (const hear of hearers.get(payload.slice(0, end)) ?? []) hear(payload.slice(end + 1));
      },
    });
    for (const queue of wakes.keys()) wakeLocal(queue);
  }

  function startListening(): void {
    listening ??= startLoop({
      name: "bus.listen",
      logger,
      intervalMs: LISTEN_CHECK_MS,
      run: listen,
      onError: (error) => logger.debug({ event: "bus.listen_failed", err: error }),
    });
  }

  return {
    broadcast: async (name, body) => {
      await db.system.query({
        name: "bus_broadcast",
        text: "SELECT pg_notify($1, $2)",
        values: [BROADCAST_CHANNEL, `${name} ${body}`],
      });
    },
    onBroadcast: (name, hear) => {
      const ofName = hearers.get(name) ?? new Set();
      hearers.set(name, ofName.add(hear));
      startListening();
      return () => ofName.delete(hear);
    },
    ring: (queues) => {
      for (const queue of queues) {
        wakeLocal(queue);
        unsent.add(queue);
      }
      sending.wake();
    },
    onRing: (queue, wake) => {
      const ofQueue = wakes.get(queue) ?? new Set();
      wakes.set(queue, ofQueue.add(wake));
      startListening();
      return () => ofQueue.delete(wake);
    },
    isListening: () => listener?.isOpen() ?? false,
    close: async () => {
      await Promise.all([sending.stop(), listening?.stop()]);
      listener?.close();
    },
  };
}

interface Listener {
  isOpen(): boolean;
  close(): void;
}

type Receivers = Readonly<Record<string, (payload: string) => void>>;

async function openListener(db: Database, receivers: Receivers): Promise<Listener> {
  const client = await db.system.connect();
  let isOpen = true;
  const close = (error?: Error) => {
    if (!isOpen) return;
    isOpen = false;
    client.removeAllListeners("notification");
    client.release(error ?? true); // a connection that listens is of no use to others
  };
  client.on("error", close);
  client.on("end", () => close());
  client.on("notification", ({ channel, payload }) => receivers[channel]?.(payload ?? ""));
  try {
    for (const channel of Object.keys(receivers)) await client.query(`LISTEN ${channel}`);
  } catch (error) {
    close();
    throw error;
  }
  return { isOpen: () => isOpen, close: () => close() };
}
