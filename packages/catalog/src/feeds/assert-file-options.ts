import { compressionsOf, type Feed } from "@skucast/contracts/feeds/feed";
import { LIMITS } from "@skucast/contracts/limits";
import { type Fault, validationFailed } from "@skucast/contracts/problem";

/**
 * Rejects compressions that no reader supports (gzip around Parquet would hide its footer; only Parquet has Zstandard), and
 * more Parquet files than there is memory for.
 */
export function assertFileOptionsMatch({
  format,
  compression,
  shards,
}: Pick<Feed, "format" | "compression" | "shards">): void {
  const faults: Fault[] = [];
  const compressions = compressionsOf(format);
  if (!compressions.includes(compression)) {
    const reason = format === "parquet" ? "parquet, which is compressed internally" : format;
    const message = `must be ${compressions.join(" or ")} for ${reason}`;
    faults.push({ pointer: "/compression", code: "not_allowed", message });
  }
  if (format === "parquet" && shards > LIMITS.parquetShardsMax) {
    const message = `must be at most ${LIMITS.parquetShardsMax} for parquet, because each file is buffered in memory`;
    faults.push({ pointer: "/shards", code: "too_big", message });
  }
  if (faults.length > 0) throw validationFailed(faults);
}
