import type { Destination } from "@skucast/contracts/destinations/destination";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { CodeBlock } from "../../components/code-block.js";
import { CopyButton } from "../../components/copy-button.js";
import { ErrorNote } from "../../components/error-note.js";
import { useNotice } from "../../components/notices.js";
import { texts } from "../../texts/texts.js";

const { one } = texts.destinations;

interface DestinationKeyProps {
  readonly destination: Destination;
  readonly canWrite: boolean;
}

/** Our public key for the partner to install and, during a rotation, the next one. */
export function DestinationKey({ destination, canWrite }: DestinationKeyProps) {
  const rotate = useApiMutation("rotateDestinationKey");
  const confirm = useApiMutation("confirmDestinationKey");
  const notify = useNotice();
  const { public_key: key, next_public_key: next } = destination.auth;
  const sent = { params: { destination_id: destination.id } };
  return (
    <Card
      title={one.steps.key}
      actions={
        canWrite &&
        next === undefined && (
          <Button
            kind="quiet"
            isBusy={rotate.isPending}
            onClick={() => rotate.mutate(sent, { onSuccess: () => notify(one.rotated) })}
          >
            {one.rotate}
          </Button>
        )
      }
    >
      {rotate.error && <ErrorNote error={rotate.error} />}
      <p className="soft">{one.keyHow}</p>
      {key !== undefined && (
        <>
          <CodeBlock label={one.steps.key} value={key} />
          <CopyButton text={key} />
        </>
      )}
      {next !== undefined && (
        <>
          <p className="note warn">{one.nextKeyHow}</p>
          <CodeBlock label={texts.destinations.setUp.ownKey} value={next} />
          {confirm.error && <ErrorNote error={confirm.error} />}
          <div className="actions">
            <CopyButton text={next} />
            {canWrite && (
              <Button
                isBusy={confirm.isPending}
                onClick={() => confirm.mutate(sent, { onSuccess: () => notify(one.confirmed) })}
              >
                {one.confirm}
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  );
}
