import { TextArea } from "../../forms/field.js";
import { dateTimeText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import type { EndpointPartProps } from "./endpoint-part.js";
import { SealedChoiceField } from "./sealed-choice.js";

const words = texts.webhooks.form.certificate;
const ROWS = 4;

/** What is shown to a receiver that asks who calls (mutual TLS). */
export function CertificateFields({ draft, set, faultAt, endpoint }: EndpointPartProps) {
  const { certificate, certificateChoice } = draft;
  const stored = endpoint?.client_certificate ?? null;
  const change = (part: Partial<typeof certificate>) => set({ certificate: { ...certificate, ...part } });
  const [certificateFault, keyFault] = [
    faultAt("/client_certificate/certificate"),
    faultAt("/client_certificate/private_key"),
  ];
  return (
    <>
      <SealedChoiceField
        label={words.choice}
        hint={stored === null ? words.hint : words.stored(stored.subject, dateTimeText(stored.expires_at))}
        fault={certificateFault === undefined && keyFault === undefined ? faultAt("/client_certificate") : undefined}
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
            fault={certificateFault}
            onValue={(text) => change({ certificate: text })}
          />
          <TextArea
            label={words.key}
            hint={words.keyHint}
            className="mono"
            rows={ROWS}
            spellCheck={false}
            value={certificate.private_key}
            fault={keyFault}
            onValue={(text) => change({ private_key: text })}
          />
        </>
      )}
    </>
  );
}
