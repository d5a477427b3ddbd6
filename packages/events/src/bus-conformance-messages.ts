import { hash } from "node:crypto";
import type { Bus, BusMessage, Outcome, ReceivedMessage } from "./bus.js";
import type { QueueDefinition } from "./topology.js";

/** Consumes the queue; `received` and `ids` grow while it does. */
export async function collect(
  bus: Bus,
  queue: QueueDefinition,
  handle: (message: ReceivedMessage) => Outcome | Promise<Outcome> = () => "done",
  prefetch = 10,
) {
  const received: ReceivedMessage[] = [];
  const handler = async (message: ReceivedMessage) => {
    received.push(message);
    return handle(message);
  };
  const consumer = await bus.consume(queue, handler, { prefetch });
  return { received, consumer, ids: () => received.map(({ id }) => id) };
}

/** A message that contains its id. */
export function message(routingKey: string, id: string): BusMessage {
  return { id, routingKey, body: JSON.stringify({ id }) };
}

/** A message for the queue of orders. */
export function order(id: string): BusMessage {
  return message("order.created", id);
}

/** 300 kB without repetition, ASCII and other characters. */
export function longBody(seed: number): string {
  const lines = Array.from({ length: 6_000 }, (_, i) => `${(seed + i) * 2_654_435_761} Größe 漢字 😀\n`);
  return JSON.stringify({ seed, text: lines.join("") });
}

/** Each with its message's id, so that swapped bodies are detected. */
export const bodyHashes = (messages: readonly { readonly id: string; readonly body: string }[]): string[] =>
  messages.map(({ id, body }) => `${id} ${hash("sha256", body)}`);

/** Orders whose ids are the numbers from 0. */
export function orders(count: number): BusMessage[] {
  return Array.from({ length: count }, (_, index) => order(String(index)));
}
