import { texts } from "../texts/texts.js";
import { ErrorNote } from "./error-note.js";
import { Page } from "./page.js";

/** A place that cannot show what it is for, and why. */
export const PageError = (problem: { readonly error: Error; readonly onRetry?: () => void }) => (
  <Page title={texts.problems.pageTitle}>
    <ErrorNote {...problem} />
  </Page>
);
