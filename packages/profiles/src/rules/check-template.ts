import type { Column } from "@skucast/contracts/channel-profiles/column";
import { firstFaults } from "@skucast/contracts/first-faults";
import type { Fault } from "@skucast/contracts/problem";
import { checkReference } from "./check-reference.js";
import { parseTemplate } from "./template.js";

/** The errors of a template whose references are columns of the profile or fields of products. */
export function checkTemplate(template: string, pointer: string, columns: readonly Column[]): Fault[] {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return [{ pointer, code: "invalid_template", message: parsed.message }];
  return firstFaults(parsed.parts, (part) =>
    part.type === "reference" ? checkReference(part.reference, pointer, columns) : [],
  );
}
