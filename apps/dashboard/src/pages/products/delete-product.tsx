import { useNavigate } from "@tanstack/react-router";
import type { ResponseOf } from "../../api/client.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { useRestore } from "../../deletion/use-restore.js";
import { texts } from "../../texts/texts.js";

const words = texts.productPages.one;

interface DeleteProductProps {
  readonly product: ResponseOf<"getProduct">;
  readonly onClose: () => void;
}

export function DeleteProduct({ product: { sku, version }, onClose }: DeleteProductProps) {
  const navigate = useNavigate();
  const restore = useRestore();
  const undo = async () => {
    if ((await restore([sku])).length > 0) void navigate({ to: "/products/$sku", params: { sku } });
  };
  return (
    <ConfirmAction
      route="deleteProduct"
      request={{ params: { sku }, ifMatch: version }}
      title={words.removeTitle(sku)}
      effect={<p>{words.removeEffect}</p>}
      actionLabel={words.removeAct}
      done={words.removed(sku)}
      offer={{ label: texts.products.restoration.undo, onClick: () => void undo() }}
      onDone={() => void navigate({ to: "/products" })}
      onClose={onClose}
    />
  );
}
