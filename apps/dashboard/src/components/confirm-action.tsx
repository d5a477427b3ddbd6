import type { ReactNode } from "react";
import type { RequestOf, RouteId } from "../api/client.js";
import { useApiMutation } from "../api/use-api-mutation.js";
import { ConfirmDialog } from "./confirm-dialog.js";
import { useNotice } from "./notices.js";

interface ConfirmActionProps<Id extends RouteId> {
  readonly route: Id;
  readonly request: RequestOf<Id>;
  readonly title: string;
  /** What the act will do, before it is done. */
  readonly effect: ReactNode;
  /** The act's own verb. */
  readonly actionLabel: string;
  /** Said when it is done. */
  readonly done: string;
  /** What follows when it is done, besides; without it the question closes. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** Asks before an act that takes something away, does it, and says that it is done or why it is not. */
export function ConfirmAction<Id extends RouteId>(props: ConfirmActionProps<Id>) {
  const { route, request, title, effect, actionLabel, done, onClose, onDone = onClose } = props;
  const [call, notify] = [useApiMutation(route), useNotice()];
  const confirm = () =>
    call.mutate(request, {
      onSuccess: () => {
        notify(done);
        onDone();
      },
    });
  return (
    <ConfirmDialog
      title={title}
      effect={effect}
      actionLabel={actionLabel}
      route={route}
      isBusy={call.isPending}
      error={call.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
