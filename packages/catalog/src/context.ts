import type { ChangeKind } from "@skucast/contracts/live/change-kinds";
import type { Keyring } from "@skucast/credentials/keyring";
import type { SealingKey } from "@skucast/credentials/sealing-keys";
import type { Database } from "@skucast/db/database";
import type { WorkspacePrisma } from "@skucast/db/prisma";
import type { Clock } from "@skucast/service-kit/clock";
import type { Turns } from "@skucast/service-kit/turns";
import type { DomainProofs } from "@skucast/targets/domain-proofs";
import type { TargetGuard } from "@skucast/targets/target-guard";
import type { GroupedWrites } from "./products/group-writes.js";
import type { ProductQuota } from "./quotas/product-quota.js";
import type { Quotas } from "./quotas/quotas.js";
import type { RenderingTurns } from "./rendering-turns.js";

/** What the operations need. REST and MCP create one each and pass it with every call. */
export interface CatalogContext {
  readonly db: Database;
  readonly prisma: WorkspacePrisma;
  readonly productWrites: GroupedWrites;
  /** Limits the products of each workspace to its quota. */
  readonly productQuota: ProductQuota;
  /** What each workspace may hold. */
  readonly quotas: Quotas;
  readonly keyring: Keyring;
  /** Encrypts the signing keys of endpoints; only the dispatcher can decrypt them. */
  readonly webhookSealing: SealingKey;
  readonly guard: TargetGuard;
  readonly clock: Clock;
  /** Shares the thread of the process among workspaces. */
  readonly turns: Turns;
  /** Limits the previews and checks of each workspace, which take such turns. */
  readonly renderingTurns: RenderingTurns;
  /** Reads what owners have published about their domains. */
  readonly domainProofs: DomainProofs;
  /** Whether a channel in the public directory needs a proven domain and links only to proven domains. */
  readonly directoryProof: "required" | "optional";
  /** Whether people must confirm their address before they let others in: where the deployment sends mail. */
  readonly needsConfirmedAddress: boolean;
  /** Called after a change is committed, so that its events are sent at once. */
  readonly onStored: () => void;
  /** Called after a committed change that has no event, to notify open pages that show such objects. */
  readonly hint: (workspaceId: string, kind: ChangeKind) => void;
  /** Called after keys, grants or memberships were revoked or narrowed, so that every process rejects them at once. */
  readonly announceRevoked: (subjects: readonly string[]) => void;
}
