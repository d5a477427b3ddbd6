import type { ErrorCode } from "@skucast/contracts/error-codes";
import { LIMITS } from "@skucast/contracts/limits";
import { problemSchema } from "@skucast/contracts/problem";
import type { Tool } from "../tools/define-tool.js";
import { fitItems } from "../tools/parts/fit-items.js";
import { cleanText } from "./clean-answer.js";

/** What helps against refusals of any tool; a tool's own remedies come first. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  invalid_cursor: "Call again without cursor to start from the first page, with the filters you want.",
  rate_limited: "Wait a minute, then go on with fewer, larger calls.",
  unavailable: "Try the same call again in a few seconds.",
  conflict: "Read the present state first, then decide again.",
};

/** Beyond these a model corrects what it was told and asks again. */
const FAULTS_MAX = 20;

/** A problem document as a text that a model can act on: what happened, the first faults, what to do next, what to quote. */
export function describeRefusal(document: string, { remedies = {} }: Pick<Tool, "remedies">): string {
  const { detail, code, errors = [], request_id } = problemSchema.parse(JSON.parse(document));
  // The detail of a single fault is the fault.
  const told = errors.length === 1 ? [] : errors.slice(0, FAULTS_MAX);
  const lines = told.map(({ pointer, message }) => `- ${pointer || "(input)"}: ${message}`);
  const faults = fitItems(lines, LIMITS.toolAnswerTokensMax / 2);
  const more =
    errors.length > 1 && faults.length < errors.length ? [`- and ${errors.length - faults.length} more`] : [];
  const known = new Map<string, string>(Object.entries({ ...REMEDIES, ...remedies }));
  const remedy = known.get(code);
  const help = remedy === undefined ? [] : [remedy];
  return cleanText([detail, ...faults, ...more, ...help, `(code ${code}, request ${request_id})`].join("\n"));
}
