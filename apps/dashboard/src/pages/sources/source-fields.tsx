import { IMPORT_MODES } from "@skucast/contracts/imports/import";
import { SOURCE_TYPES } from "@skucast/contracts/sources/source";
import { AUTH_TYPES_OF } from "@skucast/contracts/sources/source-auth";
import { SelectField, TextField } from "../../forms/field.js";
import { ServerAddressFields } from "../../forms/server-address-fields.js";
import { texts } from "../../texts/texts.js";
import type { SourceValues } from "./source-body.js";

const words = texts.sources.form;

interface PartProps {
  readonly values: SourceValues;
  readonly set: (change: Partial<SourceValues>) => void;
  readonly errorAt: (pointer: string) => string | undefined;
}

interface NewProps extends PartProps {
  /** Whether the source is being created: then its type can be chosen, and there is no stored login to keep. */
  readonly isNew: boolean;
}

/** Fields for the file's location. */
export function LocationFields({ values, set, errorAt, isNew }: NewProps) {
  return (
    <>
      {isNew && (
        <SelectField
          label={words.type}
          value={values.type}
          choices={SOURCE_TYPES.map((value) => ({ value, label: texts.sources.types[value] }))}
          onValue={(type) => set({ type: type as SourceValues["type"], auth: type === "sftp" ? "public_key" : "none" })}
        />
      )}
      {values.type === "url" ? (
        <TextField
          label={words.url}
          hint={words.urlHint}
          value={values.url}
          error={errorAt("/url")}
          onValue={(url) => set({ url })}
        />
      ) : (
        <SftpFields values={values} set={set} errorAt={errorAt} />
      )}
    </>
  );
}

const SftpFields = ({ values, set, errorAt }: PartProps) => (
  <>
    <ServerAddressFields values={values} set={set} errorAt={errorAt} />
    <TextField label={words.path} value={values.path} error={errorAt("/path")} onValue={(path) => set({ path })} />
    <TextField
      label={words.hostKeys}
      hint={words.hostKeysHint}
      value={values.hostKeys}
      error={errorAt("/host_keys")}
      onValue={(hostKeys) => set({ hostKeys })}
    />
  </>
);

const NAME_LABELS: Readonly<Partial<Record<SourceValues["auth"], string>>> = {
  basic: words.username,
  header: words.header,
};
const HAS_SECRET: ReadonlySet<string> = new Set(["basic", "bearer", "header", "password"]);

/** Fields for the login. A stored secret is never shown. */
export function LoginFields({ values, set, errorAt, isNew }: NewProps) {
  const named = NAME_LABELS[values.auth];
  const hasSecret = HAS_SECRET.has(values.auth);
  const choices = [...(isNew ? [] : (["keep"] as const)), ...AUTH_TYPES_OF[values.type]];
  return (
    <>
      <SelectField
        label={words.auth}
        value={values.auth}
        choices={choices.map((value) => ({ value, label: words.auths[value] }))}
        error={hasSecret ? undefined : errorAt("/auth")}
        onValue={(auth) => set({ auth: auth as SourceValues["auth"] })}
      />
      {named !== undefined && (
        <TextField
          label={named}
          autoComplete="off"
          value={values.authName}
          error={errorAt("/auth/username") ?? errorAt("/auth/name")}
          onValue={(authName) => set({ authName })}
        />
      )}
      {hasSecret && (
        <TextField
          label={words.secret}
          hint={words.secretHint}
          type="password"
          autoComplete="new-password"
          value={values.secret}
          error={errorAt("/auth/password") ?? errorAt("/auth/token") ?? errorAt("/auth/value")}
          onValue={(secret) => set({ secret })}
        />
      )}
    </>
  );
}

/** Fields for what its imports may change. */
export const EffectFields = ({ values, set, errorAt }: PartProps) => (
  <>
    <SelectField
      label={words.mode}
      value={values.mode}
      choices={IMPORT_MODES.map((value) => ({ value, label: texts.imports.make.how.modes[value] }))}
      onValue={(mode) => set({ mode: mode as SourceValues["mode"] })}
    />
    {values.mode === "replace" && (
      <TextField
        label={words.maxRemoval}
        hint={words.maxRemovalHint}
        inputMode="numeric"
        value={values.maxRemoval}
        error={errorAt("/max_removal_percent")}
        onValue={(maxRemoval) => set({ maxRemoval })}
      />
    )}
  </>
);
