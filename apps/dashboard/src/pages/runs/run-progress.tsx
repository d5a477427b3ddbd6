import type { Run } from "@skucast/contracts/runs/run";
import { bytesText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.runs.progress;

/** The progress of a run; indeterminate until files are being sent. */
export function RunProgress({ run }: { readonly run: Run }) {
  const sent = sumOf(run, "bytes_sent");
  const all = sumOf(run, "bytes_total");
  const isSending = run.status === "delivering" && all > 0;
  return (
    <>
      <progress aria-label={words.label} {...(isSending && { max: all, value: sent })} />
      <p className="soft">
        {isSending ? words.delivering(bytesText(sent), bytesText(all)) : words[beginningOf(run)]} {words.follows}
      </p>
    </>
  );
}

const beginningOf = ({ status }: Run) => (status === "queued" ? "queued" : "generating");

const sumOf = ({ deliveries }: Run, name: "bytes_sent" | "bytes_total"): number =>
  deliveries.reduce((sum, delivery) => sum + delivery[name], 0);
