import { ApiError } from "@skucast/client/api/api-error";
import { type ProductUpsert, productBodySchema, productUpsertSchema } from "@skucast/contracts/products/product";
import { useNavigate } from "@tanstack/react-router";
import type { ResponseOf } from "../../api/client.js";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Card } from "../../components/card.js";
import { useNotice } from "../../components/notices.js";
import { SaveBar } from "../../components/save-bar.js";
import { TextArea } from "../../forms/field.js";
import { FormNotes } from "../../forms/form-notes.js";
import { useForm } from "../../forms/use-form.js";
import { messageText } from "../../service-messages/message-text.js";
import { texts } from "../../texts/texts.js";
import { missingErrors, numberErrors } from "./draft-errors.js";
import { EXTRA_FIELD_NAMES } from "./extra-fields.js";
import { ExtraSections } from "./extra-sections.js";
import { contentOf, draftOf, FORM_FIELDS, NEW_DRAFT, type ProductDraft, patchOf, readMore } from "./product-draft.js";
import { ProductField, SECTIONS } from "./product-fields.js";
import { ProductPrices } from "./product-prices.js";

const words = texts.productPages.one;

interface ProductFormProps {
  /** The product to edit; undefined to create one. */
  readonly product?: ResponseOf<"getProduct">;
  readonly isDisabled?: boolean;
}

/** Creates or edits a product. An edit sends only the changes, and fails if someone else has saved in the meantime. */
export function ProductForm({ product, isDisabled = false }: ProductFormProps) {
  const create = useApiMutation("upsertProduct");
  const update = useApiMutation("updateProduct");
  const notify = useNotice();
  const navigate = useNavigate();
  const initial = product ? draftOf(product) : NEW_DRAFT;
  const toBody = (draft: ProductDraft) => (product ? patchOf(initial, draft) : contentOf(draft));
  const form = useForm<ProductDraft>({
    draftName: product ? `product:${product.id}` : "product",
    route: product ? "updateProduct" : "upsertProduct",
    initial,
    schema: product ? productBodySchema : productUpsertSchema,
    toBody,
    typedErrors: (draft) => [...(product ? [] : missingErrors(draft)), ...numberErrors(draft)],
    send: async (draft) => {
      if (readMore(draft.more) === null) throw new Error(words.badJson);
      const body = toBody(draft);
      if (product && Object.keys(body).length === 0) return notify(words.unchanged);
      // Validated by the contract.
      const saved = product
        ? await update.mutateAsync({ params: { sku: product.sku }, body, ifMatch: product.version })
        : await create.mutateAsync({ body: body as ProductUpsert, isNew: true });
      notify(words.saved);
      if (!product) void navigate({ to: "/products/$sku", params: { sku: saved.sku } });
    },
  });
  const isConflict = form.error instanceof ApiError && form.error.code === "precondition_failed";
  const known = [...FORM_FIELDS, ...EXTRA_FIELD_NAMES, "prices"].map((field) => `/${field}`);
  const others = form.fieldErrors.filter(
    ({ pointer }) => !known.some((field) => pointer === field || pointer.startsWith(`${field}/`)),
  );
  return (
    <form {...form.formProps}>
      {isConflict && (
        <p className="note bad" role="alert">
          {product ? words.conflict : words.exists}
        </p>
      )}
      <FormNotes form={form} labels={{ ...texts.fields, more: words.moreFields, extra: words.sections.extra }} />
      {SECTIONS.map(({ title, fields }) => (
        <Card key={title} title={title}>
          <div className="grid">
            {fields
              .filter((field) => field !== "sku" || !product)
              .map((field) => (
                <ProductField
                  key={field}
                  field={field}
                  value={form.values[field]}
                  isDisabled={isDisabled}
                  error={form.errorAt(`/${field}`)}
                  onValue={(value) => form.set({ [field]: value })}
                />
              ))}
          </div>
        </Card>
      ))}
      <ProductPrices
        prices={form.values.prices}
        isDisabled={isDisabled}
        errorAt={form.errorAt}
        onPrices={(prices) => form.set({ prices })}
      />
      <Card title={words.sections.extra}>
        <ExtraSections
          extra={form.values.extra}
          isDisabled={isDisabled}
          errorAt={form.errorAt}
          onExtra={(extra) => form.set({ extra })}
        />
      </Card>
      <Card title={words.moreFields}>
        <TextArea
          label={words.moreFields}
          hint={words.moreFieldsHint}
          className="mono"
          rows={Math.min(20, form.values.more.split("\n").length + 1)}
          spellCheck={false}
          readOnly={isDisabled}
          value={form.values.more}
          error={
            readMore(form.values.more) === null
              ? words.badJson
              : others.map(({ pointer, message }) => `${pointer} ${messageText(message)}`).join("; ") || undefined
          }
          onValue={(more) => form.set({ more })}
        />
      </Card>
      {!isDisabled && (
        <SaveBar form={isConflict ? { ...form, error: null } : form} label={product ? words.save : words.create} />
      )}
    </form>
  );
}
