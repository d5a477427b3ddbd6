import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { brokerNames, QUEUES, type QueueDefinition, queuesFor, RETIRED_QUEUES, TOPOLOGY } from "./topology.js";

const namesFor = (routingKey: string) => queuesFor(routingKey).map(({ name }) => name);

test("every event type reaches the webhook dispatcher, and a queued run the exporter too", () => {
  for (const { type } of EVENT_TYPES) expect(namesFor(type)).toContain(QUEUES.webhookEvents.name);
  expect(namesFor("feed.run.queued")).toEqual([QUEUES.webhookEvents.name, QUEUES.exporterRuns.name]);
});

test("orders to attempt deliveries reach only their own queue", () => {
  expect(namesFor("delivery.attempt")).toEqual([QUEUES.webhookAttempts.name]);
});

test("operations.md names the permissions that a RabbitMQ user needs for everything that is declared", () => {
  const operations = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
  const { exchanges, deadExchange, broadcastExchange } = brokerNames();
  const names = [
    ...Object.values(exchanges),
    deadExchange,
    broadcastExchange,
    ...TOPOLOGY.map(({ name }) => name),
    ...RETIRED_QUEUES,
  ];
  for (const name of names) expect(operations).toContain(`\`${name.split(".")[0]}.*\``);
});

describe("patterns match like in RabbitMQ", () => {
  test.each([
    ["#", "a", true],
    ["#", "a.b.c", true],
    ["a.#", "a", true],
    ["a.#", "a.b.c", true],
    ["a.#", "b.a", false],
    ["#.c", "a.b.c", true],
    ["a.#.c", "a.c", true],
    ["a.#.c", "a.b", false],
    ["#.#", "a", true],
    ["a.*", "a.b", true],
    ["a.*", "a", false],
    ["a.*", "a.b.c", false],
    ["a.b", "a.b", true],
    ["a.b", "a.bc", false],
  ])("%s and %s: %s", (pattern, routingKey, matches) => {
    const queue: QueueDefinition = { name: "q", exchange: "events", pattern, deliveryLimit: 1 };
    expect(queuesFor(routingKey, [queue])).toHaveLength(matches ? 1 : 0);
  });
});
