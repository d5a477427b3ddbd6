import { Page } from "../../components/page.js";
import { texts } from "../../texts/texts.js";
import { ProductForm } from "./product-form.js";

/** A product made by hand. */
export const NewProductPage = () => (
  <Page title={texts.products.one.newTitle}>
    <ProductForm />
  </Page>
);
