import { Page } from "../../components/page.js";
import { texts } from "../../texts/texts.js";
import { ProductForm } from "./product-form.js";

export const NewProductPage = () => (
  <Page title={texts.productPages.one.newTitle}>
    <ProductForm />
  </Page>
);
