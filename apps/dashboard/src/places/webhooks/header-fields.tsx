import { LIMITS } from "@skucast/contracts/limits";
import { TextField } from "../../forms/field.js";
import { Button } from "../../parts/button.js";
import { texts } from "../../texts/texts.js";
import { EMPTY_HEADER } from "./endpoint-draft.js";
import type { EndpointPartProps } from "./endpoint-part.js";
import { SealedChoiceField } from "./sealed-choice.js";

const words = texts.webhooks.form.headers;

/** Headers of the receiver's own that every request carries. Their values are shown to nobody, so they are given whole. */
export function HeaderFields({ draft, set, faultAt, endpoint }: EndpointPartProps) {
  const { headers, headersChoice } = draft;
  const names = endpoint?.headers.map(({ name }) => name) ?? [];
  const change = (place: number, part: Partial<(typeof headers)[number]>) =>
    set({ headers: headers.map((header, i) => (i === place ? { ...header, ...part } : header)) });
  const isOfRow = headers.some((_, place) => faultAt(`/headers/${place}`) !== undefined);
  return (
    <>
      <SealedChoiceField
        label={words.choice}
        hint={names.length === 0 ? words.hint : words.stored(names.join(", "))}
        fault={headersChoice === "set" && isOfRow ? undefined : faultAt("/headers")}
        isStored={names.length > 0}
        choice={headersChoice}
        onChoice={(choice) => set({ headersChoice: choice })}
      />
      {headersChoice === "set" && (
        <>
          {headers.map((header, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone.
            <div key={place} className="lines">
              <TextField
                label={words.name(place + 1)}
                className="mono"
                value={header.name}
                fault={faultAt(`/headers/${place}/name`)}
                onValue={(name) => change(place, { name })}
              />
              <TextField
                label={words.value(place + 1)}
                className="mono"
                autoComplete="off"
                value={header.value}
                fault={faultAt(`/headers/${place}/value`)}
                onValue={(value) => change(place, { value })}
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
