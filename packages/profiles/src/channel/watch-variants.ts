import { LIMITS } from "@skucast/contracts/limits";
import type { Variant } from "./check-variant.js";
import { type CompiledChannel, mappedWith } from "./compile-channel.js";
import { type RowIssue, warning } from "./issue.js";
import { idPlaceOf } from "./tombstones.js";

/**
 * Wraps a channel so that it also compares the variants that it maps with the earlier ones of their groups. A variant
 * gets a warning if it has the same options as an earlier one, or nothing that distinguishes it. The only variant of a
 * group needs no distinction. It remembers a bounded number of variants and groups and compares with those.
 */
export function withVariantComparison(channel: CompiledChannel): CompiledChannel {
  const idPlace = idPlaceOf(channel.columns);
  const groupName = channel.columns.find(({ from }) => from === "item_group_id")?.name ?? "";
  const compare = createComparison(groupName);
  return {
    ...channel,
    map(product) {
      const row = channel.map(product);
      if (!row.isValid || row.variant === undefined) return row;
      const issue = compare(row.variant, String(row.cells[idPlace]));
      return issue ? mappedWith(row, issue) : row;
    },
  };
}

function createComparison(groupName: string): (variant: Variant, id: string) => RowIssue | undefined {
  const first = new Map<string, string>();
  const seen = new Map<string, string>();
  return ({ group, isDistinguished, key }, id) => {
    const firstOfGroup = earlierIn(first, group, id);
    const equal = key === undefined ? undefined : earlierIn(seen, key, id);
    if (equal !== undefined)
      return warning("same_variant", groupName, `has the same options as ${equal} in the same group`);
    if (isDistinguished || firstOfGroup === undefined) return undefined;
    const message = `nothing in the row distinguishes the variant from ${firstOfGroup} in the same group`;
    return warning("variant_not_distinguished", groupName, message);
  };
}

/** The product that was remembered under the key before; remembers this one if there is none. A product is not compared with itself. */
function earlierIn(remembered: Map<string, string>, key: string, id: string): string | undefined {
  const earlier = remembered.get(key);
  if (earlier === undefined && remembered.size < LIMITS.comparedVariantsMax) remembered.set(key, id);
  return earlier === id ? undefined : earlier;
}
