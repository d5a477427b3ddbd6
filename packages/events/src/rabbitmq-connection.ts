import type { Logger } from "@skucast/service-kit/logger";
import { type Channel, type ConfirmChannel, connect, type RecoveringChannelModel } from "amqplib";
import { settledWithin } from "./pause.js";

const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_S = 10;
const CLOSE_TIMEOUT_MS = 2_000;

/** A connection that reconnects automatically. */
export interface RabbitConnection {
  /** Waits for the connection; rejects once it is closed. */
  openChannel(): Promise<Channel>;
  openConfirmChannel(): Promise<ConfirmChannel>;
  /** Why nothing can be published now; undefined if publishing is possible. */
  unavailableReason(): string | undefined;
  close(): Promise<void>;
}

export interface RabbitConnectionOptions {
  readonly url: string;
  /** For the broker's tools. */
  readonly name: string;
  readonly logger: Logger;
}

/** Connects in the background until it is closed. An unreachable broker is a state and not an error. */
export function openRabbitConnection({ url, name, logger }: RabbitConnectionOptions): RabbitConnection {
  let unavailableReason: string | undefined = "not connected yet";
  /** When the current attempt to connect started, or the next one will start; undefined while connected. */
  let attemptAt: number | undefined = 0;
  // Without noDelay, the confirm of each message longer than a TCP segment takes about 40 ms more.
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
      unavailableReason = undefined;
      attemptAt = undefined;
      logger.info({ event: "bus.connected", connection: name }, "connected to RabbitMQ");
    });
    connection.on("disconnect", (error) => {
      unavailableReason = error.message;
      logger.warn({ event: "bus.disconnected", connection: name, err: error }, "lost RabbitMQ; reconnecting");
    });
    connection.on("connect-failed", (error: Error) => {
      if (unavailableReason !== error.message) {
        logger.warn({ event: "bus.unreachable", connection: name, err: error }, "RabbitMQ cannot be reached");
      }
      unavailableReason = error.message;
    });
    connection.on("reconnect-scheduled", ({ delay }) => {
      attemptAt = Date.now() + delay;
    });
    connection.on("blocked", (reason) => {
      unavailableReason = `RabbitMQ accepts no messages: ${reason}`;
      logger.warn({ event: "bus.blocked", connection: name, reason }, "RabbitMQ accepts no messages");
    });
    connection.on("unblocked", () => {
      unavailableReason = undefined;
      logger.info({ event: "bus.unblocked", connection: name }, "RabbitMQ accepts messages again");
    });
    connection.on("error", (error) => logger.debug({ event: "bus.error", connection: name, err: error }));
    connection.on("handler-error", (error) => logger.error({ event: "bus.error", connection: name, err: error }));
  }

  return {
    openChannel: async () => (await connecting).createChannel(),
    openConfirmChannel: async () => (await connecting).createConfirmChannel(),
    unavailableReason: () => unavailableReason,
    close: async () => {
      const connection = await connecting;
      const isOpening = attemptAt !== undefined && attemptAt <= Date.now();
      if (isOpening) await settledWithin(CLOSE_TIMEOUT_MS, connectSettled(connection));
      unavailableReason = "closed";
      await settledWithin(CLOSE_TIMEOUT_MS, connection.close());
    },
  };
}

/**
 * Waits until an attempt to connect has succeeded or failed. amqplib 2.3 does not handle the errors of a connection that
 * is closed while it opens: if the network broke then, the process would crash.
 */
function connectSettled(connection: RecoveringChannelModel): Promise<void> {
  return new Promise((resolve) => {
    connection.once("connect", () => resolve());
    connection.once("connect-failed", () => resolve());
  });
}

/** A dead peer is detected after two missed heartbeats. A heartbeat in the operator's URL takes precedence. */
function withHeartbeat(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has("heartbeat")) parsed.searchParams.set("heartbeat", String(HEARTBEAT_S));
  return parsed.href;
}
