import { useDeletion } from "../../deletion/deletion.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { countText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.products.bulk;

interface DeleteProductsProps {
  readonly skus: readonly string[];
  readonly onBegun: () => void;
  readonly onClose: () => void;
}

/** Asks before several products go, and says what follows. */
export function DeleteProducts({ skus, onBegun, onClose }: DeleteProductsProps) {
  const { begin } = useDeletion();
  const count = countText(skus.length, texts.general.nouns.product);
  return (
    <ConfirmDialog
      title={words.removeTitle(count)}
      effect={<p>{words.removeEffect}</p>}
      act={words.removeAct(count)}
      route="batchDeleteProducts"
      isBusy={false}
      error={null}
      onConfirm={() => {
        begin(skus);
        onBegun();
      }}
      onClose={onClose}
    />
  );
}
