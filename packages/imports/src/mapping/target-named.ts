import { canonicalLanguage } from "@skucast/contracts/codes/schemas";
import { isImportTarget } from "@skucast/contracts/imports/mapping";
import { plainName } from "./known-columns.js";

/** Fields whose members have names of the shop's own, in which capitals, spaces and accents count. */
const WITH_OWN_NAMES: ReadonlySet<string> = new Set([
  "custom_attributes",
  "metadata",
  "variant_options",
  "channel_overrides",
]);

/** The target of a column that is named like a member of a field: `metadata.Season`, `translations.de-CH.title`. */
export function targetNamed(column: string): string | undefined {
  const [first = "", ...members] = column.split(".").map((part) => part.trim());
  if (members.length === 0) return undefined;
  const target = nameOf(plainName(first), members) ?? plainName(column);
  return isImportTarget(target) ? target : undefined;
}

function nameOf(field: string, members: readonly string[]): string | undefined {
  if (WITH_OWN_NAMES.has(field)) return [field, ...members].join(".");
  const [language = "", ...inner] = members;
  return field === "translations" ? [field, canonicalLanguage(language), ...inner.map(plainName)].join(".") : undefined;
}
