import type { ProductContent, ProductUpsert } from "@skucast/contracts/products/product";

/** What a row says about the label of one place: its text, or null to remove it. */
export interface PlacedLabel {
  readonly place: number;
  readonly text: string | null;
}

type Attributes = Record<string, NonNullable<ProductUpsert["custom_attributes"]>[string]>;

/**
 * Merges the labels of a row into the stored ones by their places: those of places that it does not name stay. A place that
 * the stored list does not have is that of a custom attribute, which the channels' columns of labels also take.
 */
export function mergeLabels(
  body: ProductUpsert,
  labels: readonly PlacedLabel[],
  { custom_labels: stored = [], custom_attributes: before = {} }: ProductContent,
): ProductUpsert {
  const { custom_labels: given, custom_attributes: sent, ...others } = body;
  const list = [...stored];
  const attributes: Attributes = { ...sent };
  for (const { place, text } of [...labels].sort((one, other) => one.place - other.place)) {
    const name = nameOf(place);
    // An invalid one was left out of the body.
    const isGiven = given?.includes(text ?? "") === true || sent?.[name] === text;
    if (text !== null && !isGiven) continue;
    delete attributes[name];
    if (text !== null && place > list.length) attributes[name] = text;
    else if (Object.hasOwn(before, name)) attributes[name] = null;
    if (text !== null && place <= list.length) list[place] = text;
    else if (text === null)
      for (const [i, next] of list.splice(place).entries()) if (i > 0) attributes[nameOf(place + i)] = next;
  }
  const isChanged = list.length !== stored.length || list.some((label, i) => label !== stored[i]);
  return {
    ...others,
    ...(isChanged && { custom_labels: list.length === 0 ? null : list }),
    ...((Object.keys(attributes).length > 0 || sent === null) && {
      custom_attributes: sent === null ? null : attributes,
    }),
  };
}

const nameOf = (place: number): string => `custom_label_${place}`;
