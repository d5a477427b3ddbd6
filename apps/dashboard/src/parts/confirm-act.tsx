import type { ReactNode } from "react";
import type { RouteId, Sent } from "../api/client.js";
import { useAct } from "../api/use-act.js";
import { ConfirmDialog } from "./confirm-dialog.js";
import { useNotice } from "./notices.js";

interface ConfirmActProps<Id extends RouteId> {
  readonly route: Id;
  readonly sent: Sent<Id>;
  readonly title: string;
  /** What the act will do, before it is done. */
  readonly effect: ReactNode;
  /** The act's own verb. */
  readonly act: string;
  /** Said when it is done. */
  readonly done: string;
  /** What follows when it is done, besides; without it the question closes. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** Asks before an act that takes something away, does it, and says that it is done or why it is not. */
export function ConfirmAct<Id extends RouteId>(props: ConfirmActProps<Id>) {
  const { route, sent, title, effect, act, done, onClose, onDone = onClose } = props;
  const [call, tell] = [useAct(route), useNotice()];
  const confirm = () =>
    call.mutate(sent, {
      onSuccess: () => {
        tell(done);
        onDone();
      },
    });
  return (
    <ConfirmDialog
      title={title}
      effect={effect}
      act={act}
      route={route}
      isBusy={call.isPending}
      error={call.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
