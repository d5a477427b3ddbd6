import { CopyButton } from "../../parts/copy-button.js";
import { JsonText } from "../../parts/json-text.js";
import { texts } from "../../texts/texts.js";

const words = texts.destinations.setUp;

/** Our public key, and what the partner does with it. */
export const OwnKey = ({ publicKey }: { readonly publicKey: string }) => (
  <>
    <p>{words.keyHow}</p>
    <JsonText label={words.ownKey} value={publicKey} />
    <p className="actions">
      <CopyButton text={publicKey} />
    </p>
  </>
);
