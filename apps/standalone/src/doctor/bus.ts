import { inspectEmbeddedQueues, inspectRabbitQueues, type QueueState } from "@skucast/events/inspect-queues";
import { type Examination, type Finding, fault, ok, warning } from "./examination.js";

const MANY = 10_000;

/** The broker, its queues, who consumes them, and what was put aside. */
export const bus: Examination = {
  name: "bus",
  async examine({ db, settings }) {
    const { AMQP_URL: url, SKUCAST_BUS_NAMESPACE: namespace } = settings;
    if (url === undefined)
      return [ok("the built-in one, on PostgreSQL"), ...(await inspectEmbeddedQueues(db)).flatMap(ofQueue)];
    let queues: QueueState[];
    try {
      queues = await inspectRabbitQueues(url, namespace);
    } catch (error) {
      const reason = error instanceof Error ? error.message || error.name : String(error);
      return [
        fault(
          `RabbitMQ cannot be used: ${reason}`,
          "start it, or correct AMQP_URL; events wait in the outbox meanwhile",
        ),
      ];
    }
    if (queues.length === 0)
      return [warning("RabbitMQ answers and has none of the queues", "start the apps: each declares them")];
    return [ok(`RabbitMQ answers and has ${queues.length} of the queues`), ...queues.flatMap(ofQueue)];
  },
};

function ofQueue({ name, messages, consumers, isDead }: QueueState): Finding[] {
  if (isDead) {
    if (messages === 0) return [];
    return [
      warning(
        `${name} holds ${messages} messages that could not be handled`,
        "look for message.failed in the log, repair the cause, and move them back (docs/operations.md, RabbitMQ)",
      ),
    ];
  }
  if (consumers === 0)
    return [
      fault(`no process consumes ${name}, which holds ${messages} messages`, `start the app ${name.split(".")[0]}`),
    ];
  if (messages > MANY)
    return [warning(`${name} holds ${messages} messages`, `run more of the app ${name.split(".")[0]}`)];
  return [];
}
