import type { RequestOf, RouteId } from "../api/client.js";
import { useApiMutation } from "../api/use-api-mutation.js";
import { texts } from "../texts/texts.js";
import { Button } from "./button.js";
import { ErrorNote } from "./error-note.js";
import { useNotice } from "./notices.js";

const words = texts.general.bound;

interface BoundNoteProps<Id extends RouteId> {
  /** `bound_to` of what is shown. */
  readonly boundTo: string | null;
  /** The write that takes it over from the app or key; null where the reader may not, or where it would do more. */
  readonly keep: { readonly route: Id; readonly request: RequestOf<Id> } | null;
}

/** Says what ends with the app or API key that set it up, and offers to keep it. Nothing for what lasts. */
export function BoundNote<Id extends RouteId>({ boundTo, keep }: BoundNoteProps<Id>) {
  if (boundTo === null) return null;
  return (
    <div className="note">
      <p>{boundText(boundTo)}</p>
      {keep && <Keep {...keep} />}
    </div>
  );
}

/** With what it ends. */
export const boundText = (boundTo: string): string => words.ends[boundTo.startsWith("key_") ? "key" : "app"];

function Keep<Id extends RouteId>({ route, request }: { readonly route: Id; readonly request: RequestOf<Id> }) {
  const update = useApiMutation(route);
  const notify = useNotice();
  return (
    <>
      <Button
        kind="quiet"
        isBusy={update.isPending}
        onClick={() => update.mutate(request, { onSuccess: () => notify(words.kept) })}
      >
        {words.keep}
      </Button>
      {update.error && <ErrorNote error={update.error} />}
    </>
  );
}
