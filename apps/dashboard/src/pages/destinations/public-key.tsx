import { CodeBlock } from "../../components/code-block.js";
import { CopyButton } from "../../components/copy-button.js";
import { texts } from "../../texts/texts.js";

const words = texts.destinations.setUp;

/** Our public key, and how the partner installs it. */
export const PublicKey = ({ publicKey }: { readonly publicKey: string }) => (
  <>
    <p>{words.keyHow}</p>
    <CodeBlock label={words.ownKey} value={publicKey} />
    <p className="actions">
      <CopyButton text={publicKey} />
    </p>
  </>
);
