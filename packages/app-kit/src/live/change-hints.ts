import { type ChangeKind, isChangeKind } from "@skucast/contracts/live/change-kinds";
import type { Bus, Listening } from "@skucast/events/bus";
import { delay } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import { startLoop } from "@skucast/service-kit/loop";
import { z } from "zod";

/** Hears that things of these kinds have changed in a workspace. */
export type HintHandler = (kinds: readonly ChangeKind[]) => void;

/**
 * Says in every process, within a fraction of a second, that something of a kind has changed in a workspace. A hint says
 * no more than that and may be lost: who hears it reads again what it has shown.
 */
export interface ChangeHints {
  /** Says it after the change was committed; cheap enough for every write. Never throws. */
  note(workspaceId: string, kind: ChangeKind): void;
  /** Begins to listen; further calls do nothing. */
  start(): void;
  /** Whether hints from other processes arrive just now. */
  isLive(): boolean;
  /** Hears of one workspace; answers how to stop. */
  hear(workspaceId: string, handler: HintHandler): () => void;
  /** Ends before the bus does; what was noted and not told is lost. */
  close(): Promise<void>;
}

const CHANGES_TOPIC = "changes";
/** Hints gather for so long: a burst of writes is one broadcast. */
const GATHER_MS = 100;
/** With all their kinds they fit into one broadcast. */
const WORKSPACES_PER_BROADCAST = 20;
/** Hints of more workspaces than these, within one gathering, are lost. */
const WORKSPACES_MAX = 5_000;

/** What is broadcast: kinds by workspace. A newer process may know more kinds. */
const hintsSchema = z.record(z.string().max(100), z.array(z.string().max(100)).max(100));

export function createChangeHints({ bus, logger }: { readonly bus: Bus; readonly logger: Logger }): ChangeHints {
  const unsent = new Map<string, Set<ChangeKind>>();
  const hearers = new Map<string, Set<HintHandler>>();
  let listening: Listening | undefined;

  const telling = startLoop({
    name: "hints.tell",
    logger,
    next: () => undefined,
    run: async (signal) => {
      await delay(GATHER_MS, signal);
      const hints = [...unsent];
      unsent.clear();
      for (let start = 0; start < hints.length; start += WORKSPACES_PER_BROADCAST) {
        await bus.broadcast(CHANGES_TOPIC, renderHints(hints.slice(start, start + WORKSPACES_PER_BROADCAST)));
      }
    },
    onError: (err) => logger.debug({ event: "hints.lost", err }, "the bus takes no hints of changes"),
  });

  function hear(body: string): void {
    for (const [workspaceId, kinds] of readHints(body, logger)) {
      for (const handler of hearers.get(workspaceId) ?? []) handler(kinds);
    }
  }

  return {
    note: (workspaceId, kind) => {
      const kinds = unsent.get(workspaceId) ?? new Set();
      if (kinds.size === 0 && unsent.size >= WORKSPACES_MAX) return;
      unsent.set(workspaceId, kinds.add(kind));
      telling.wake();
    },
    start: () => {
      listening ??= bus.listen(CHANGES_TOPIC, hear);
    },
    isLive: () => listening?.isLive() ?? false,
    hear: (workspaceId, handler) => {
      const own: HintHandler = (kinds) => handler(kinds);
      const ofWorkspace = hearers.get(workspaceId) ?? new Set();
      hearers.set(workspaceId, ofWorkspace.add(own));
      return () => {
        ofWorkspace.delete(own);
        if (ofWorkspace.size === 0 && hearers.get(workspaceId) === ofWorkspace) hearers.delete(workspaceId);
      };
    },
    close: async () => {
      await Promise.all([telling.stop(), listening?.stop()]);
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
    logger.error({ event: "hints.unreadable", err }, "a broadcast of changes cannot be read");
    return [];
  }
}
