import type { Credentials } from "@skucast/app-kit/credentials";
import { errorDocsUrlOf, publicUrlOf } from "@skucast/app-kit/open-origin";
import type { Resources } from "@skucast/app-kit/resources";
import type { CatalogContext } from "@skucast/catalog/context";
import { createGroupedWrites } from "@skucast/catalog/products/group-writes";
import { deriveKey } from "@skucast/credentials/keyring";
import { webhookSealingKey } from "@skucast/credentials/webhook-sealing";
import { databaseProblem } from "@skucast/db/database-problem";
import { openPrisma } from "@skucast/db/prisma";
import { type Cursors, createCursors } from "@skucast/http-kit/cursors";
import { createProblems, type Problems } from "@skucast/http-kit/problems";
import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import type { McpGatewaySettings } from "./config.js";

/** Everything the MCP server touches. */
export interface McpContext {
  readonly settings: McpGatewaySettings;
  /** Address at which clients see the origin, without a slash at its end. */
  readonly publicUrl: string;
  readonly catalog: CatalogContext;
  readonly credentials: Pick<Credentials, "verify" | "onRevoked">;
  readonly cursors: Cursors;
  readonly problems: Problems;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export function createContext(settings: McpGatewaySettings, resources: Resources): McpContext {
  const { db, keyring, guard, clock, logger, metrics, credentials, hints } = resources;
  return {
    settings,
    publicUrl: publicUrlOf(settings),
    catalog: {
      db,
      prisma: openPrisma(db),
      productWrites: createGroupedWrites({ db, clock }),
      keyring,
      webhookSealing: webhookSealingKey(keyring, settings.SKUCAST_WEBHOOK_SEALING_KEY),
      guard,
      clock,
      // The relay lives in catalog-api and looks for itself several times a second.
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
