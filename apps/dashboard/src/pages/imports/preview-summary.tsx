import type { ImportPreview } from "@skucast/contracts/imports/import";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { rowErrorText } from "./row-error-text.js";

const words = texts.imports.make.preview;
const { product, row } = texts.general.nouns;
const OUTCOMES = ["created", "updated", "unchanged", "skipped", "invalid", "warned"] as const;

/** Whether every previewed row would be rejected. */
export const areAllRejected = ({ received, invalid }: ImportPreview["checked"]): boolean =>
  received > 0 && invalid === received;

/** Counts of the previewed rows by outcome, what would be removed, and the errors of rows that would be rejected. */
export const PreviewSummary = ({ checked }: Pick<ImportPreview, "checked">) => (
  <>
    <Outcomes checked={checked} />
    <Removal checked={checked} />
  </>
);

function Removal({ checked: { removed, removable, exceeds_removal_limit: exceeds } }: Pick<ImportPreview, "checked">) {
  if (removed === null || removable === null || removed === 0) return null;
  const sentence = words.removed(countText(removed, product), numberText(removable));
  if (!exceeds) return <p>{sentence}</p>;
  return (
    <p className="note bad" role="status">
      <strong>{sentence}</strong> {words.tooManyRemoved}
    </p>
  );
}

function Outcomes({ checked }: Pick<ImportPreview, "checked">) {
  const shown = OUTCOMES.filter((outcome) => checked[outcome] > 0);
  const outcomes = shown.map((outcome) => words.outcomes[outcome](numberText(checked[outcome]))).join(", ");
  const sentence = words.checked(countText(checked.received, row), outcomes);
  if (checked.faults.length === 0) return <p>{sentence}</p>;
  return (
    <div className={`note ${areAllRejected(checked) ? "bad" : "warn"}`} role="status">
      <p>
        <strong>{sentence}</strong> {words.refusals}
      </p>
      <ul>
        {checked.faults.map((error) => (
          <li key={`${error.severity} ${error.pointer} ${error.code}`}>
            {words.refusal(rowErrorText(error), countText(error.rows, row))}
          </li>
        ))}
      </ul>
    </div>
  );
}
