import type { ErrorCode } from "@skucast/contracts/error-codes";
import { problemSchema } from "@skucast/contracts/problem";
import type { Tool } from "../tools/define-tool.js";
import { cleanText } from "./clean-answer.js";

/** What helps against refusals of any tool; a tool's own remedies come first. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  invalid_cursor: "Call again without cursor to start from the first page, with the filters you want.",
  rate_limited: "Wait a minute, then go on with fewer, larger calls.",
  unavailable: "Try the same call again in a few seconds.",
  conflict: "Read the present state first, then decide again.",
};

/** A problem document as a text that a model can act on: what happened, every fault, what to do next, what to quote. */
export function describeRefusal(document: string, { remedies = {} }: Pick<Tool, "remedies">): string {
  const { detail, code, errors = [], request_id } = problemSchema.parse(JSON.parse(document));
  const faults = errors.map(({ pointer, message }) => `- ${pointer || "(input)"}: ${message}`);
  const known = new Map<string, string>(Object.entries({ ...REMEDIES, ...remedies }));
  const remedy = known.get(code);
  const lines = [detail, ...faults, ...(remedy === undefined ? [] : [remedy]), `(code ${code}, request ${request_id})`];
  return cleanText(lines.join("\n"));
}
