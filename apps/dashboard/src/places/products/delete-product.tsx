import { useNavigate } from "@tanstack/react-router";
import type { Answer } from "../../api/client.js";
import { useAct } from "../../api/use-act.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.products.one;

interface DeleteProductProps {
  readonly product: Answer<"getProduct">;
  readonly onClose: () => void;
}

/** Asks before a product goes, and says what follows in channels and webhooks. */
export function DeleteProduct({ product: { sku, version }, onClose }: DeleteProductProps) {
  const [remove, tell, navigate] = [useAct("deleteProduct"), useNotice(), useNavigate()];
  const confirm = () =>
    remove.mutate(
      { params: { sku }, ifMatch: version },
      {
        onSuccess: () => {
          tell(words.removed(sku));
          void navigate({ to: "/products" });
        },
      },
    );
  return (
    <ConfirmDialog
      title={words.removeTitle(sku)}
      effect={<p>{words.removeEffect}</p>}
      act={words.removeAct}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
