import { inspectEmbeddedQueues, inspectRabbitQueues, type QueueState } from "@skucast/events/inspect-queues";
import { type Check, type Finding, fault, ok, warning } from "./check.js";

const MANY = 10_000;

/** The broker, its queues, their consumers, and the dead-letter queues. */
export const bus: Check = {
  name: "bus",
  async run({ db, settings }) {
    const { AMQP_URL: url, SKUCAST_BUS_NAMESPACE: namespace } = settings;
    if (url === undefined)
      return [ok("the built-in bus, on PostgreSQL"), ...(await inspectEmbeddedQueues(db)).flatMap(ofQueue)];
    let queues: QueueState[];
    try {
      queues = await inspectRabbitQueues(url, namespace);
    } catch (error) {
      const reason = error instanceof Error ? error.message || error.name : String(error);
      return [
        fault(
          `RabbitMQ cannot be used: ${reason}`,
          "start it, or correct AMQP_URL; until then, events wait in the outbox",
        ),
      ];
    }
    if (queues.length === 0)
      return [warning("RabbitMQ answers but has no queue of Skucast", "start the apps: each declares its queues")];
    return [ok(`RabbitMQ answers and has ${queues.length} queues of Skucast`), ...queues.flatMap(ofQueue)];
  },
};

function ofQueue({ name, messages, consumers, isDead }: QueueState): Finding[] {
  if (isDead) {
    if (messages === 0) return [];
    return [
      warning(
        `${name} holds ${messages} messages that could not be handled`,
        "look for message.failed in the log, fix the cause, and move the messages back (docs/operations.md, RabbitMQ)",
      ),
    ];
  }
  if (consumers === 0)
    return [fault(`${name} has no consumer and holds ${messages} messages`, `start the app ${name.split(".")[0]}`)];
  if (messages > MANY)
    return [warning(`${name} holds ${messages} messages`, `run more replicas of ${name.split(".")[0]}`)];
  return [];
}
