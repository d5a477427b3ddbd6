import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Answer } from "../../api/client.js";
import { useRead } from "../../api/use-read.js";
import { useOpened } from "../../forms/use-opened.js";
import { Button } from "../../parts/button.js";
import { Facts } from "../../parts/facts.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import { PageProblem } from "../../parts/page-problem.js";
import { Waiting } from "../../parts/waiting.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { DeleteProduct } from "./delete-product.js";
import { ProductChannels } from "./product-channels.js";
import { draftOf } from "./product-draft.js";
import { ProductForm } from "./product-form.js";

const words = texts.products.one;

/** One product, to be looked at and changed. */
export function ProductPage() {
  const { sku } = useParams({ from: "/products/$sku" });
  const { data: product, error, refetch } = useRead("getProduct", { params: { sku } });
  if (!product) return error ? <PageProblem error={error} onRetry={() => void refetch()} /> : <Waiting />;
  return <ShownProduct key={product.id} product={product} />;
}

function ShownProduct({ product }: { readonly product: Answer<"getProduct"> }) {
  const mayWrite = useMay("updateProduct");
  const [asksToDelete, setAsksToDelete] = useState(false);
  const { opened, formKey, onTyped } = useOpened(product, draftOf);
  const remove = mayWrite && (
    <Button kind="quiet" onClick={() => setAsksToDelete(true)}>
      {words.remove}
    </Button>
  );
  return (
    <Page title={product.title} lead={product.sku} actions={remove}>
      <div className="sheet">
        <Facts
          facts={[
            [texts.products.columns.price, product.price],
            [words.version, product.version],
            [words.updated, <Moment key="updated" at={product.updated_at} />],
            [words.created, <Moment key="created" at={product.created_at} />],
          ]}
        />
      </div>
      <ProductChannels sku={product.sku} />
      <ProductForm key={formKey} product={opened} isOff={!mayWrite} onTyped={onTyped} />
      {asksToDelete && <DeleteProduct product={product} onClose={() => setAsksToDelete(false)} />}
    </Page>
  );
}
