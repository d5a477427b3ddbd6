import type { Column } from "@skucast/contracts/channel-profiles/column";
import { firstFaults } from "@skucast/contracts/first-faults";
import type { Fault } from "@skucast/contracts/problem";
import { checkReference } from "./check-reference.js";
import { partsOf } from "./reference.js";
import { parseTemplate } from "./template.js";

/** The errors of a template whose references are columns of the profile or fields of products. */
export function checkTemplate(template: string, pointer: string, columns: readonly Column[]): Fault[] {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return [{ pointer, code: "invalid_template", message: parsed.message }];
  return firstFaults(parsed.parts, (part) => {
    if (part.type !== "reference") return [];
    const faults = checkReference(part.reference, pointer, columns);
    return faults.length > 0 ? faults : memberFaults(part.reference, pointer);
  });
}

/** Fields that only have members, each with one of them. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ["variant_options", "Color"],
  ["custom_attributes", "care_label"],
  ["metadata", "erp_id"],
  ["seller", "name"],
  ["weight", "value"],
  ["dimensions", "length"],
  ["package_weight", "value"],
  ["package_dimensions", "length"],
  ["unit_pricing_measure", "value"],
  ["unit_pricing_base_measure", "value"],
  ["subscription_cost", "amount"],
  ["installment", "amount"],
]);

/** A whole object has no text. */
function memberFaults(reference: string, pointer: string): Fault[] {
  const parts = partsOf(reference);
  const member = parts.of === "product" && parts.member === undefined ? MEMBERS.get(parts.field) : undefined;
  if (member === undefined) return [];
  const message = `{${reference}} has no text of its own: name one of its members, such as {${reference}.${member}}`;
  return [{ pointer, code: "invalid_template", message }];
}
