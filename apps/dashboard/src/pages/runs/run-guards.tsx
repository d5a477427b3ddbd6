import type { GuardVerdict } from "@skucast/contracts/feeds/guards";
import type { Run } from "@skucast/contracts/runs/run";
import { Badge, type Tone } from "../../components/badge.js";
import { Card } from "../../components/card.js";
import { type Column, Table } from "../../components/table.js";
import { messageText } from "../../service-messages/message-text.js";
import { listText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.runs.guards;
const TONES = { passed: "good", tripped: "bad", not_compared: "plain" } as const satisfies Record<
  GuardVerdict["verdict"],
  Tone
>;

/** The results of the guards, and the guards that had nothing to compare with. */
export function RunGuards({ run }: { readonly run: Run }) {
  if (run.guards.length === 0) return null;
  const isCompared = ({ verdict }: GuardVerdict) => verdict !== "not_compared";
  const compared = run.guards.filter(isCompared);
  const others = run.guards.filter((guard) => !isCompared(guard));
  return (
    <Card title={words.title}>
      {compared.length > 0 && (
        <Table caption={words.caption} columns={COLUMNS} rows={compared} keyOf={({ guard }) => guard} />
      )}
      {others.length > 0 && (
        <p className="soft gap">
          {words.notCompared(
            listText(others.map(({ guard }) => words.names[guard])),
            messageText(others[0]?.message ?? ""),
          )}
        </p>
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<GuardVerdict>[] = [
  { key: "guard", title: words.columns.guard, isRowHeader: true, cell: ({ guard }) => words.names[guard] },
  {
    key: "verdict",
    title: words.columns.verdict,
    cell: ({ verdict }) => <Badge tone={TONES[verdict]}>{words.verdicts[verdict]}</Badge>,
  },
  {
    key: "message",
    title: words.columns.message,
    isStackedOnNarrow: true,
    cell: ({ message }) => messageText(message),
  },
];
