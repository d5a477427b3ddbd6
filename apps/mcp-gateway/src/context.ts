import type { Credentials } from "@skucast/app-kit/credentials";
import { openDomainProofs } from "@skucast/app-kit/open-domain-proofs";
import { errorDocsUrlOf, publicUrlOf } from "@skucast/app-kit/open-origin";
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
import { type Cursors, createCursors } from "@skucast/http-kit/cursors";
import { createProblems, type Problems } from "@skucast/http-kit/problems";
import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import type { McpGatewaySettings } from "./config.js";

/** What the MCP server needs. */
export interface McpContext {
  readonly settings: McpGatewaySettings;
  /** URL at which clients reach the origin, without a trailing slash. */
  readonly publicUrl: string;
  readonly catalog: CatalogContext;
  readonly credentials: Pick<Credentials, "verify" | "explainRejection" | "onRevoked">;
  readonly cursors: Cursors;
  readonly problems: Problems;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export function createContext(settings: McpGatewaySettings, resources: Resources): McpContext {
  const { db, keyring, guard, clock, logger, metrics, credentials, hints, turns } = resources;
  const quotas = quotasOf(settings);
  const productQuota = createProductQuota({ db, clock, quotas });
  return {
    settings,
    publicUrl: publicUrlOf(settings),
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
      // Browser sessions are not accepted here, and apps and keys have no address.
      needsConfirmedAddress: false,
      clock,
      // The relay runs in catalog-api and polls several times a second.
      onStored: () => {},
      hint: hints.note,
      announceRevoked: credentials.announce,
    },
    credentials,
    cursors: createCursors(deriveKey(keyring, "cursors")),
    problems: createProblems({ errorDocsUrl: errorDocsUrlOf(settings), logger, translate: databaseProblem }),
    logger,
    metrics,
  };
}
