import type { ChangedSubjects } from "@skucast/credentials/changed-subjects";
import type { ClockReadings } from "@skucast/credentials/clock-readings";
import { CONFIRMED_MS, type Freshness, UNCONFIRMED_MS } from "@skucast/credentials/verify-token";
import type { Database } from "@skucast/db/database";
import { pruneRevocations } from "@skucast/db/revocations/prune-revocations";
import type { BroadcastSubscription, Bus } from "@skucast/events/bus";
import type { Logger } from "@skucast/service-kit/logger";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";
import { createAnnouncer, REVOCATIONS_TOPIC, readAnnouncement } from "./announce-revocations.js";
import { createReplicaWatch } from "./replica-watch.js";
import { createRevocationJournal } from "./revocation-journal.js";
import type { RevocationListeners } from "./revocation-listeners.js";

export interface RevocationFeedOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly changes: ChangedSubjects;
  readonly listeners: RevocationListeners;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly region: string;
  readonly now: () => ClockReadings;
}

/** Delivers revocations to this process: quickly by the bus, and reliably by the journal in the database. */
export interface RevocationFeed {
  readonly freshness: Freshness;
  /** Starts listening and reading. Further calls do nothing. */
  start(): void;
  /**
   * Applies revocations here immediately and broadcasts them. The journal delivers what the bus loses. Never throws.
   */
  announce(subjects: readonly string[]): void;
  stop(): Promise<void>;
}

const PRUNE_INTERVAL_MS = 600_000;

export function createRevocationFeed(options: RevocationFeedOptions): RevocationFeed {
  const { db, bus, changes, listeners, logger, metrics, region } = options;
  const applyRevocations = (subjects: readonly string[]) => {
    changes.note(subjects);
    listeners.notify(subjects);
  };
  const applyUnknownRevocations = () => {
    changes.noteAll();
    listeners.notifyAll();
  };
  const journal = createRevocationJournal({ ...options, applyRevocations, applyUnknownRevocations });
  const replica = createReplicaWatch(options);
  const announceByBus = createAnnouncer(bus, logger);
  const loops: Loop[] = [];
  let listening: BroadcastSubscription | undefined;
  let stopObserving = () => {};
  let isStopped = false;

  const isConfirmed = () => (listening?.isLive() ?? false) && journal.isRead();
  const freshness = { isConfirmed, hasReplica: () => isConfirmed() && replica.isCurrent() };

  return {
    freshness,
    start: () => {
      if (listening || isStopped) return;
      listening = bus.listen(REVOCATIONS_TOPIC, (body) => applyRevocations(readAnnouncement(body, logger)));
      loops.push(journal.start(), ...replica.start());
      const prune = () => pruneRevocations(db);
      loops.push(startLoop({ name: "revocations.prune", intervalMs: PRUNE_INTERVAL_MS, logger, run: prune }));
      stopObserving = metrics.observe(METRICS.credentialsBelieved, () => [
        { labels: { region }, value: (isConfirmed() ? CONFIRMED_MS : UNCONFIRMED_MS) / 1_000 },
      ]);
    },
    announce: (subjects) => {
      applyRevocations(subjects);
      announceByBus(subjects);
    },
    stop: async () => {
      isStopped = true;
      stopObserving();
      await Promise.all([listening?.stop(), ...loops.map((loop) => loop.stop())]);
    },
  };
}
