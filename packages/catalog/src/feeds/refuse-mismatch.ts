import type { Feed } from "@skucast/contracts/feeds/feed";
import { LIMITS } from "@skucast/contracts/limits";
import { type Fault, validationFailed } from "@skucast/contracts/problem";

/**
 * Refuses a file that no reader takes (Parquet is compressed inside, and gzip around it would hide its footer), and more
 * files than their writers have memory for.
 */
export function refuseMismatch({ format, compression, shards }: Pick<Feed, "format" | "compression" | "shards">): void {
  if (format !== "parquet") return;
  const faults: Fault[] = [];
  if (compression !== "none") {
    const message = "must be none for parquet, whose columns are compressed already";
    faults.push({ pointer: "/compression", code: "not_allowed", message });
  }
  if (shards > LIMITS.parquetShardsMax) {
    const message = `must be ${LIMITS.parquetShardsMax} at most for parquet, whose writer collects rows`;
    faults.push({ pointer: "/shards", code: "too_big", message });
  }
  if (faults.length > 0) throw validationFailed(faults);
}
