import { productBodySchema } from "@skucast/contracts/products/product";
import type { RunIssue } from "@skucast/contracts/runs/run";
import { useState } from "react";
import { api, type ResponseOf } from "../../api/client.js";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { FormDialog } from "../../components/form-dialog.js";
import { Loading } from "../../components/loading.js";
import { useNotice } from "../../components/notices.js";
import { SelectField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { fixHintText, issueText } from "../../service-messages/issue-text.js";
import { texts } from "../../texts/texts.js";
import { type FixableField, typedValue } from "./fixable-field.js";

const words = texts.channels.fix;
const FIELD_NAMES: Readonly<Record<string, string>> = texts.fields;

interface FixIssueProps {
  readonly channelId: string;
  readonly issue: RunIssue;
  readonly field: FixableField;
  readonly onFixed: () => void;
  readonly onClose: () => void;
}

/** Edits the product field that an issue is about, without leaving the channel. */
export function FixIssue(props: FixIssueProps) {
  const { data: product, error } = useApiQuery("getProduct", { params: { sku: props.issue.sku } });
  if (product) return <FixForm {...props} product={product} />;
  return (
    <Dialog title={words.title(props.issue.sku)} onClose={props.onClose}>
      {error ? <ErrorNote error={error} /> : <Loading />}
    </Dialog>
  );
}

type FixFormProps = FixIssueProps & { readonly product: ResponseOf<"getProduct"> };

function FixForm({ channelId, issue, field, onFixed, onClose, product: shown }: FixFormProps) {
  const [product] = useState(shown);
  const [still, setStill] = useState<string | null>(null);
  const update = useApiMutation("updateProduct");
  const notify = useNotice();
  const { sku } = issue;
  const stored: Readonly<Record<string, unknown>> = product;
  const toBody = ({ text }: { readonly text: string }) => ({ [field.name]: typedValue(field, text) });
  const form = useForm({
    route: "updateProduct",
    initial: { text: stored[field.name] === undefined ? "" : String(stored[field.name]) },
    schema: productBodySchema,
    toBody,
    send: async (values) => {
      // After a first save that did not fix the issue, the product has a newer version.
      const ifMatch = still === null ? { ifMatch: product.version } : {};
      await update.mutateAsync({ params: { sku }, body: toBody(values), ...ifMatch });
      const left = await issueLeft(channelId, issue);
      setStill(left);
      if (left !== null) return;
      notify(words.done(sku));
      onFixed();
    },
  });
  const shownField = {
    label: FIELD_NAMES[field.name] ?? field.name,
    value: form.values.text,
    error: form.errorAt(`/${field.name}`),
    onValue: (text: string) => form.set({ text }),
  };
  return (
    <FormDialog title={words.title(sku)} lead={leadOf(issue)} form={form} actionLabel={words.act} onClose={onClose}>
      {still !== null && (
        <p className="note warn" role="alert">
          {words.still(still)}
        </p>
      )}
      {field.allowed.length === 0 ? (
        <TextField {...shownField} />
      ) : (
        <SelectField {...shownField} choices={["", ...field.allowed].map((value) => ({ value, label: value }))} />
      )}
    </FormDialog>
  );
}

const leadOf = (issue: RunIssue): string => words.lead(issue.field, issueText(issue), fixHintText(issue) ?? "");

/** The issue that remains for the column, according to a preview; null if it is fixed. */
async function issueLeft(channelId: string, { sku, field }: RunIssue): Promise<string | null> {
  const preview = await api.call("previewChannel", { params: { channel_id: channelId }, body: { skus: [sku] } });
  const left = [...preview.invalid, ...preview.rows].flatMap(({ issues }) => issues);
  return left.find((issue) => issue.field === field)?.message ?? null;
}
