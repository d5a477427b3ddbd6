import type { Run } from "@skucast/contracts/runs/run";
import { Card } from "../../components/card.js";
import { DescriptionList } from "../../components/description-list.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.runs.changes;

/** How a run's rows differ from the live files before it. */
export function RunChanges({ run: { counts, files, removed_ids: ids } }: { readonly run: Run }) {
  if (files.length === 0) return null;
  const { written, added, changed, removed } = counts;
  if (added === null || changed === null || removed === null) {
    return (
      <Card title={words.title}>
        <p className="soft">{words.none}</p>
      </Card>
    );
  }
  const same = written - added - changed;
  return (
    <Card title={words.title}>
      <p className="soft">{added + changed + removed === 0 ? words.same : words.sentence}</p>
      <DescriptionList
        items={Object.entries({ added, changed, removed, same }).map(([name, count]) => [
          words.counts[name as keyof typeof words.counts],
          numberText(count),
        ])}
      />
      {ids.length > 0 && (
        <p className="words">
          {words.removed(ids.join(", "))} {removed > ids.length && words.more(numberText(removed - ids.length))}
        </p>
      )}
    </Card>
  );
}
