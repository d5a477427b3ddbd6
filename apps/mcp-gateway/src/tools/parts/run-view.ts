import { type Run, runSchema } from "@skucast/contracts/runs/run";
import { z } from "zod";
import { fitItems } from "./fit-items.js";
import { createView } from "./view.js";

/** Token limit for the issues of a run. */
const ISSUES_TOKENS_MAX = 12_000;

export const runView = createView({
  key: "id",
  concise: ["id", "feed_id", "status", "counts", "files", "error"],
  known: Object.keys(runSchema.shape),
  defaultFormat: "detailed",
  tokensMax: 20_000,
});

export const runOutput = {
  run: z.looseObject({ id: z.string(), status: runSchema.shape.status.optional() }),
  cut: z.string().nullable(),
};

/** A run with as many issues as fit, and a sentence about the others. */
export function showRun(run: Run, input: Parameters<typeof runView.show>[1]) {
  const issues = fitItems(run.issues, ISSUES_TOKENS_MAX);
  const shown = runView.show({ ...run, issues: [...issues] }, input);
  const isCut = "issues" in shown && issues.length < run.issues.length;
  return { run: shown, cut: isCut ? cutSentence(issues.length, run.issues.length) : null };
}

const cutSentence = (kept: number, all: number): string =>
  `${kept} of the run's ${all} listed issues fit into one answer; validate_products returns those of any product.`;
