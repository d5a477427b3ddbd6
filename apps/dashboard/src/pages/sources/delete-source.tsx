import type { Source } from "@skucast/contracts/sources/source";
import { useNavigate } from "@tanstack/react-router";
import { ConfirmAction } from "../../components/confirm-action.js";
import { texts } from "../../texts/texts.js";

const words = texts.sources.remove;

interface DeleteSourceProps {
  readonly source: Source;
  readonly onClose: () => void;
}

export function DeleteSource({ source: { id, name }, onClose }: DeleteSourceProps) {
  const navigate = useNavigate();
  return (
    <ConfirmAction
      route="deleteSource"
      request={{ params: { source_id: id } }}
      title={words.title(name)}
      effect={<p>{words.effect}</p>}
      actionLabel={words.act}
      done={words.done}
      onDone={() => void navigate({ to: "/sources" })}
      onClose={onClose}
    />
  );
}
