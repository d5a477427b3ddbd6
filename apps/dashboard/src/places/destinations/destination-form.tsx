import {
  type Destination,
  type DestinationCreate,
  destinationCreateSchema,
  destinationPatchSchema,
  UPLOAD_STRATEGIES,
} from "@skucast/contracts/destinations/destination";
import { useNavigate } from "@tanstack/react-router";
import { useAct } from "../../api/use-act.js";
import { SelectField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";
import { type DestinationValues, destinationBody, valuesOf } from "./destination-body.js";

const words = texts.destinations.form;

interface DestinationFormProps {
  /** The one to change; a new one without it. */
  readonly destination?: Destination;
  readonly onClose: () => void;
}

/** Where a partner's server is and how to log in; a new one leads on to confirming its key. */
export function DestinationForm({ destination, onClose }: DestinationFormProps) {
  const [create, update] = [useAct("createDestination"), useAct("updateDestination")];
  const [tell, navigate] = [useNotice(), useNavigate()];
  const form = useForm<DestinationValues>({
    initial: valuesOf(destination),
    schema: destination ? destinationPatchSchema : destinationCreateSchema,
    toBody: destinationBody,
    send: async (values) => {
      const body = destinationBody(values);
      if (destination) {
        await update.mutateAsync({ params: { destination_id: destination.id }, body, ifMatch: destination.version });
        tell(words.saved);
        return onClose();
      }
      // A new one names its login: the contract has checked that.
      const { id } = await create.mutateAsync({ body: body as DestinationCreate });
      void navigate({ to: "/destinations/$destinationId", params: { destinationId: id } });
    },
  });
  const { values, set, faultAt } = form;
  const logins = destination ? (["keep", "public_key", "password"] as const) : (["public_key", "password"] as const);
  const loginText = (auth: DestinationValues["auth"]) => (auth === "keep" ? words.keep : words.authChoices[auth]);
  return (
    <FormDialog
      title={destination ? words.editTitle : words.createTitle}
      form={form}
      act={destination ? words.save : words.create}
      onClose={onClose}
    >
      <TextField label={words.name} value={values.name} fault={faultAt("/name")} onValue={(name) => set({ name })} />
      <TextField
        label={words.host}
        hint={words.hostHint}
        value={values.host}
        fault={faultAt("/host")}
        onValue={(host) => set({ host })}
      />
      <TextField
        label={words.port}
        inputMode="numeric"
        value={values.port}
        fault={faultAt("/port")}
        onValue={(port) => set({ port })}
      />
      <TextField
        label={words.username}
        autoComplete="off"
        value={values.username}
        fault={faultAt("/username")}
        onValue={(username) => set({ username })}
      />
      <SelectField
        label={words.auth}
        value={values.auth}
        choices={logins.map((value) => ({ value, label: loginText(value) }))}
        onValue={(auth) => set({ auth: auth as DestinationValues["auth"] })}
      />
      {values.auth === "password" && (
        <TextField
          label={words.password}
          type="password"
          autoComplete="new-password"
          value={values.password}
          fault={faultAt("/auth")}
          onValue={(password) => set({ password })}
        />
      )}
      <TextField label={words.path} value={values.path} fault={faultAt("/path")} onValue={(path) => set({ path })} />
      <SelectField
        label={words.strategy}
        value={values.strategy}
        choices={UPLOAD_STRATEGIES.map((value) => ({ value, label: words.strategies[value] ?? value }))}
        onValue={(strategy) => set({ strategy: strategy as DestinationValues["strategy"] })}
      />
    </FormDialog>
  );
}
