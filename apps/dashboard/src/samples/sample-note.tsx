import { Button } from "../components/button.js";
import { useDeletion } from "../deletion/deletion.js";
import { countText } from "../texts/format.js";
import { texts } from "../texts/texts.js";

const words = texts.productPages.samples;

/** Says that the catalog has sample products, with a button that removes them. */
export function SampleNote({ skus }: { readonly skus: readonly string[] }) {
  const { state, start } = useDeletion();
  return (
    <p className="note">
      {words.present(countText(skus.length, texts.general.nouns.product))}{" "}
      <Button
        kind="quiet"
        data-route="batchDeleteProducts"
        isBusy={state !== null && !state.isFinished}
        onClick={() => start(skus)}
      >
        {words.remove}
      </Button>
    </p>
  );
}
