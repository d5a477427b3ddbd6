import type { GuardVerdict } from "@skucast/contracts/feeds/guards";
import type { Run } from "@skucast/contracts/runs/run";
import { Badge, type Tone } from "../../parts/badge.js";
import { Sheet } from "../../parts/sheet.js";
import { type Column, Table } from "../../parts/table.js";
import { texts } from "../../texts/texts.js";

const words = texts.runs.guards;
const TONES = { passed: "good", tripped: "bad", not_compared: "plain" } as const satisfies Record<
  GuardVerdict["verdict"],
  Tone
>;

/** What each guard said of a run. */
export const RunGuards = ({ run }: { readonly run: Run }) =>
  run.guards.length > 0 && (
    <Sheet title={words.title}>
      <Table caption={words.caption} columns={COLUMNS} rows={run.guards} keyOf={({ guard }) => guard} />
    </Sheet>
  );

const COLUMNS: readonly Column<GuardVerdict>[] = [
  { key: "guard", title: words.columns.guard, isHead: true, cell: ({ guard }) => words.names[guard] },
  {
    key: "verdict",
    title: words.columns.verdict,
    cell: ({ verdict }) => <Badge tone={TONES[verdict]}>{words.verdicts[verdict]}</Badge>,
  },
  { key: "message", title: words.columns.message, isLine: true, cell: ({ message }) => message },
];
