import { useApiQuery } from "../../api/use-api-query.js";
import { texts } from "../../texts/first-view.js";
import { countText } from "../../texts/format.js";
import type { ProductFilter } from "./filter-names.js";

const words = texts.products;

/** The number of products that match the filter. It is requested on its own, so that the rows do not wait for it. */
export function ProductCount({ filter }: { readonly filter: ProductFilter }) {
  const query = { ...filter, fields: "sku", limit: 1, include: "total_count" };
  const { data } = useApiQuery("listProducts", { query });
  if (data?.total_count === undefined) return <p className="soft count">&nbsp;</p>;
  const count = countText(data.total_count, texts.general.nouns.product);
  return (
    <p className="soft count" role="status">
      {data.is_total_exact ? words.found(count) : words.foundAtLeast(count)}
    </p>
  );
}
