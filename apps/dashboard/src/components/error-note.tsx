import { ApiError } from "@skucast/client/api/api-error";
import { UnplacedErrors } from "../forms/unplaced-errors.js";
import { originalText, problemText } from "../service-messages/problem-text.js";
import { texts } from "../texts/first-view.js";
import { Button } from "./button.js";

interface ErrorNoteProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

/** An error and what the user can do about it. */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const advice = error instanceof ApiError ? texts.problems.adviceFor[error.code] : undefined;
  const original = originalText(error);
  return (
    <div className="note bad" role="alert">
      <p>
        <strong>{errorText(error)}</strong>
      </p>
      {original !== null && (
        <p className="soft" lang="en">
          {original}
        </p>
      )}
      {advice !== undefined && <p>{advice}</p>}
      {error instanceof ApiError && error.code === "reauthentication_required" && (
        <p>
          <a href="/account/confirm" target="_blank" rel="noreferrer">
            {texts.problems.confirm}
          </a>
        </p>
      )}
      {error instanceof ApiError && error.code === "confirmed_address_required" && (
        <p>
          <a href="/account" target="_blank" rel="noreferrer">
            {texts.problems.openAccount}
          </a>
        </p>
      )}
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

/** The error as a sentence for the user. */
function errorText(error: Error): string {
  if (error instanceof ApiError) return texts.problems.sentenceFor[error.code] ?? problemText(error);
  return error instanceof UnplacedErrors ? error.message : texts.problems.unexpected;
}
