import { type Destination, destinationPatchSchema } from "@skucast/contracts/destinations/destination";
import { useState } from "react";
import { useAct } from "../../api/use-act.js";
import { useForm } from "../../forms/use-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";
import { type DestinationValues, destinationBody, valuesOf } from "./destination-body.js";
import { LoginFields, PlaceFields } from "./destination-fields.js";

const words = texts.destinations.form;

interface DestinationFormProps {
  readonly destination: Destination;
  readonly onClose: () => void;
}

/** Changes where a partner's server is and how one logs in. */
export function DestinationForm({ destination: shown, onClose }: DestinationFormProps) {
  const [destination] = useState(shown);
  const [update, tell] = [useAct("updateDestination"), useNotice()];
  const form = useForm<DestinationValues>({
    route: "updateDestination",
    initial: valuesOf(destination),
    schema: destinationPatchSchema,
    toBody: destinationBody,
    send: async (values) => {
      const body = destinationBody(values);
      await update.mutateAsync({ params: { destination_id: destination.id }, body, ifMatch: destination.version });
      tell(words.saved);
      onClose();
    },
  });
  return (
    <FormDialog title={words.editTitle} form={form} act={words.save} onClose={onClose}>
      <PlaceFields {...form} />
      <LoginFields {...form} mayKeep />
    </FormDialog>
  );
}
