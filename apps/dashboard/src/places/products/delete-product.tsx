import { useNavigate } from "@tanstack/react-router";
import type { Answer } from "../../api/client.js";
import { ConfirmAct } from "../../parts/confirm-act.js";
import { texts } from "../../texts/texts.js";

const words = texts.products.one;

interface DeleteProductProps {
  readonly product: Answer<"getProduct">;
  readonly onClose: () => void;
}

/** Asks before a product goes, and says what follows in channels and webhooks. */
export function DeleteProduct({ product: { sku, version }, onClose }: DeleteProductProps) {
  const navigate = useNavigate();
  return (
    <ConfirmAct
      route="deleteProduct"
      sent={{ params: { sku }, ifMatch: version }}
      title={words.removeTitle(sku)}
      effect={<p>{words.removeEffect}</p>}
      act={words.removeAct}
      done={words.removed(sku)}
      onDone={() => void navigate({ to: "/products" })}
      onClose={onClose}
    />
  );
}
