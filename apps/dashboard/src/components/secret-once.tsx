import { useId } from "react";
import { texts } from "../texts/texts.js";
import { Button } from "./button.js";
import { CopyButton } from "./copy-button.js";
import { Dialog } from "./dialog.js";

interface SecretOnceProps {
  readonly title: string;
  readonly lead: string;
  /** Label of the secret. */
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret that cannot be shown again. Neither Escape nor a click outside closes it. */
export function SecretOnce({ title, lead, label, secret, onClose }: SecretOnceProps) {
  const id = useId();
  return (
    <Dialog title={title} lead={lead} onClose={onClose} isPersistent>
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <input id={id} className="mono" readOnly value={secret} onFocus={(event) => event.target.select()} />
      </div>
      <div className="actions">
        <CopyButton text={secret} />
        <Button onClick={onClose}>{texts.general.stored}</Button>
      </div>
    </Dialog>
  );
}
