import type { Run } from "@skucast/contracts/runs/run";
import { Facts } from "../../parts/facts.js";
import { Sheet } from "../../parts/sheet.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.runs.changes;

/** How a run's rows differ from those that were live before it. */
export function RunChanges({ run: { counts, files } }: { readonly run: Run }) {
  if (files.length === 0) return null;
  const { written, added, changed, removed } = counts;
  if (added === null || changed === null || removed === null) {
    return (
      <Sheet title={words.title}>
        <p className="soft">{words.none}</p>
      </Sheet>
    );
  }
  const same = written - added - changed;
  return (
    <Sheet title={words.title}>
      <p className="soft">{added + changed + removed === 0 ? words.same : words.sentence}</p>
      <Facts
        facts={Object.entries({ added, changed, removed, same }).map(([name, count]) => [
          words.counts[name as keyof typeof words.counts],
          numberText(count),
        ])}
      />
    </Sheet>
  );
}
