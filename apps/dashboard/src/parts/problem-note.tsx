import { ApiError } from "@skucast/client/api/api-error";
import { texts } from "../texts/texts.js";
import { Button } from "./button.js";

interface ProblemNoteProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

/** What went wrong, and what can be done about it. */
export function ProblemNote({ error, onRetry }: ProblemNoteProps) {
  const advice = error instanceof ApiError ? texts.problems.adviceFor[error.code] : undefined;
  return (
    <div className="note bad" role="alert">
      <p>
        <strong>{error instanceof ApiError ? error.message : texts.problems.unexpected}</strong>
      </p>
      {advice !== undefined && <p>{advice}</p>}
      {error instanceof ApiError && error.requestId !== undefined && (
        <p className="soft">{texts.problems.request(error.requestId)}</p>
      )}
      {onRetry && (
        <Button kind="quiet" onClick={onRetry}>
          {texts.general.tryAgain}
        </Button>
      )}
    </div>
  );
}
