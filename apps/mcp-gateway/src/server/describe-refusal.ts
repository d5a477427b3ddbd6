import { problemSchema } from "@skucast/contracts/problem";

/** A problem document as a text that a model can act on: what happened, every fault, and what to quote. */
export function describeRefusal(document: string): string {
  const { detail, code, errors = [], request_id } = problemSchema.parse(JSON.parse(document));
  const faults = errors.map(({ pointer, message }) => `- ${pointer || "(input)"}: ${message}`);
  return [detail, ...faults, `(code ${code}, request ${request_id})`].join("\n");
}
