import type { PullCredentialCreated } from "@skucast/contracts/pull-credentials/pull-credential";
import { Button } from "../../components/button.js";
import { CopyButton } from "../../components/copy-button.js";
import { Dialog } from "../../components/dialog.js";
import { TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";

const { created: words } = texts.feeds.pulls;

interface PullSecretProps {
  readonly created: PullCredentialCreated;
  readonly onClose: () => void;
}

/** The data to send to the partner, shown only once. */
export const PullSecret = ({ created, onClose }: PullSecretProps) => (
  <Dialog title={words.title} lead={words.lead} onClose={onClose} isPersistent>
    {partsOf(created).map(([label, value]) => (
      <div key={label} className="copy-field">
        <TextField className="mono" label={label} readOnly value={value} onValue={() => undefined} />
        <CopyButton text={value} name={words.copyOf(label)} />
      </div>
    ))}
    <div className="actions">
      <Button onClick={onClose}>{texts.general.stored}</Button>
    </div>
  </Dialog>
);

function partsOf({ url, sftp }: PullCredentialCreated): readonly (readonly [label: string, value: string])[] {
  if (url !== undefined) return [[words.url, url]];
  if (sftp === undefined) return [];
  const { host, port, username, password, host_keys } = sftp;
  return [
    [words.host, host],
    [words.port, String(port)],
    [words.username, username],
    ...(password === undefined ? [] : [[words.password, password] as const]),
    [words.hostKeys, host_keys.join(" ")],
  ];
}
