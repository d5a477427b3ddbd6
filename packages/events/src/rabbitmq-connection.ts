import type { Logger } from "@skucast/service-kit/logger";
import { type Channel, type ConfirmChannel, connect, type RecoveringChannelModel } from "amqplib";
import { settledWithin } from "./pause.js";

const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_S = 10;
const CLOSE_TIMEOUT_MS = 2_000;

/** A connection that comes back by itself. */
export interface RabbitConnection {
  /** Waits for the connection; rejects once it is closed. */
  openChannel(): Promise<Channel>;
  openConfirmChannel(): Promise<ConfirmChannel>;
  /** Why nothing can be published just now; undefined when something can. */
  trouble(): string | undefined;
  close(): Promise<void>;
}

export interface RabbitConnectionOptions {
  readonly url: string;
  /** Shown by the broker's tools. */
  readonly name: string;
  readonly logger: Logger;
}

/** Begins to connect and goes on until it is closed; an unreachable broker is a state, not an error. */
export function openRabbitConnection({ url, name, logger }: RabbitConnectionOptions): RabbitConnection {
  let trouble: string | undefined = "not connected yet";
  /** When the present attempt to connect began, or the next one will; undefined while connected. */
  let attemptAt: number | undefined = 0;
  // Without noDelay every confirm of a message over one segment waits some 40 ms.
  const connecting = connect(withHeartbeat(url), {
    noDelay: true,
    timeout: CONNECT_TIMEOUT_MS,
    clientProperties: { connection_name: name },
    recovery: { initialDelay: 100, maxDelay: 5_000, waitForConnect: false },
  }).then((connection) => {
    watch(connection);
    return connection;
  });

  function watch(connection: RecoveringChannelModel): void {
    connection.on("connect", () => {
      trouble = undefined;
      attemptAt = undefined;
      logger.info({ event: "bus.connected", connection: name }, "connected to RabbitMQ");
    });
    connection.on("disconnect", (error) => {
      trouble = error.message;
      logger.warn({ event: "bus.disconnected", connection: name, err: error }, "lost RabbitMQ; reconnecting");
    });
    connection.on("connect-failed", (error: Error) => {
      if (trouble !== error.message) {
        logger.warn({ event: "bus.unreachable", connection: name, err: error }, "RabbitMQ cannot be reached");
      }
      trouble = error.message;
    });
    connection.on("reconnect-scheduled", ({ delay }) => {
      attemptAt = Date.now() + delay;
    });
    connection.on("blocked", (reason) => {
      trouble = `RabbitMQ takes no messages: ${reason}`;
      logger.warn({ event: "bus.blocked", connection: name, reason }, "RabbitMQ takes no messages");
    });
    connection.on("unblocked", () => {
      trouble = undefined;
      logger.info({ event: "bus.unblocked", connection: name }, "RabbitMQ takes messages again");
    });
    connection.on("error", (error) => logger.debug({ event: "bus.error", connection: name, err: error }));
    connection.on("handler-error", (error) => logger.error({ event: "bus.error", connection: name, err: error }));
  }

  return {
    openChannel: async () => (await connecting).createChannel(),
    openConfirmChannel: async () => (await connecting).createConfirmChannel(),
    trouble: () => trouble,
    close: async () => {
      const connection = await connecting;
      const isOpening = attemptAt !== undefined && attemptAt <= Date.now();
      if (isOpening) await settledWithin(CLOSE_TIMEOUT_MS, opened(connection));
      trouble = "closed";
      await settledWithin(CLOSE_TIMEOUT_MS, connection.close());
    },
  };
}

/**
 * Waits for the end of an attempt to connect, good or bad. amqplib 2.3 has no ear for the errors of a connection that is
 * closed while it opens: should the network break then, the process would end.
 */
function opened(connection: RecoveringChannelModel): Promise<void> {
  return new Promise((resolve) => {
    connection.once("connect", () => resolve());
    connection.once("connect-failed", () => resolve());
  });
}

/** A dead peer is noticed after two heartbeats; the operator's own choice in the URL wins. */
function withHeartbeat(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has("heartbeat")) parsed.searchParams.set("heartbeat", String(HEARTBEAT_S));
  return parsed.href;
}
