import type { ReactNode } from "react";
import { EmptyState } from "../../components/empty-state.js";
import { LoadSamples } from "../../samples/load-samples.js";
import { texts } from "../../texts/texts.js";

const words = texts.productPages.empty;
const DOCS_PATH = "/api/public/v1/docs#/Products";

/** Shown instead of the products of an empty catalog: how to add the first ones. The children are buttons for that. */
export const NoProducts = ({ children }: { readonly children: ReactNode }) => (
  <EmptyState
    title={words.title}
    action={
      <>
        {children}
        <LoadSamples />
      </>
    }
  >
    <p>{words.sentence}</p>
    <p>
      <a href={DOCS_PATH}>{words.howApi}</a>
    </p>
  </EmptyState>
);
