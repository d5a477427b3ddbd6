import { type ChangeKind, isChangeKind } from "@skucast/contracts/live/change-kinds";
import type { BroadcastSubscription, Bus } from "@skucast/events/bus";
import { delay } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import { startLoop } from "@skucast/service-kit/loop";
import { z } from "zod";
import { createRecentChanges } from "./recent-changes.js";

/** Called when objects of these kinds changed in a workspace. */
export type HintHandler = (kinds: readonly ChangeKind[]) => void;

/** Called when objects of these kinds changed in any workspace. */
export type WorkspaceHintHandler = (workspaceId: string, kinds: readonly ChangeKind[]) => void;

/**
 * Reports to every process, within a fraction of a second, that an object of a kind changed in a workspace. Hints carry
 * nothing else and may be lost; listeners read again what they show.
 */
export interface ChangeHints {
  /** Records a hint after the commit. Fast enough for every write. Never throws. */
  note(workspaceId: string, kind: ChangeKind): void;
  /** Starts listening. Further calls do nothing. */
  start(): void;
  /** Identifies the connection that hints arrive on. Those between two connections are lost. Undefined: none. */
  connection(): object | undefined;
  /**
   * The kinds of objects of a workspace that may have changed in the last `withinMs` milliseconds: all kinds, if that is
   * longer than this process remembers.
   */
  changedWithin(workspaceId: string, withinMs: number): readonly ChangeKind[];
  /** Subscribes to one workspace. Returns a function that unsubscribes. */
  subscribe(workspaceId: string, handler: HintHandler): () => void;
  /** Subscribes to all workspaces. Returns a function that unsubscribes. */
  subscribeToAll(handler: WorkspaceHintHandler): () => void;
  /** Close it before the bus. Unsent hints are lost. */
  close(): Promise<void>;
}

const CHANGES_TOPIC = "changes";
/** Hints are collected for this time, so that a burst of writes is one broadcast. */
const BATCH_MS = 100;
/** This many workspaces with all kinds fit into one broadcast. */
const WORKSPACES_PER_BROADCAST = 20;
/** Hints of more workspaces within one batch are lost. */
const WORKSPACES_MAX = 5_000;

/** The broadcast: kinds by workspace. A newer process may send more kinds. */
const hintsSchema = z.record(z.string().max(100), z.array(z.string().max(100)).max(100));

export function createChangeHints({ bus, logger }: { readonly bus: Bus; readonly logger: Logger }): ChangeHints {
  const unsent = new Map<string, Set<ChangeKind>>();
  const handlers = new Map<string, Set<HintHandler>>();
  const handlersOfAll = new Set<WorkspaceHintHandler>();
  let recent = createRecentChanges();
  let listening: BroadcastSubscription | undefined;
  let connection: object | undefined;

  function add(workspaceId: string, kind: ChangeKind): void {
    const kinds = unsent.get(workspaceId) ?? new Set();
    if (kinds.size === 0 && unsent.size >= WORKSPACES_MAX) return;
    unsent.set(workspaceId, kinds.add(kind));
  }

  const broadcasting = startLoop({
    name: "hints.broadcast",
    logger,
    next: () => undefined,
    run: async (signal) => {
      await delay(BATCH_MS, signal);
      while (unsent.size > 0) {
        const hints = [...unsent].slice(0, WORKSPACES_PER_BROADCAST);
        for (const [workspaceId] of hints) unsent.delete(workspaceId);
        try {
          await bus.broadcast(CHANGES_TOPIC, renderHints(hints));
        } catch (error) {
          for (const [workspaceId, kinds] of hints) for (const kind of kinds) add(workspaceId, kind);
          throw error;
        }
      }
    },
    onError: (err) =>
      logger.debug({ event: "hints.failed", err }, "change hints could not be broadcast; they are retried"),
  });

  /** What changed between two connections is unknown. */
  function restartAfterGap(): void {
    if (connection === listening?.connection()) return;
    connection = listening?.connection();
    recent = createRecentChanges();
  }

  function receive(body: string): void {
    restartAfterGap();
    for (const [workspaceId, kinds] of readHints(body, logger)) {
      recent.note(workspaceId, kinds);
      for (const handler of handlersOfAll) handler(workspaceId, kinds);
      for (const handler of handlers.get(workspaceId) ?? []) handler(kinds);
    }
  }

  return {
    note: (workspaceId, kind) => {
      add(workspaceId, kind);
      broadcasting.wake();
    },
    start: () => {
      listening ??= bus.listen(CHANGES_TOPIC, receive);
    },
    connection: () => listening?.connection(),
    changedWithin: (workspaceId, withinMs) => {
      restartAfterGap();
      return recent.changedWithin(workspaceId, withinMs);
    },
    subscribe: (workspaceId, handler) => {
      const own: HintHandler = (kinds) => handler(kinds);
      const ofWorkspace = handlers.get(workspaceId) ?? new Set();
      handlers.set(workspaceId, ofWorkspace.add(own));
      return () => {
        ofWorkspace.delete(own);
        if (ofWorkspace.size === 0 && handlers.get(workspaceId) === ofWorkspace) handlers.delete(workspaceId);
      };
    },
    subscribeToAll: (handler) => {
      const own: WorkspaceHintHandler = (workspaceId, kinds) => handler(workspaceId, kinds);
      handlersOfAll.add(own);
      return () => void handlersOfAll.delete(own);
    },
    close: async () => {
      await Promise.all([broadcasting.stop(), listening?.stop()]);
    },
  };
}

const renderHints = (hints: readonly (readonly [string, ReadonlySet<ChangeKind>])[]): string =>
  JSON.stringify(Object.fromEntries(hints.map(([workspaceId, kinds]) => [workspaceId, [...kinds]])));

function readHints(body: string, logger: Logger): [workspaceId: string, kinds: ChangeKind[]][] {
  try {
    const hints = hintsSchema.parse(JSON.parse(body));
    return Object.entries(hints).map(([workspaceId, kinds]) => [workspaceId, kinds.filter(isChangeKind)]);
  } catch (err) {
    logger.error({ event: "hints.unreadable", err }, "a broadcast of change hints could not be parsed");
    return [];
  }
}
