import { type Destination, destinationPatchSchema } from "@skucast/contracts/destinations/destination";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { type OneFormType, type TypedValues, typedBody, typedValuesOf } from "./typed-body.js";
import { TypedFields } from "./typed-fields.js";

const words = texts.destinations.form;

interface TypedFormProps {
  readonly type: OneFormType;
  readonly destination: Destination;
  readonly onClose: () => void;
}

/** Edits a destination that is not an SFTP server. */
export function TypedForm({ type, destination: shown, onClose }: TypedFormProps) {
  const [destination] = useState(shown);
  const update = useApiMutation("updateDestination");
  const notify = useNotice();
  const form = useForm<TypedValues>({
    route: "updateDestination",
    initial: typedValuesOf(type, destination),
    schema: destinationPatchSchema,
    toBody: (values) => typedBody(type, values),
    send: async (values) => {
      const body = typedBody(type, values);
      await update.mutateAsync({ params: { destination_id: destination.id }, body, ifMatch: destination.version });
      notify(words.saved);
      onClose();
    },
  });
  return (
    <FormDialog title={words.editTitle} form={form} actionLabel={words.save} onClose={onClose}>
      <TypedFields {...form} type={type} canKeep />
    </FormDialog>
  );
}
