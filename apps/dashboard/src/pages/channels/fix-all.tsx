import { type Channel, channelPatchSchema } from "@skucast/contracts/channels/channel";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.js";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { FormDialog } from "../../components/form-dialog.js";
import { Loading } from "../../components/loading.js";
import { useNotice } from "../../components/notices.js";
import { SelectField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { issueText } from "../../service-messages/issue-text.js";
import { problemText } from "../../service-messages/problem-text.js";
import { countText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { ChangeProducts } from "../products/change-products.js";
import { collectIssues } from "./collect-issues.js";
import { FixEffect } from "./fix-effect.js";
import { type Cause, type Fix, withFix } from "./propose-fix.js";

const { fixAll: words } = texts.channels;

interface FixAllProps {
  readonly channel: Channel;
  readonly cause: Cause;
  readonly fixes: readonly Fix[];
  readonly onClose: () => void;
}

interface FixValues {
  readonly type: Fix["type"];
  readonly value: string;
}

/** Fixes an issue of all products: by a default or a rule of the channel, or by a change of the products. */
export function FixAll({ channel, cause, fixes, onClose }: FixAllProps) {
  const [isChangingProducts, setIsChangingProducts] = useState(false);
  const update = useApiMutation("updateChannel");
  const notify = useNotice();
  const params = { channel_id: channel.id };
  const fixOf = ({ type }: FixValues) => fixes.find((each) => each.type === type) ?? fixes[0];
  const patchOf = (values: FixValues) => {
    const fix = fixOf(values);
    return fix === undefined ? {} : withFix(channel, fix, values.value.trim());
  };
  const undo = async () => {
    const { version } = await api.call("getChannel", { params });
    const former = { defaults: { [defaultOf(fixes)]: null, ...channel.defaults }, rules: channel.rules };
    await update.mutateAsync({ params, body: former as never, ifMatch: version });
    notify(words.undone);
  };
  const form = useForm<FixValues>({
    route: "updateChannel",
    initial: { type: fixes[0]?.type ?? "rule", value: "" },
    schema: channelPatchSchema,
    toBody: (values) => (fixOf(values)?.type === "products" ? {} : patchOf(values)),
    typedErrors: (values) =>
      fixOf(values)?.needsValue && values.value.trim() === ""
        ? [{ pointer: "/value", code: "required", message: texts.general.required }]
        : [],
    send: async (values) => {
      if (fixOf(values)?.type === "products") return setIsChangingProducts(true);
      await update.mutateAsync({ params, body: patchOf(values) as never, ifMatch: channel.version });
      notify(words.done(cause.field, channel.name), {
        label: texts.products.restoration.undo,
        onClick: () => void undo().catch((error: Error) => notify(problemText(error))),
      });
      onClose();
    },
  });
  if (isChangingProducts) return <ChangeAffected channel={channel} cause={cause} onClose={onClose} />;
  const { values, set, errorAt } = form;
  const fix = fixOf(values);
  const isOfChannel = fix?.type !== "products";
  const valueError = errorAt("/value") ?? errorAt("/defaults") ?? errorAt("/rules");
  return (
    <FormDialog
      title={words.title(cause.field, countText(cause.products, texts.general.nouns.product))}
      lead={`${cause.field}: ${issueText(cause).replace(/[.。]$/, "")}${texts.general.fullStop}`}
      form={form}
      actionLabel={isOfChannel ? words.act : words.choose}
      onClose={onClose}
    >
      <SelectField
        label={words.how}
        value={values.type}
        choices={fixes.map(({ type }) => ({ value: type, label: words.types[type] }))}
        onValue={(type) => set({ type: type as Fix["type"] })}
      />
      {fix?.needsValue && (
        <TextField
          label={words.value(cause.field)}
          hint={fix.type === "rule" && cause.code === "missing_value" ? words.templateHint : undefined}
          value={values.value}
          error={valueError}
          onValue={(value) => set({ value })}
        />
      )}
      {isOfChannel && valueError === undefined && (!fix?.needsValue || values.value.trim() !== "") && (
        <FixEffect channelId={channel.id} cause={cause} patch={patchOf(values)} />
      )}
    </FormDialog>
  );
}

/** The default that a fix sets, so that undoing can remove it. */
const defaultOf = (fixes: readonly Fix[]): string => {
  const [first] = fixes.filter((fix) => fix.type === "default");
  return first?.field ?? "brand";
};

/** The bulk change of all products with the issue. */
function ChangeAffected({ channel, cause, onClose }: Omit<FixAllProps, "fixes">) {
  const notify = useNotice();
  const { code, field } = cause;
  const { data, error } = useQuery({
    queryKey: ["affected", channel.id, code, field],
    queryFn: ({ signal }) => collectIssues({ channelId: channel.id, filter: { code, field }, signal }),
    gcTime: 0,
  });
  if (data === undefined) {
    return (
      <Dialog title={words.collecting} onClose={onClose}>
        {error ? <ErrorNote error={error} /> : <Loading />}
      </Dialog>
    );
  }
  const skus = [...new Set(data.map(({ sku }) => sku))];
  return (
    <ChangeProducts
      skus={skus}
      onStarted={() => {
        notify(words.started(numberText(skus.length)));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
