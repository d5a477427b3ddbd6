import type { QueueDefinition } from "./topology.js";

/** What travels beside the body. */
export interface MessageHeaders {
  /** W3C trace context of the request that caused the message. */
  readonly traceparent?: string | undefined;
}

export interface BusMessage {
  /** Names the thing that happened: a message that is sent again has the same id. Ids are unique within one `publish`. */
  readonly id: string;
  /** Decides which queues get a copy; see `topology.ts`. */
  readonly routingKey: string;
  /** UTF-8 text, delivered as it was given. */
  readonly body: string;
  readonly headers?: MessageHeaders;
}

export interface ReceivedMessage extends BusMessage {
  readonly headers: MessageHeaders;
  /** 1 for the first time; counts returns by `retry`, by a throw and by consumers that died with it. */
  readonly attempt: number;
}

/**
 * What became of a message: `done` removes it, `retry` brings it back later until the queue's delivery limit and then
 * puts it aside, `dead` puts it aside at once. Aside is the queue of `deadLetterQueue(queue)`.
 */
export type Outcome = "done" | "retry" | "dead";

/**
 * Handles one message; may be called again with the same one. A throw counts as `retry`, except that a transient fault
 * (PostgreSQL or the bus cannot be reached) keeps the message in hand and is tried again without counting.
 */
export type MessageHandler = (message: ReceivedMessage) => Promise<Outcome>;

export interface ConsumeOptions {
  /** Messages in hand at once, at most: handled side by side, started in the order of the queue. 1 keeps strict order while none comes back. */
  readonly prefetch: number;
}

export interface Consumer {
  /** Whether messages can reach it just now. */
  isLive(): boolean;
  /** Takes no new messages, and resolves when those in hand are settled. A second call joins the first. */
  stop(): Promise<void>;
}

/** One who hears broadcasts. */
export interface Listening {
  /** Whether broadcasts reach it just now. What was broadcast while it was not live is lost. */
  isLive(): boolean;
  /** Hears nothing from now on. A second call joins the first. */
  stop(): Promise<void>;
}

/** Hears a broadcast. A throw is logged and changes nothing. */
export type BroadcastHandler = (body: string) => void;

/** Longest body of a broadcast: what fits into a notification of PostgreSQL beside its topic. */
export const BROADCAST_BYTES_MAX = 7_500;

/** Carries messages from publishers to queues, at least once. Two implementations pass one suite, `bus-conformance.ts`. */
export interface Bus {
  /** Resolves when every message is durably stored in every queue it is for; rejects otherwise, and some may be stored. */
  publish(messages: readonly BusMessage[]): Promise<void>;
  /**
   * Hands the queue's messages to the handler until `stop`, through any loss of the connection. Resolves when the
   * consumer is in place; after a few seconds also when the broker cannot be reached, and then goes on trying.
   */
  consume(queue: QueueDefinition, handler: MessageHandler, options: ConsumeOptions): Promise<Consumer>;
  /**
   * Tells every process that listens to the topic just now, this one too, at most once; nothing is stored. Resolves when
   * the server has taken it; rejects with BusUnavailableError when it did not.
   */
  broadcast(topic: string, body: string): Promise<void>;
  /** Hears the topic until `stop`; answers at once, connects in the background and again after each loss. */
  listen(topic: string, handler: BroadcastHandler): Listening;
  /** Resolves when messages can be published just now; rejects with the reason otherwise. */
  check(signal?: AbortSignal): Promise<void>;
  /** Stops every listener, and every consumer as `Consumer.stop` does, then closes the connections. A second call joins the first. */
  close(): Promise<void>;
}

/** The bus cannot be reached or did not confirm in time. Work that throws it may be tried again. */
export class BusUnavailableError extends Error {
  override readonly name = "BusUnavailableError";
}

/** Throws unless the broadcast is one that every bus can carry. */
export function assertBroadcast(topic: string, body: string): void {
  if (!/^[a-z-]{1,40}$/.test(topic)) throw new Error(`${topic} is no topic of broadcasts`);
  const bytes = Buffer.byteLength(body);
  if (bytes > BROADCAST_BYTES_MAX) {
    throw new Error(`a broadcast may have ${BROADCAST_BYTES_MAX} bytes, and this one has ${bytes}`);
  }
}
