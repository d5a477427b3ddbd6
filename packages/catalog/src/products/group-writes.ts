import type { Binding } from "@skucast/contracts/principal";
import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import { currentTraceparent } from "@skucast/service-kit/traces";
import { type Intent, type Outcome, writeProducts } from "./write-products.js";

type Deps = Parameters<typeof writeProducts>[0];

/** Groups concurrent writes of single products, so that they share statements and commits. */
export interface GroupedWrites {
  /** Writes one product; concurrent calls of one actor in one workspace share a read, a write and a commit. */
  write(binding: Binding, intent: Intent): Promise<Outcome>;
}

interface Waiting {
  readonly intent: Intent;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

interface Queue {
  readonly binding: Binding;
  waiting: Waiting[];
  groupsInFlight: number;
  /** SKUs of the groups in flight. Another write of the same SKU waits, so that they do not conflict. */
  readonly busy: Set<string>;
}

const GROUP_SIZE_MAX = 200;
const GROUPS_IN_FLIGHT_MAX = 2;

export function createGroupedWrites(deps: Deps): GroupedWrites {
  const queues = new Map<string, Queue>();

  function start(queue: Queue): void {
    while (queue.groupsInFlight < GROUPS_IN_FLIGHT_MAX && queue.waiting.length > 0) {
      const group = takeGroup(queue);
      if (group.length === 0) return;
      queue.groupsInFlight += 1;
      void settleGroup(deps, queue.binding, group).finally(() => {
        queue.groupsInFlight -= 1;
        for (const { intent } of group) queue.busy.delete(intent.sku);
        if (queue.waiting.length > 0) start(queue);
        else if (queue.groupsInFlight === 0) queues.delete(nameOf(queue.binding));
      });
    }
  }

  return {
    write: (binding, intent) =>
      new Promise((resolve, reject) => {
        let queue = queues.get(nameOf(binding));
        if (!queue) {
          queue = { binding, waiting: [], groupsInFlight: 0, busy: new Set() };
          queues.set(nameOf(binding), queue);
        }
        const present = queue;
        const traceparent = currentTraceparent() ?? null;
        present.waiting.push({ intent: { ...intent, traceparent }, resolve, reject });
        // Starts after all requests of this turn of the event loop have been read, so that they are grouped.
        if (present.waiting.length === 1) setImmediate(() => start(present));
      }),
  };
}

const nameOf = ({ workspaceId, actor }: Binding): string => `${workspaceId} ${actor}`;

function takeGroup(queue: Queue): Waiting[] {
  const group: Waiting[] = [];
  const rest: Waiting[] = [];
  for (const entry of queue.waiting) {
    if (group.length < GROUP_SIZE_MAX && !queue.busy.has(entry.intent.sku)) {
      queue.busy.add(entry.intent.sku);
      group.push(entry);
    } else rest.push(entry);
  }
  queue.waiting = rest;
  return group;
}

async function settleGroup(deps: Deps, binding: Binding, group: readonly Waiting[]): Promise<void> {
  try {
    const outcomes = await writeProducts(
      deps,
      binding,
      group.map(({ intent }) => intent),
    );
    for (const [i, entry] of group.entries()) {
      const outcome = outcomes[i];
      if (outcome) entry.resolve(outcome);
      else entry.reject(new Error("a grouped write has no outcome"));
    }
  } catch (error) {
    // A row that the database rejects must not fail the other rows of its group: each is written alone.
    if (group.length > 1 && !isDatabaseUnavailable(error)) {
      for (const entry of group) await settleGroup(deps, binding, [entry]);
    } else for (const entry of group) entry.reject(error);
  }
}
