import type { QueueDefinition } from "./topology.js";

/** Sent along with the body. */
export interface MessageHeaders {
  /** W3C trace context of the request that caused the message. */
  readonly traceparent?: string | undefined;
}

export interface BusMessage {
  /** Identifies what happened: a message that is sent again has the same id. Ids are unique within one `publish`. */
  readonly id: string;
  /** Decides which queues get a copy; see `topology.ts`. */
  readonly routingKey: string;
  /** UTF-8 text, delivered unchanged. */
  readonly body: string;
  readonly headers?: MessageHeaders;
}

export interface ReceivedMessage extends BusMessage {
  readonly headers: MessageHeaders;
  /** 1 for the first time; counts redeliveries after `retry`, after an error, and after a consumer died. */
  readonly attempt: number;
}

/**
 * The outcome of a message: `done` removes it. `retry` redelivers it later; after the queue's delivery limit it is
 * dead-lettered. `dead` dead-letters it at once, which moves it to `deadLetterQueue(queue)`.
 */
export type Outcome = "done" | "retry" | "dead";

/**
 * Handles one message; may be called again with the same one. An error counts as `retry`. But a transient error
 * (PostgreSQL or the bus cannot be reached) keeps the message in hand and calls the handler again without counting.
 */
export type MessageHandler = (message: ReceivedMessage) => Promise<Outcome>;

export interface ConsumeOptions {
  /**
   * Maximum messages in hand: handled concurrently, started in the order of the queue. 1 keeps strict order unless a
   * message is redelivered.
   */
  readonly prefetch: number;
}

export interface Consumer {
  /** Whether messages can reach it now. */
  isLive(): boolean;
  /** Accepts no new messages, and resolves when those in hand are settled. A second call joins the first. */
  stop(): Promise<void>;
}

/** A subscription to broadcasts. */
export interface BroadcastSubscription {
  /** Whether broadcasts reach it now. Broadcasts while it is not live are lost. */
  isLive(): boolean;
  /** Identifies the connection that broadcasts arrive on. Those between two connections are lost. Undefined: none. */
  connection(): object | undefined;
  /** Ends the subscription. A second call joins the first. */
  stop(): Promise<void>;
}

/** Receives a broadcast. An error is logged and has no other effect. */
export type BroadcastHandler = (body: string) => void;

/** Longest body of a broadcast: what fits into a PostgreSQL notification in addition to the topic. */
export const BROADCAST_BYTES_MAX = 7_500;

/** Carries messages from publishers to queues, at least once. Two implementations pass one suite, `bus-conformance.ts`. */
export interface Bus {
  /** Resolves when every message is stored durably in each of its queues. On rejection, some may be stored. */
  publish(messages: readonly BusMessage[]): Promise<void>;
  /**
   * Passes the queue's messages to the handler until `stop`, and reconnects after each loss of the connection. Resolves
   * when the consumer is active, or after a few seconds if the broker cannot be reached; it then keeps trying.
   */
  consume(queue: QueueDefinition, handler: MessageHandler, options: ConsumeOptions): Promise<Consumer>;
  /**
   * Sends the body at most once to every process that listens to the topic now, including this one; nothing is stored.
   * Resolves when the server has accepted it; rejects with BusUnavailableError otherwise.
   */
  broadcast(topic: string, body: string): Promise<void>;
  /** Listens to the topic until `stop`. Returns at once, and connects in the background and again after each loss. */
  listen(topic: string, handler: BroadcastHandler): BroadcastSubscription;
  /** Resolves when messages can be published now; rejects with the reason otherwise. */
  check(signal?: AbortSignal): Promise<void>;
  /**
   * Stops every listener, and every consumer as `Consumer.stop` does, then closes the connections. A second call joins
   * the first.
   */
  close(): Promise<void>;
}

/** The bus cannot be reached or did not confirm in time. Work that throws it may be retried. */
export class BusUnavailableError extends Error {
  override readonly name = "BusUnavailableError";
}

/** Throws unless every bus can carry the broadcast. */
export function assertBroadcast(topic: string, body: string): void {
  if (!/^[a-z-]{1,40}$/.test(topic)) throw new Error(`${topic} is not a valid broadcast topic`);
  const bytes = Buffer.byteLength(body);
  if (bytes > BROADCAST_BYTES_MAX) {
    throw new Error(`a broadcast may have at most ${BROADCAST_BYTES_MAX} bytes; this one has ${bytes}`);
  }
}
