import type { ChangedBy } from "@skucast/contracts/events/changed-by";
import type { Binding } from "@skucast/contracts/principal";
import { boolArray, hexArray, int4Array, int8Array, textArray, timestamptzArray } from "../array-parameter.js";
import { type Database, tryInWorkspace } from "../database.js";

/** A difference in what a workspace holds; negative if it becomes less. */
export interface Growth {
  readonly products: number;
  /** UTF-8 bytes of the products' documents, without those of tombstones. */
  readonly bytes: number;
}

/** A decided change of one product, with its event. */
export interface ProductChange {
  readonly sku: string;
  readonly id: string;
  /** The version that the decision is based on. 0 if there was no row. */
  readonly expectedVersion: number;
  readonly version: number;
  readonly status: string;
  readonly availability: string;
  readonly brand: string | null;
  /** Hexadecimal. */
  readonly contentHash: string;
  /** The product's JSON as the API returns it. */
  readonly doc: string;
  readonly createdAt: Date;
  readonly deleted: boolean;
  /** Null if there is no event, because only the version changed. */
  readonly eventId: string | null;
  readonly eventType: string;
  /** JSON object of the former values of the changed fields. */
  readonly previous: string;
  /** Who made the change, for the event. */
  readonly changedBy?: ChangedBy | undefined;
  /** W3C trace context of the request that caused it. */
  readonly traceparent: string | null;
  /** Hash (hexadecimal) of the imported row with these values. The same row again changes nothing. */
  readonly rowHash?: string | undefined;
  /** If an import archives the product because its file has no row of it: the status before. */
  readonly archivedFrom?: string | undefined;
  /** What the change adds to the workspace's products and to the bytes of their documents. */
  readonly growth: Growth;
}

export interface ProductWrite {
  readonly binding: Binding;
  readonly now: Date;
  /** All or nothing: if another write changed one of the products first, nothing is written and the result is empty. */
  readonly atomic: boolean;
  /** Whether to roll back at the end, to see what the database rejects. */
  readonly isTrial?: boolean;
  /** The source whose import has the products; otherwise each keeps the source that it has. */
  readonly sourceId?: string | null | undefined;
  /** Each SKU at most once, in ascending order, so that two writes cannot deadlock. */
  readonly changes: readonly ProductChange[];
}

/**
 * Writes changes and their events in one statement. Returns the SKUs that were written. The others have another version
 * now and must be decided again. Empty if another write created one of the new SKUs first.
 */
export async function writeProducts(
  db: Database,
  { binding, now, atomic, isTrial = false, sourceId = null, changes }: ProductWrite,
): Promise<Set<string>> {
  const column = <K extends keyof ProductChange>(name: K): ProductChange[K][] => changes.map((change) => change[name]);
  const statement = {
    ...(sourceId === null ? STORE : STORE_OF_SOURCE),
    rowMode: "array" as const,
    values: [
      binding.workspaceId,
      binding.actor,
      now,
      textArray(column("traceparent")),
      atomic,
      textArray(column("sku")),
      textArray(column("id")),
      int8Array(column("expectedVersion")),
      int8Array(column("version")),
      textArray(column("status")),
      textArray(column("availability")),
      textArray(column("brand")),
      hexArray(column("contentHash")),
      textArray(column("doc")),
      timestamptzArray(column("createdAt")),
      boolArray(column("deleted")),
      textArray(column("eventId")),
      textArray(column("eventType")),
      textArray(changes.map(afterObject)),
      hexArray(changes.map(({ rowHash }) => rowHash ?? null)),
      textArray(changes.map(({ archivedFrom }) => archivedFrom ?? null)),
      int4Array(changes.map(({ growth }) => growth.products)),
      int4Array(changes.map(({ growth }) => growth.bytes)),
      ...(sourceId === null ? [] : [sourceId]),
    ],
  };
  try {
    const { rows } = isTrial
      ? await tryInWorkspace(db, binding, (client) => client.query<[string[] | null]>(statement))
      : await db.shares.run(binding.workspaceId, () => db.app.query<[string[] | null]>(statement));
    const [written = null] = rows[0] ?? [];
    return new Set(written ?? column("sku"));
  } catch (error) {
    if (isLostRace(error)) return new Set();
    throw error;
  }
}

const STORE = {
  name: "product_store",
  text: "SELECT product_store($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23)",
};
/** With a setting that product_store reads, because the previous version calls it with the same parameters. */
const STORE_OF_SOURCE = {
  name: "product_store_of_source",
  text: `${STORE.text} FROM set_config('app.source_id', $24, true)`,
};

/** What follows the object in the data of an event, as JSON: the former values, and who made the change. */
const afterObject = ({ previous, changedBy }: ProductChange): string =>
  changedBy === undefined ? previous : `${previous},"changed_by":${JSON.stringify(changedBy)}`;

/**
 * The statement was rolled back, so everything can be decided again: another write created a new SKU (23505), an atomic
 * write found another version (40001), or a deadlock (40P01).
 */
const isLostRace = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["23505", "40001", "40P01"].includes(String(error.code));
