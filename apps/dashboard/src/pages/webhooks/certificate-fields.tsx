import { TextArea } from "../../forms/field.js";
import { dateTimeText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import type { EndpointFieldsProps } from "./endpoint-fields-props.js";
import { SecretChoiceField } from "./secret-choice.js";

const words = texts.webhooks.form.certificate;
const ROWS = 4;

/** Fields for the client certificate (mutual TLS). */
export function CertificateFields({ draft, set, errorAt, endpoint }: EndpointFieldsProps) {
  const { certificate, certificateChoice } = draft;
  const stored = endpoint?.client_certificate ?? null;
  const change = (part: Partial<typeof certificate>) => set({ certificate: { ...certificate, ...part } });
  const certificateError = errorAt("/client_certificate/certificate");
  const keyError = errorAt("/client_certificate/private_key");
  return (
    <>
      <SecretChoiceField
        label={words.choice}
        hint={stored === null ? words.hint : words.stored(stored.subject, dateTimeText(stored.expires_at))}
        error={certificateError === undefined && keyError === undefined ? errorAt("/client_certificate") : undefined}
        isStored={stored !== null}
        choice={certificateChoice}
        onChoice={(choice) => set({ certificateChoice: choice })}
      />
      {certificateChoice === "set" && (
        <>
          <TextArea
            label={words.certificate}
            hint={words.certificateHint}
            className="mono"
            rows={ROWS}
            spellCheck={false}
            value={certificate.certificate}
            error={certificateError}
            onValue={(text) => change({ certificate: text })}
          />
          <TextArea
            label={words.key}
            hint={words.keyHint}
            className="mono"
            rows={ROWS}
            spellCheck={false}
            value={certificate.private_key}
            error={keyError}
            onValue={(text) => change({ private_key: text })}
          />
        </>
      )}
    </>
  );
}
