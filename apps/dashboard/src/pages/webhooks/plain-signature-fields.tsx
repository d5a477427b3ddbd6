import { SelectField, TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import type { EndpointFieldsProps } from "./endpoint-fields-props.js";
import { SecretChoiceField } from "./secret-choice.js";

const words = texts.webhooks.form.plain;

/** Fields for an additional signature of the body only, for systems that cannot verify Standard Webhooks signatures. */
export function PlainSignatureFields({ draft, set, errorAt, endpoint }: EndpointFieldsProps) {
  const { plain, plainChoice } = draft;
  const stored = endpoint?.plain_signature ?? null;
  const change = (part: Partial<typeof plain>) => set({ plain: { ...plain, ...part } });
  return (
    <>
      <SecretChoiceField
        label={words.choice}
        hint={stored === null ? words.hint : words.stored(stored.header)}
        error={plainChoice === "set" ? undefined : errorAt("/plain_signature")}
        isStored={stored !== null}
        choice={plainChoice}
        onChoice={(choice) => set({ plainChoice: choice })}
      />
      {plainChoice === "set" && (
        <>
          <TextField
            label={words.header}
            className="mono"
            value={plain.header}
            error={errorAt("/plain_signature/header")}
            onValue={(header) => change({ header })}
          />
          <div className="lines">
            <SelectField
              label={words.encoding}
              value={plain.encoding}
              choices={(["hex", "base64"] as const).map((value) => ({ value, label: value }))}
              onValue={(encoding) => change({ encoding: encoding === "base64" ? "base64" : "hex" })}
            />
            <TextField
              label={words.prefix}
              hint={words.prefixHint}
              className="mono"
              value={plain.prefix}
              error={errorAt("/plain_signature/prefix")}
              onValue={(prefix) => change({ prefix })}
            />
          </div>
          <TextField
            label={words.secret}
            hint={words.secretHint}
            className="mono"
            autoComplete="off"
            value={plain.secret}
            error={errorAt("/plain_signature/secret")}
            onValue={(secret) => change({ secret })}
          />
        </>
      )}
    </>
  );
}
