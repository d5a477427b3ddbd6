import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { ResponseOf } from "../../api/client.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Button } from "../../components/button.js";
import { DescriptionList } from "../../components/description-list.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { RelativeTime } from "../../components/relative-time.js";
import { useCan } from "../../session/use-can.js";
import { priceText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { DeleteProduct } from "./delete-product.js";
import { Picture } from "./picture.js";
import { ProductChannels } from "./product-channels.js";
import { ProductForm } from "./product-form.js";
import { ProductHistory } from "./product-history.js";

const words = texts.productPages.one;

export function ProductPage() {
  const { sku } = useParams({ from: "/products/$sku" });
  const { data: product, error, refetch } = useApiQuery("getProduct", { params: { sku } });
  if (!product) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading />;
  return <ShownProduct key={product.id} product={product} />;
}

function ShownProduct({ product }: { readonly product: ResponseOf<"getProduct"> }) {
  const canWrite = useCan("updateProduct");
  const [isConfirmingDelete, setIsConfirmingDelete] = useState(false);
  const remove = canWrite && (
    <Button kind="quiet" onClick={() => setIsConfirmingDelete(true)}>
      {words.remove}
    </Button>
  );
  return (
    <Page title={product.title} lead={product.sku} actions={remove}>
      <div className="card pictured">
        <Picture url={product.image_url} />
        <DescriptionList
          items={[
            [texts.products.columns.price, priceText(product.price_amount, product.price_currency)],
            [words.version, product.version],
            [texts.products.updated, <RelativeTime key="updated" at={product.updated_at} />],
            [texts.products.created, <RelativeTime key="created" at={product.created_at} />],
          ]}
        />
      </div>
      <ProductChannels sku={product.sku} />
      <ProductForm product={product} isDisabled={!canWrite} />
      <ProductHistory product={product} />
      {isConfirmingDelete && <DeleteProduct product={product} onClose={() => setIsConfirmingDelete(false)} />}
    </Page>
  );
}
