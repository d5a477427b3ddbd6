// Every fault test, by its name.

import { attackedPullServer } from "./cases/attacked-pull-server.mjs";
import { brokenConnections } from "./cases/broken-connections.mjs";
import { killedNodes, partitionedNodes } from "./cases/broker-cluster.mjs";
import { burst } from "./cases/burst.mjs";
import { clockChanges } from "./cases/clock-changes.mjs";
import { cutUploads } from "./cases/cut-uploads.mjs";
import { deadEndpoint } from "./cases/dead-endpoint.mjs";
import { difficultPartners } from "./cases/difficult-partners.mjs";
import { failingEndpoints } from "./cases/failing-endpoints.mjs";
import { hungPrimary, killedPrimary, switchedPrimary } from "./cases/failover.mjs";
import { forgeries } from "./cases/forgeries.mjs";
import { frozenDispatcher } from "./cases/frozen-dispatcher.mjs";
import { hostileAnswers } from "./cases/hostile-answers.mjs";
import { inwardTargets } from "./cases/inward-targets.mjs";
import { killedAnywhere } from "./cases/killed-anywhere.mjs";
import { killedBroker } from "./cases/killed-broker.mjs";
import { killedExporters } from "./cases/killed-exporters.mjs";
import { killedInOrder } from "./cases/killed-in-order.mjs";
import { killedProcesses } from "./cases/killed-processes.mjs";
import { loadingWorkspace } from "./cases/loading-workspace.mjs";
import { longLines } from "./cases/long-lines.mjs";
import { lostQueues } from "./cases/lost-queues.mjs";
import {
  noisyBatches,
  noisyDeliveries,
  noisyImports,
  noisyPreviews,
  noisyRules,
  noisySearches,
  noisyTools,
} from "./cases/noisy-neighbors.mjs";
import { noisyWorkspace } from "./cases/noisy-workspace.mjs";
import { poison } from "./cases/poison.mjs";
import { rebinding } from "./cases/rebinding.mjs";
import { repeatedSubmissions } from "./cases/repeated-submissions.mjs";
import { rotatedSecrets } from "./cases/rotated-secrets.mjs";
import { slowEndpoint } from "./cases/slow-endpoint.mjs";
import { steadyLoad } from "./cases/steady-load.mjs";
import { suspiciousRuns } from "./cases/suspicious-runs.mjs";
import { heldSnapshot, lateCommits, rollbackStorm } from "./cases/transactions.mjs";

export const CASES = {
  T1: steadyLoad,
  T2: burst,
  T3: killedProcesses,
  T4: frozenDispatcher,
  T5: killedBroker,
  T6: lostQueues,
  T10: slowEndpoint,
  N1: noisyWorkspace,
  N2: loadingWorkspace,
  N3: noisyPreviews,
  N4: noisyRules,
  N5: noisyImports,
  N6: noisyBatches,
  N7: noisySearches,
  N8: noisyDeliveries,
  N9: noisyTools,
  T11: failingEndpoints,
  T12: deadEndpoint,
  T13: hostileAnswers,
  T14: repeatedSubmissions,
  T15: rollbackStorm,
  T16: lateCommits,
  T17: heldSnapshot,
  T18: poison,
  T19: brokenConnections,
  T20: rotatedSecrets,
  T21: forgeries,
  T22: inwardTargets,
  T23: rebinding,
  T25: difficultPartners,
  T26: longLines,
  T27: killedExporters,
  T28: clockChanges,
  T29: suspiciousRuns,
  T38: killedInOrder,
  T39: killedAnywhere,
  C1: killedPrimary,
  C2: hungPrimary,
  C3: switchedPrimary,
  C4: killedNodes,
  C5: partitionedNodes,
  T24: cutUploads,
  T30: attackedPullServer,
};

/** Names for several fault tests, in the plural. */
export const FAMILIES = {
  clusters: ["C1", "C2", "C3", "C4", "C5"],
  "noisy-neighbors": ["N3", "N4", "N5", "N6", "N7", "N8", "N9"],
};
