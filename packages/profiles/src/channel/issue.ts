import type { Severity } from "../profiles/profile.js";

/** What is wrong or doubtful about one row: an error leaves the row out, a warning does not. */
export interface RowIssue {
  readonly severity: Severity;
  readonly code: string;
  /** The column of the profile. */
  readonly field: string;
  /** A sentence that says what is allowed. */
  readonly message: string;
}

export const error = (code: string, field: string, message: string): RowIssue => ({
  severity: "error",
  code,
  field,
  message,
});

export const warning = (code: string, field: string, message: string): RowIssue => ({
  severity: "warning",
  code,
  field,
  message,
});
