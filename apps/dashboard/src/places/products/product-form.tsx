import { ApiError } from "@skucast/client/api/api-error";
import { type ProductUpsert, productBodySchema, productUpsertSchema } from "@skucast/contracts/products/product";
import { useNavigate } from "@tanstack/react-router";
import type { Answer } from "../../api/client.js";
import { useAct } from "../../api/use-act.js";
import { TextArea } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { Button } from "../../parts/button.js";
import { useNotice } from "../../parts/notices.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { Sheet } from "../../parts/sheet.js";
import { texts } from "../../texts/texts.js";
import { missingFaults, numberFaults } from "./draft-faults.js";
import { contentOf, draftOf, FORM_FIELDS, NEW_DRAFT, type ProductDraft, patchOf, readMore } from "./product-draft.js";
import { ProductField, SECTIONS } from "./product-fields.js";
import { ProductPrices } from "./product-prices.js";

const words = texts.products.one;

interface ProductFormProps {
  /** The one to change; a new one without it. */
  readonly product?: Answer<"getProduct">;
  /** Only to be read. */
  readonly isOff?: boolean;
  readonly onTyped?: (isTyped: boolean) => void;
}

/** The fields of a product. Only what was changed is sent, and only if nobody else has saved meanwhile. */
export function ProductForm({ product, isOff = false, onTyped }: ProductFormProps) {
  const [create, update] = [useAct("upsertProduct"), useAct("updateProduct")];
  const [tell, navigate] = [useNotice(), useNavigate()];
  const initial = product ? draftOf(product) : NEW_DRAFT;
  const toBody = (draft: ProductDraft) => (product ? patchOf(initial, draft) : contentOf(draft));
  const form = useForm<ProductDraft>({
    onTyped,
    route: product ? "updateProduct" : "upsertProduct",
    initial,
    schema: product ? productBodySchema : productUpsertSchema,
    toBody,
    typedFaults: (draft) => [...(product ? [] : missingFaults(draft)), ...numberFaults(draft)],
    send: async (draft) => {
      if (readMore(draft.more) === null) throw new Error(words.badJson);
      const body = toBody(draft);
      if (product && Object.keys(body).length === 0) return tell(words.unchanged);
      // The contract has checked the body just now.
      const saved = product
        ? await update.mutateAsync({ params: { sku: product.sku }, body, ifMatch: product.version })
        : await create.mutateAsync({ body: body as ProductUpsert, isNew: true });
      tell(words.saved);
      if (!product) void navigate({ to: "/products/$sku", params: { sku: saved.sku } });
    },
  });
  const isConflict = form.error instanceof ApiError && form.error.code === "precondition_failed";
  const known = new Set(FORM_FIELDS.map((field) => `/${field}`));
  const others = form.faults.filter(({ pointer }) => !known.has(pointer) && !pointer.startsWith("/prices"));
  return (
    <form {...form.formProps}>
      {form.error && !isConflict && <ProblemNote error={form.error} />}
      {isConflict && (
        <p className="note bad" role="alert">
          {product ? words.conflict : words.exists}
        </p>
      )}
      {SECTIONS.map(({ title, fields }) => (
        <Sheet key={title} title={title}>
          <div className="grid">
            {fields
              .filter((field) => field !== "sku" || !product)
              .map((field) => (
                <ProductField
                  key={field}
                  field={field}
                  value={form.values[field]}
                  isOff={isOff}
                  fault={form.faultAt(`/${field}`)}
                  onValue={(value) => form.set({ [field]: value })}
                />
              ))}
          </div>
        </Sheet>
      ))}
      <ProductPrices
        prices={form.values.prices}
        isOff={isOff}
        faultAt={form.faultAt}
        onPrices={(prices) => form.set({ prices })}
      />
      <Sheet title={words.moreFields}>
        <TextArea
          label={words.moreFields}
          hint={words.moreFieldsHint}
          className="mono"
          rows={Math.min(20, form.values.more.split("\n").length + 1)}
          spellCheck={false}
          readOnly={isOff}
          value={form.values.more}
          fault={
            readMore(form.values.more) === null
              ? words.badJson
              : others.map(({ pointer, message }) => `${pointer} ${message}`).join("; ") || undefined
          }
          onValue={(more) => form.set({ more })}
        />
      </Sheet>
      {!isOff && (
        <div className="bar">
          <Button type="submit" isBusy={form.isBusy}>
            {product ? words.save : words.create}
          </Button>
        </div>
      )}
    </form>
  );
}
