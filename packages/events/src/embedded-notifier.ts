import type { Database } from "@skucast/db/database";
import type { Logger } from "@skucast/service-kit/logger";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { pause } from "./pause.js";

const CHANNEL = "skucast_bus";
const BROADCAST_CHANNEL = "skucast_broadcast";
/** Minimum time between two NOTIFY statements of a process: each takes a lock of the whole server. */
const NOTIFY_PAUSE_MS = 10;
/** How often the listening connection is checked, and opened again if it was lost. */
const LISTEN_CHECK_MS = 1_000;

/** Notifies consumers, in all processes, that a queue has messages. Notifications may be lost, so consumers also poll. */
export interface QueueNotifier {
  /** Sends the body to every process that listens to the name; rejects if PostgreSQL did not accept it. */
  broadcast(name: string, body: string): Promise<void>;
  /** Calls the handler for broadcasts under the name, including those of this process. Returns a function that ends it. */
  onBroadcast(name: string, handler: (body: string) => void): () => void;
  notify(queues: Iterable<string>): void;
  /** Calls `wake` when the queue has messages, and when notifications may have been missed. Returns a function that ends it. */
  onNotify(queue: string, wake: () => void): () => void;
  /** Identifies the connection that notifications arrive on. Those between two connections are lost. Undefined: none. */
  connection(): object | undefined;
  close(): Promise<void>;
}

/** Opens one LISTEN connection per process with the first `onNotify` or `onBroadcast`. */
export function createQueueNotifier(db: Database, logger: Logger): QueueNotifier {
  const self = crypto.randomUUID();
  const wakes = new Map<string, Set<() => void>>();
  const unsent = new Set<string>();
  const broadcastHandlers = new Map<string, Set<(body: string) => void>>();
  let listener: Listener | undefined;
  let listening: Loop | undefined;

  function notifyLocal(queue: string): void {
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
      await pause(NOTIFY_PAUSE_MS, signal);
    },
    onError: (error) => logger.debug({ event: "bus.notify_failed", err: error }),
  });

  async function listen(): Promise<void> {
    if (listener?.isOpen()) return;
    listener = await openListener(db, {
      [CHANNEL]: (payload) => {
        const [sender, queue] = payload.split(" ", 2);
        if (sender !== self && queue !== undefined) notifyLocal(queue);
      },
      [BROADCAST_CHANNEL]: (payload) => {
        const end = payload.indexOf(" ");
        for (const handle of broadcastHandlers.get(payload.slice(0, end)) ?? []) handle(payload.slice(end + 1));
      },
    });
    for (const queue of wakes.keys()) notifyLocal(queue);
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
    onBroadcast: (name, handler) => {
      const ofName = broadcastHandlers.get(name) ?? new Set();
      broadcastHandlers.set(name, ofName.add(handler));
      startListening();
      return () => ofName.delete(handler);
    },
    notify: (queues) => {
      for (const queue of queues) {
        notifyLocal(queue);
        unsent.add(queue);
      }
      sending.wake();
    },
    onNotify: (queue, wake) => {
      const ofQueue = wakes.get(queue) ?? new Set();
      wakes.set(queue, ofQueue.add(wake));
      startListening();
      return () => ofQueue.delete(wake);
    },
    connection: () => (listener?.isOpen() ? listener : undefined),
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
    client.release(error ?? true); // a listening connection cannot return to the pool
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
