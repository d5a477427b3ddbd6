import { openDomainProofs } from "@skucast/app-kit/open-domain-proofs";
import { errorDocsUrlOf } from "@skucast/app-kit/open-origin";
import type { Resources } from "@skucast/app-kit/resources";
import { quotasOf } from "@skucast/app-kit/settings";
import type { CatalogContext } from "@skucast/catalog/context";
import { createGroupedWrites } from "@skucast/catalog/products/group-writes";
import { createProductQuota } from "@skucast/catalog/quotas/product-quota";
import { createRenderingTurns } from "@skucast/catalog/rendering-turns";
import { deriveKey } from "@skucast/credentials/keyring";
import { webhookSealingKey } from "@skucast/credentials/webhook-sealing";
import { databaseProblem } from "@skucast/db/database-problem";
import { openPrisma } from "@skucast/db/prisma";
import { createRelay, type Relay } from "@skucast/events/relay";
import type { FileStore } from "@skucast/file-store/file-store";
import { openFileStore } from "@skucast/file-store/open-file-store";
import { type Cursors, createCursors } from "@skucast/http-kit/cursors";
import { createProblems, type Problems } from "@skucast/http-kit/problems";
import type { CatalogApiSettings } from "./config.js";
import { type FeedServerAddress, feedServerAddressOf } from "./feed-server-address.js";
import { hintChangesOfEvents } from "./live/hint-changes-of-events.js";
import { createLiveStreams, type LiveStreams } from "./live/live-streams.js";

/** Everything that the REST API uses. */
export interface ApiContext {
  readonly settings: CatalogApiSettings;
  readonly resources: Resources;
  readonly catalog: CatalogContext;
  readonly relay: Relay;
  readonly cursors: Cursors;
  readonly problems: Problems;
  readonly feeds: FeedServerAddress;
  /** The store of the runs' files, which the API only reads. */
  readonly files: FileStore;
  readonly live: LiveStreams;
}

export function createContext(settings: CatalogApiSettings, resources: Resources): ApiContext {
  const { db, bus, keyring, guard, clock, logger, metrics, hints, turns } = resources;
  const quotas = quotasOf(settings);
  const productQuota = createProductQuota({ db, clock, quotas });
  const relay = createRelay({ db, bus, clock, logger, metrics, onSent: hintChangesOfEvents(hints) });
  return {
    settings,
    resources,
    catalog: {
      db,
      prisma: openPrisma(db),
      productWrites: createGroupedWrites({ db, clock, turns, productQuota }),
      productQuota,
      quotas,
      keyring,
      webhookSealing: webhookSealingKey(keyring, settings.SKUCAST_WEBHOOK_SEALING_KEY),
      guard,
      turns,
      renderingTurns: createRenderingTurns(turns),
      domainProofs: openDomainProofs({ guard }),
      directoryProof: settings.SKUCAST_DIRECTORY_PROOF,
      needsConfirmedAddress: settings.SKUCAST_SMTP_URL !== undefined,
      clock,
      onStored: () => relay.wake(),
      hint: hints.note,
      announceRevoked: resources.credentials.announce,
    },
    relay,
    cursors: createCursors(deriveKey(keyring, "cursors")),
    feeds: feedServerAddressOf(settings),
    files: openFileStore(settings),
    live: createLiveStreams(resources),
    problems: createProblems({ errorDocsUrl: errorDocsUrlOf(settings), logger, translate: databaseProblem }),
  };
}
