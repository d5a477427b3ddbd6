import type { Destination } from "@skucast/contracts/destinations/destination";
import { useNavigate } from "@tanstack/react-router";
import { useAct } from "../../api/use-act.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";

const words = texts.destinations.remove;

interface DeleteDestinationProps {
  readonly destination: Destination;
  readonly onClose: () => void;
}

/** Asks before a destination goes. */
export function DeleteDestination({ destination: { id, name }, onClose }: DeleteDestinationProps) {
  const [remove, tell, navigate] = [useAct("deleteDestination"), useNotice(), useNavigate()];
  const confirm = () =>
    remove.mutate(
      { params: { destination_id: id } },
      {
        onSuccess: () => {
          tell(words.done);
          void navigate({ to: "/destinations" });
        },
      },
    );
  return (
    <ConfirmDialog
      title={words.title(name)}
      effect={<p>{words.effect}</p>}
      act={words.act}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
