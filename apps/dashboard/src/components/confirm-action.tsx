import type { ReactNode } from "react";
import type { RequestOf, RouteId } from "../api/client.js";
import { useApiMutation } from "../api/use-api-mutation.js";
import { ConfirmDialog } from "./confirm-dialog.js";
import { type NoticeAction, useNotice } from "./notices.js";

interface ConfirmActionProps<Id extends RouteId> {
  readonly route: Id;
  readonly request: RequestOf<Id>;
  readonly title: string;
  /** The effect of the action, shown before it is confirmed. */
  readonly effect: ReactNode;
  /** Label of the confirming button. */
  readonly actionLabel: string;
  /** Notice after success. */
  readonly done: string;
  /** Offered with the notice, such as to undo the action. */
  readonly offer?: NoticeAction;
  /** Whether the action is destructive, as most are. */
  readonly isDanger?: boolean;
  /** Called after success instead of `onClose`. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** Asks before an action, calls its route, and reports success or the error. */
export function ConfirmAction<Id extends RouteId>(props: ConfirmActionProps<Id>) {
  const { route, request, title, effect, actionLabel, done, offer, isDanger, onClose, onDone = onClose } = props;
  const call = useApiMutation(route);
  const notify = useNotice();
  const confirm = () =>
    call.mutate(request, {
      onSuccess: () => {
        notify(done, offer);
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
      isDanger={isDanger}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
