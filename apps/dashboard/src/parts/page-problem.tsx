import { texts } from "../texts/texts.js";
import { Page } from "./page.js";
import { ProblemNote } from "./problem-note.js";

/** A place that cannot show what it is for, and why. */
export const PageProblem = (problem: { readonly error: Error; readonly onRetry?: () => void }) => (
  <Page title={texts.problems.pageTitle}>
    <ProblemNote {...problem} />
  </Page>
);
