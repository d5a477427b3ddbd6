/** `events` goes to every queue whose pattern matches; `work` to the one queue that the routing key names. */
export type ExchangeKind = "events" | "work";

export interface QueueDefinition {
  readonly name: string;
  readonly exchange: ExchangeKind;
  /** Routing key; for `events` a topic pattern, where `*` is one word and `#` any number of words. */
  readonly pattern: string;
  /** How often a message is redelivered before it is dead-lettered. */
  readonly deliveryLimit: number;
}

const DELIVERY_LIMIT = 20;

/** All queues. A message is copied into each queue of its exchange whose pattern matches its routing key. */
export const QUEUES = {
  /** All events, for the endpoints that subscribe to them. */
  webhookEvents: { name: "webhook-dispatcher.events", exchange: "events", pattern: "#", deliveryLimit: DELIVERY_LIMIT },
  /** Processes of earlier versions put events beyond their workspace's share here. */
  webhookOverflow: {
    name: "webhook-dispatcher.overflow",
    exchange: "work",
    pattern: "event.overflow",
    deliveryLimit: DELIVERY_LIMIT,
  },
  /** Orders to attempt deliveries now. */
  webhookAttempts: {
    name: "webhook-dispatcher.attempts",
    exchange: "work",
    pattern: "delivery.attempt",
    deliveryLimit: DELIVERY_LIMIT,
  },
  /** Runs that wait for an exporter. */
  exporterRuns: {
    name: "sftp-exporter.runs",
    exchange: "events",
    pattern: "feed.run.queued",
    deliveryLimit: DELIVERY_LIMIT,
  },
  /** Imports that wait for an importer. */
  importerImports: {
    name: "importer.imports",
    exchange: "events",
    pattern: "import.queued",
    deliveryLimit: DELIVERY_LIMIT,
  },
} as const satisfies Record<string, QueueDefinition>;

/** All queues as a list: what a bus declares by default. */
export const TOPOLOGY: readonly QueueDefinition[] = Object.values(QUEUES);

/** Queues of earlier versions that no process consumes any more. They are deleted, since they would only grow. */
export const RETIRED_QUEUES: readonly string[] = ["mcp-gateway.search", "mcp-gateway.search.dead"];

/** Names on the broker. The namespace, empty in production, keeps tests that share a virtual host apart. */
export function brokerNames(namespace = "") {
  return {
    exchanges: { events: `${namespace}skucast.events`, work: `${namespace}skucast.work` },
    deadExchange: `${namespace}skucast.dead`,
    broadcastExchange: `${namespace}skucast.broadcast`,
    queue: (queue: QueueDefinition) => `${namespace}${queue.name}`,
  } as const;
}

/** The queue of messages that a queue's consumer could not handle. It can be consumed like any queue. */
export function deadLetterQueue(queue: QueueDefinition): QueueDefinition {
  return { ...queue, name: `${queue.name}.dead` };
}

/** Messages with the routing key of a work queue are work; all others are events. */
export function exchangeOf(routingKey: string, topology: readonly QueueDefinition[] = TOPOLOGY): ExchangeKind {
  return topology.some((queue) => isWorkOf(queue, routingKey)) ? "work" : "events";
}

/** The queues that get a copy of a message, by the rules of AMQP topic and direct exchanges. */
export function queuesFor(routingKey: string, topology: readonly QueueDefinition[] = TOPOLOGY): QueueDefinition[] {
  if (exchangeOf(routingKey, topology) === "work") return topology.filter((queue) => isWorkOf(queue, routingKey));
  return topology.filter(({ exchange, pattern }) => exchange === "events" && matchesPattern(pattern, routingKey));
}

const isWorkOf = ({ exchange, pattern }: QueueDefinition, routingKey: string): boolean =>
  exchange === "work" && pattern === routingKey;

function matchesPattern(pattern: string, routingKey: string): boolean {
  return matchesWords(pattern.split("."), routingKey.split("."));
}

function matchesWords(pattern: readonly string[], words: readonly string[]): boolean {
  const [first, ...patternRest] = pattern;
  if (first === undefined) return words.length === 0;
  if (first === "#") {
    return matchesWords(patternRest, words) || (words.length > 0 && matchesWords(pattern, words.slice(1)));
  }
  const [word, ...wordsRest] = words;
  return word !== undefined && (first === "*" || first === word) && matchesWords(patternRest, wordsRest);
}
