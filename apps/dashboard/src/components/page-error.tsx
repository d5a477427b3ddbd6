import { texts } from "../texts/first-view.js";
import { ErrorNote } from "./error-note.js";
import { Page } from "./page.js";

/** Shown when a page's data could not be loaded. */
export const PageError = (problem: { readonly error: Error; readonly onRetry?: () => void }) => (
  <Page title={texts.problems.pageTitle}>
    <ErrorNote {...problem} />
  </Page>
);
