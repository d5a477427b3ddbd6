import { compressionsOf, type Feed } from "@skucast/contracts/feeds/feed";
import { LIMITS } from "@skucast/contracts/limits";
import { type Fault, validationFailed } from "@skucast/contracts/problem";

/**
 * Refuses a file that no reader takes (Parquet is compressed inside, and gzip around it would hide its footer; nothing else
 * has Zstandard), and more files than their writers have memory for.
 */
export function assertFileOptionsMatch({
  format,
  compression,
  shards,
}: Pick<Feed, "format" | "compression" | "shards">): void {
  const faults: Fault[] = [];
  const compressions = compressionsOf(format);
  if (!compressions.includes(compression)) {
    const reason = format === "parquet" ? "parquet, which is compressed inside" : format;
    const message = `must be ${compressions.join(" or ")} for ${reason}`;
    faults.push({ pointer: "/compression", code: "not_allowed", message });
  }
  if (format === "parquet" && shards > LIMITS.parquetShardsMax) {
    const message = `must be ${LIMITS.parquetShardsMax} at most for parquet, whose writer collects rows`;
    faults.push({ pointer: "/shards", code: "too_big", message });
  }
  if (faults.length > 0) throw validationFailed(faults);
}
