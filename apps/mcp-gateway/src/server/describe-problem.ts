import type { ErrorCode } from "@skucast/contracts/error-codes";
import { withoutHidden } from "@skucast/contracts/hidden-characters";
import { LIMITS } from "@skucast/contracts/limits";
import { problemSchema } from "@skucast/contracts/problem";
import type { Tool } from "../tools/define-tool.js";
import { fitItems } from "../tools/parts/fit-items.js";
import { inToolTerms } from "./in-tool-terms.js";

/** What to do after an error of any tool. A tool's own remedies take precedence. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  invalid_cursor: "Call again without cursor to start from the first page, with the filters you want.",
  rate_limited: "Wait a minute, then continue with fewer, larger calls.",
  unavailable: "Try the same call again in a few seconds.",
  conflict: "Read the current state first, then decide again.",
};

/** Enough for a model to correct its call and try again. */
const ERRORS_MAX = 20;

/** Describes a problem document for a model: what happened, the first errors, what to do next, and the request id. */
export function describeProblem(document: string, { remedies = {} }: Pick<Tool, "remedies">): string {
  const { detail, code, errors = [], request_id } = problemSchema.parse(JSON.parse(document));
  // The detail of a single error already says it.
  const shown = errors.length === 1 ? [] : errors.slice(0, ERRORS_MAX);
  const allLines = shown.map(({ pointer, message }) => `- ${pointer || "(input)"}: ${message}`);
  const lines = fitItems(allLines, LIMITS.toolAnswerTokensMax / 2);
  const more = errors.length > 1 && lines.length < errors.length ? [`- and ${errors.length - lines.length} more`] : [];
  const known = new Map<string, string>(Object.entries({ ...REMEDIES, ...remedies }));
  const remedy = known.get(code);
  const help = remedy === undefined ? [] : [remedy];
  const told = [detail, ...lines, ...more].map(inToolTerms);
  return withoutHidden([...told, ...help, `(code ${code}, request ${request_id})`].join("\n"));
}
