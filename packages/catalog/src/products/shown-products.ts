import { bindingOf } from "@skucast/contracts/principal";
import type { ProductContent } from "@skucast/contracts/products/product";
import type { Call } from "../call.js";
import { visibleChannelsFor, withoutHidden } from "./hidden-overrides.js";

type Caller = Pick<Call<unknown>, "ctx" | "principal">;

/** Rendered products, separated by commas, as the caller may see them: without the overrides of hidden channels. */
export async function shownProducts({ ctx, principal }: Caller, docs: string): Promise<string> {
  const visible = await visibleChannelsFor(ctx, bindingOf(principal), [docs]);
  if (visible === null) return docs;
  const products: ProductContent[] = JSON.parse(`[${docs}]`);
  return products.map((product) => JSON.stringify(withoutHidden(product, visible))).join();
}

/** As `shownProducts`, for values that each have one rendered product. */
export async function shownInEach<T extends { readonly doc: string }>(
  { ctx, principal }: Caller,
  values: readonly T[],
): Promise<readonly T[]> {
  const docs = values.map(({ doc }) => doc);
  const visible = await visibleChannelsFor(ctx, bindingOf(principal), docs);
  if (visible === null) return values;
  return values.map((value) => ({ ...value, doc: JSON.stringify(withoutHidden(JSON.parse(value.doc), visible)) }));
}
