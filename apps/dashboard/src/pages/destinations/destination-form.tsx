import { type Destination, destinationPatchSchema } from "@skucast/contracts/destinations/destination";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { type DestinationValues, destinationBody, valuesOf } from "./destination-body.js";
import { LoginFields, ServerFields } from "./destination-fields.js";

const words = texts.destinations.form;

interface DestinationFormProps {
  readonly destination: Destination;
  readonly onClose: () => void;
}

/** Edits a destination. */
export function DestinationForm({ destination, onClose }: DestinationFormProps) {
  const update = useApiMutation("updateDestination");
  const notify = useNotice();
  const form = useForm<DestinationValues>({
    route: "updateDestination",
    initial: valuesOf(destination),
    schema: destinationPatchSchema,
    toBody: destinationBody,
    send: async (values) => {
      const body = destinationBody(values);
      await update.mutateAsync({ params: { destination_id: destination.id }, body, ifMatch: destination.version });
      notify(words.saved);
      onClose();
    },
  });
  return (
    <FormDialog title={words.editTitle} form={form} actionLabel={words.save} onClose={onClose}>
      <ServerFields {...form} />
      <LoginFields {...form} canKeep />
    </FormDialog>
  );
}
