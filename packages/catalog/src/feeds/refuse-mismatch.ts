import type { Feed } from "@skucast/contracts/feeds/feed";
import { validationFailed } from "@skucast/contracts/problem";

/** Refuses a file that no reader takes: Parquet is compressed inside, and gzip around it would hide its footer. */
export function refuseMismatch({ format, compression }: Pick<Feed, "format" | "compression">): void {
  if (format !== "parquet" || compression === "none") return;
  const message = "must be none for parquet, whose columns are compressed already";
  throw validationFailed([{ pointer: "/compression", code: "not_allowed", message }]);
}
