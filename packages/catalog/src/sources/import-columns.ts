import type { SourceOptions } from "@skucast/contracts/sources/reading";

type Effect = Pick<SourceOptions, "mode" | "missing" | "max_removal_percent" | "max_change_percent">;

/** The columns of an import of a source whose file is not there yet: what it may do is settled when it begins to wait. */
export const importColumns = ({ mode, missing, max_removal_percent, max_change_percent }: Effect) => ({
  status: "queued",
  mode,
  missing,
  maxRemovalPercent: max_removal_percent,
  maxChangePercent: max_change_percent,
  validateOnly: false,
  upload: null,
  bytesTotal: 0,
  plan: {},
  columns: [],
});
