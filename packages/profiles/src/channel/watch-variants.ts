import { LIMITS } from "@skucast/contracts/limits";
import { type CompiledChannel, mappedWith } from "./compile-channel.js";
import { warning } from "./issue.js";
import { idPlaceOf } from "./tombstones.js";

/**
 * Wraps a channel so that it also compares the variants that it maps: a variant with the same options as an earlier one
 * of its group gets a warning. It remembers a bounded number of variants and compares with those.
 */
export function withVariantComparison(channel: CompiledChannel): CompiledChannel {
  const seen = new Map<string, string>();
  const idPlace = idPlaceOf(channel.columns);
  const groupName = channel.columns.find(({ from }) => from === "item_group_id")?.name ?? "";
  return {
    ...channel,
    map(product) {
      const row = channel.map(product);
      if (!row.isValid || row.variant === undefined) return row;
      const id = String(row.cells[idPlace]);
      const other = seen.get(row.variant);
      if (other === undefined) {
        if (seen.size < LIMITS.comparedVariantsMax) seen.set(row.variant, id);
        return row;
      }
      return mappedWith(row, warning("same_variant", groupName, `has the same options as ${other} in the same group`));
    },
  };
}
