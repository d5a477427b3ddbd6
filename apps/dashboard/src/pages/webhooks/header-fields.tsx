import { LIMITS } from "@skucast/contracts/limits";
import { Button } from "../../components/button.js";
import { TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { EMPTY_HEADER } from "./endpoint-draft.js";
import type { EndpointFieldsProps } from "./endpoint-fields-props.js";
import { SecretChoiceField } from "./secret-choice.js";

const words = texts.webhooks.form.headers;

/** Fields for custom request headers. Stored values cannot be shown, so all headers are replaced at once. */
export function HeaderFields({ draft, set, errorAt, endpoint }: EndpointFieldsProps) {
  const { headers, headersChoice } = draft;
  const names = endpoint?.headers.map(({ name }) => name) ?? [];
  const change = (index: number, part: Partial<(typeof headers)[number]>) =>
    set({ headers: headers.map((header, i) => (i === index ? { ...header, ...part } : header)) });
  const isOfRow = headers.some((_, index) => errorAt(`/headers/${index}`) !== undefined);
  return (
    <>
      <SecretChoiceField
        label={words.choice}
        hint={names.length === 0 ? words.hint : words.stored(names.join(", "))}
        error={headersChoice === "set" && isOfRow ? undefined : errorAt("/headers")}
        isStored={names.length > 0}
        choice={headersChoice}
        onChoice={(choice) => set({ headersChoice: choice })}
      />
      {headersChoice === "set" && (
        <>
          {headers.map((header, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers have no ids.
            <div key={index} className="lines">
              <TextField
                label={words.name(index + 1)}
                className="mono"
                value={header.name}
                error={errorAt(`/headers/${index}/name`)}
                onValue={(name) => change(index, { name })}
              />
              <TextField
                label={words.value(index + 1)}
                className="mono"
                autoComplete="off"
                value={header.value}
                error={errorAt(`/headers/${index}/value`)}
                onValue={(value) => change(index, { value })}
              />
            </div>
          ))}
          {headers.length < LIMITS.webhookHeadersMax && (
            <p>
              <Button kind="quiet" onClick={() => set({ headers: [...headers, EMPTY_HEADER] })}>
                {words.add}
              </Button>
            </p>
          )}
        </>
      )}
    </>
  );
}
