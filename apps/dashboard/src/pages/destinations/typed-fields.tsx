import { RULES_OF_TYPE } from "@skucast/contracts/destinations/destination-types";
import { SelectField, TextArea, TextField } from "../../forms/field.js";
import { ServerAddressFields } from "../../forms/server-address-fields.js";
import { texts } from "../../texts/texts.js";
import type { OneFormType, TypedValues } from "./typed-body.js";

const { form, typed: words } = texts.destinations;

interface TypedFieldsProps {
  readonly type: OneFormType;
  readonly values: TypedValues;
  readonly set: (change: Partial<TypedValues>) => void;
  readonly errorAt: (pointer: string) => string | undefined;
  /** Whether a stored login can be kept. */
  readonly canKeep: boolean;
}

/** All fields of a destination that is not an SFTP server. */
export function TypedFields(props: TypedFieldsProps) {
  const { type, values, set, errorAt } = props;
  return (
    <>
      <TextField label={form.name} value={values.name} error={errorAt("/name")} onValue={(name) => set({ name })} />
      {type === "ftps" && (
        <>
          <ServerAddressFields values={values} set={set} errorAt={errorAt} />
          <TextField
            label={form.path}
            hint={form.pathHint}
            value={values.path}
            error={errorAt("/path")}
            onValue={(path) => set({ path })}
          />
        </>
      )}
      {type === "s3" && <BucketFields {...props} />}
      {type === "https" && <UrlFields {...props} />}
      {type === "acp" && <FeedFields {...props} />}
      <LoginFields {...props} />
      {type !== "acp" && (
        <SelectField
          label={form.strategy}
          value={values.strategy}
          choices={RULES_OF_TYPE[type].strategies.map((value) => ({ value, label: words.strategies[value] }))}
          onValue={(strategy) => set({ strategy: strategy as TypedValues["strategy"] })}
        />
      )}
      <TextArea
        label={words.caCertificate}
        hint={words.caCertificateHint}
        className="mono"
        spellCheck={false}
        value={values.caCertificate}
        error={errorAt("/ca_certificate")}
        onValue={(caCertificate) => set({ caCertificate })}
      />
    </>
  );
}

const BucketFields = ({ values, set, errorAt }: TypedFieldsProps) => (
  <>
    <TextField
      label={words.endpoint}
      hint={words.endpointHint}
      value={values.endpoint}
      error={errorAt("/endpoint")}
      onValue={(endpoint) => set({ endpoint })}
    />
    <TextField
      label={words.region}
      value={values.region}
      error={errorAt("/region")}
      onValue={(region) => set({ region })}
    />
    <TextField
      label={words.bucket}
      value={values.bucket}
      error={errorAt("/bucket")}
      onValue={(bucket) => set({ bucket })}
    />
    <TextField
      label={words.prefix}
      hint={words.prefixHint}
      value={values.prefix}
      error={errorAt("/prefix")}
      onValue={(prefix) => set({ prefix })}
    />
  </>
);

const UrlFields = (props: TypedFieldsProps) => {
  const { values, set, errorAt } = props;
  return (
    <>
      <TextField
        label={words.url}
        hint={words.urlHint}
        value={values.url}
        error={errorAt("/url")}
        onValue={(url) => set({ url })}
      />
      <SelectField
        label={words.method}
        value={values.method}
        choices={(["PUT", "POST"] as const).map((value) => ({ value, label: words.methods[value] }))}
        onValue={(method) => set({ method })}
      />
      {values.method === "POST" && (
        <TextField
          label={words.fieldName}
          value={values.fieldName}
          error={errorAt("/field_name")}
          onValue={(fieldName) => set({ fieldName })}
        />
      )}
      <HeadersField {...props} />
    </>
  );
};

const HeadersField = ({ values, set, errorAt, canKeep }: TypedFieldsProps) => (
  <TextArea
    label={words.headers}
    hint={canKeep ? words.headersKept : words.headersHint}
    className="mono"
    spellCheck={false}
    value={values.headers}
    error={errorAt("/headers")}
    onValue={(headers) => set({ headers })}
  />
);

const FeedFields = (props: TypedFieldsProps) => {
  const { values, set, errorAt } = props;
  return (
    <>
      <p className="soft">{words.acpHow}</p>
      <TextField
        label={words.acpUrl}
        hint={words.acpUrlHint}
        value={values.url}
        error={errorAt("/url")}
        onValue={(url) => set({ url })}
      />
      <TextField
        label={words.hostFeedId}
        hint={words.hostFeedIdHint}
        value={values.hostFeedId}
        error={errorAt("/host_feed_id")}
        onValue={(hostFeedId) => set({ hostFeedId })}
      />
      <TextField
        label={words.productsMax}
        hint={words.productsMaxHint}
        value={values.productsMax}
        error={errorAt("/products_max")}
        onValue={(productsMax) => set({ productsMax })}
      />
      <HeadersField {...props} />
    </>
  );
};

const SECRET_LABELS = {
  access_key: words.secretKey,
  basic: form.password,
  password: form.password,
  bearer: words.token,
} as const;

function LoginFields({ type, values, set, errorAt, canKeep }: TypedFieldsProps) {
  const { auth } = values;
  const logins = [...(canKeep ? (["keep"] as const) : []), ...RULES_OF_TYPE[type].auth];
  return (
    <>
      {logins.length > 1 && (
        <SelectField
          label={form.auth}
          value={auth}
          choices={logins.map((value) => ({ value, label: words.logins[value] }))}
          error={auth === "keep" ? errorAt("/auth") : undefined}
          onValue={(chosen) => set({ auth: chosen as TypedValues["auth"] })}
        />
      )}
      {auth === "access_key" && (
        <TextField
          label={words.accessKeyId}
          autoComplete="off"
          value={values.accessKeyId}
          error={errorAt("/auth/access_key_id")}
          onValue={(accessKeyId) => set({ accessKeyId })}
        />
      )}
      {auth === "basic" && (
        <TextField
          label={form.username}
          autoComplete="off"
          value={values.username}
          error={errorAt("/auth/username")}
          onValue={(username) => set({ username })}
        />
      )}
      {auth in SECRET_LABELS && (
        <TextField
          label={SECRET_LABELS[auth as keyof typeof SECRET_LABELS]}
          type="password"
          autoComplete="new-password"
          value={values.secret}
          error={errorAt("/auth/secret_access_key") ?? errorAt("/auth/password") ?? errorAt("/auth/token")}
          onValue={(secret) => set({ secret })}
        />
      )}
    </>
  );
}
