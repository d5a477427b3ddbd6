import type { Destination } from "@skucast/contracts/destinations/destination";
import { useNavigate } from "@tanstack/react-router";
import { ConfirmAction } from "../../components/confirm-action.js";
import { texts } from "../../texts/texts.js";

const words = texts.destinations.remove;

interface DeleteDestinationProps {
  readonly destination: Destination;
  readonly onClose: () => void;
}

export function DeleteDestination({ destination: { id, name }, onClose }: DeleteDestinationProps) {
  const navigate = useNavigate();
  return (
    <ConfirmAction
      route="deleteDestination"
      request={{ params: { destination_id: id } }}
      title={words.title(name)}
      effect={<p>{words.effect}</p>}
      actionLabel={words.act}
      done={words.done}
      onDone={() => void navigate({ to: "/destinations" })}
      onClose={onClose}
    />
  );
}
