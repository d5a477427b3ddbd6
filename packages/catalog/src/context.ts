import type { ChangeKind } from "@skucast/contracts/live/change-kinds";
import type { Keyring } from "@skucast/credentials/keyring";
import type { SealingKey } from "@skucast/credentials/sealing-keys";
import type { Database } from "@skucast/db/database";
import type { WorkspacePrisma } from "@skucast/db/prisma";
import type { Clock } from "@skucast/service-kit/clock";
import type { TargetGuard } from "@skucast/targets/target-guard";
import type { GroupedWrites } from "./products/group-writes.js";

/** What the verbs need; REST and MCP make one each and pass it with every call. */
export interface CatalogContext {
  readonly db: Database;
  readonly prisma: WorkspacePrisma;
  readonly productWrites: GroupedWrites;
  readonly keyring: Keyring;
  /** Seals endpoints' signing keys; opening them is the dispatcher's alone. */
  readonly webhookSealing: SealingKey;
  readonly guard: TargetGuard;
  readonly clock: Clock;
  /** Told after a change was stored, so that its event leaves at once. */
  readonly onStored: () => void;
  /** Told after a change was stored that no event tells of, for whoever looks at such things just now. */
  readonly hint: (workspaceId: string, kind: ChangeKind) => void;
  /** Told after keys, grants or memberships lost what they had, so that every process refuses them at once. */
  readonly announceRevoked: (subjects: readonly string[]) => void;
}
