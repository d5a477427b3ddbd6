import type { SourceOptions } from "@skucast/contracts/sources/reading";

type Effect = Pick<SourceOptions, "mode" | "missing" | "max_removal_percent" | "max_change_percent">;

/** The columns of a new import of a source. The source's options at this time apply, though its file is fetched later. */
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
