import { UPLOAD_STRATEGIES } from "@skucast/contracts/destinations/destination";
import { SelectField, TextField } from "../../forms/field.js";
import { ServerAddressFields } from "../../forms/server-address-fields.js";
import { texts } from "../../texts/texts.js";
import { type DestinationValues, takesPassword } from "./destination-body.js";

const words = texts.destinations.form;

interface PartProps {
  readonly values: DestinationValues;
  readonly set: (change: Partial<DestinationValues>) => void;
  readonly errorAt: (pointer: string) => string | undefined;
}

/** Fields for the server's address, user name, folder and upload method. */
export const ServerFields = ({ values, set, errorAt }: PartProps) => (
  <>
    <TextField label={words.name} value={values.name} error={errorAt("/name")} onValue={(name) => set({ name })} />
    <ServerAddressFields values={values} set={set} errorAt={errorAt} />
    <TextField
      label={words.path}
      hint={words.pathHint}
      value={values.path}
      error={errorAt("/path")}
      onValue={(path) => set({ path })}
    />
    <SelectField
      label={words.strategy}
      value={values.strategy}
      choices={UPLOAD_STRATEGIES.map((value) => ({ value, label: words.strategies[value] ?? value }))}
      onValue={(strategy) => set({ strategy: strategy as DestinationValues["strategy"] })}
    />
  </>
);

interface LoginFieldsProps extends PartProps {
  /** Whether a stored login can be kept. */
  readonly canKeep: boolean;
}

/** Fields for the login. */
export const LoginFields = ({ values, set, errorAt, canKeep }: LoginFieldsProps) => (
  <>
    <SelectField
      label={words.auth}
      value={values.auth}
      choices={[
        ...(canKeep ? [{ value: "keep", label: words.keep }] : []),
        ...(["public_key", "password", "public_key_and_password"] as const).map((value) => ({
          value,
          label: words.authChoices[value],
        })),
      ]}
      error={takesPassword(values) ? undefined : errorAt("/auth")}
      onValue={(auth) => set({ auth: auth as DestinationValues["auth"] })}
    />
    {takesPassword(values) && <PasswordField values={values} set={set} errorAt={errorAt} />}
  </>
);

/** The password field. A stored password is never shown. */
export const PasswordField = ({ values, set, errorAt }: PartProps) => (
  <TextField
    label={words.password}
    type="password"
    autoComplete="new-password"
    value={values.password}
    error={errorAt("/auth")}
    onValue={(password) => set({ password })}
  />
);
