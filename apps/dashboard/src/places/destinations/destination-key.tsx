import type { Destination } from "@skucast/contracts/destinations/destination";
import { useAct } from "../../api/use-act.js";
import { Button } from "../../parts/button.js";
import { CopyButton } from "../../parts/copy-button.js";
import { JsonText } from "../../parts/json-text.js";
import { useNotice } from "../../parts/notices.js";
import { ProblemNote } from "../../parts/problem-note.js";
import { Sheet } from "../../parts/sheet.js";
import { texts } from "../../texts/texts.js";

const { one } = texts.destinations;

interface DestinationKeyProps {
  readonly destination: Destination;
  readonly mayWrite: boolean;
}

/** Our public key for the partner to install, and the one that is to follow it. */
export function DestinationKey({ destination, mayWrite }: DestinationKeyProps) {
  const [rotate, confirm, tell] = [useAct("rotateDestinationKey"), useAct("confirmDestinationKey"), useNotice()];
  const { public_key: key, next_public_key: next } = destination.auth;
  const sent = { params: { destination_id: destination.id } };
  return (
    <Sheet
      title={one.steps.key}
      actions={
        mayWrite &&
        next === undefined && (
          <Button
            kind="quiet"
            isBusy={rotate.isPending}
            onClick={() => rotate.mutate(sent, { onSuccess: () => tell(one.rotated) })}
          >
            {one.rotate}
          </Button>
        )
      }
    >
      {rotate.error && <ProblemNote error={rotate.error} />}
      <p className="soft">{one.keyHow}</p>
      {key !== undefined && (
        <>
          <JsonText label={one.steps.key} value={key} />
          <CopyButton text={key} />
        </>
      )}
      {next !== undefined && (
        <>
          <p className="note warn">{one.nextKeyHow}</p>
          <JsonText label={texts.destinations.setUp.ownKey} value={next} />
          {confirm.error && <ProblemNote error={confirm.error} />}
          <div className="actions">
            <CopyButton text={next} />
            {mayWrite && (
              <Button
                isBusy={confirm.isPending}
                onClick={() => confirm.mutate(sent, { onSuccess: () => tell(one.confirmed) })}
              >
                {one.confirm}
              </Button>
            )}
          </div>
        </>
      )}
    </Sheet>
  );
}
