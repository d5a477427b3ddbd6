import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { useDeletion } from "../../deletion/deletion.js";
import { countText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { TouchedProducts } from "./touched-products.js";

const words = texts.productPages.bulk;

interface DeleteProductsProps {
  readonly skus: readonly string[];
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

export function DeleteProducts({ skus, onStarted, onClose }: DeleteProductsProps) {
  const { start } = useDeletion();
  const count = countText(skus.length, texts.general.nouns.product);
  return (
    <ConfirmDialog
      title={words.removeTitle(count)}
      effect={
        <>
          <p>{words.removeEffect}</p>
          <TouchedProducts skus={skus} />
        </>
      }
      actionLabel={words.removeAct(count)}
      route="batchDeleteProducts"
      isBusy={false}
      error={null}
      onConfirm={() => {
        start(skus);
        onStarted();
      }}
      onClose={onClose}
    />
  );
}
