import type { Severity } from "@skucast/contracts/channel-profiles/column";
import type { IssueCode } from "@skucast/contracts/channel-profiles/issue-codes";

/** What is wrong or doubtful about one row: an error leaves the row out, a warning does not. */
export interface RowIssue {
  readonly severity: Severity;
  readonly code: IssueCode;
  /** The column of the profile. */
  readonly field: string;
  /** A sentence that says what is allowed. */
  readonly message: string;
}

export const error = (code: IssueCode, field: string, message: string): RowIssue => ({
  severity: "error",
  code,
  field,
  message,
});

export const warning = (code: IssueCode, field: string, message: string): RowIssue => ({
  severity: "warning",
  code,
  field,
  message,
});

/** An issue whose weight the profile decides. */
export const issueOf = (severity: Severity, code: IssueCode, field: string, message: string): RowIssue => ({
  severity,
  code,
  field,
  message,
});
