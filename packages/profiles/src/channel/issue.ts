import type { Severity } from "@skucast/contracts/channel-profiles/column";
import type { IssueCode } from "@skucast/contracts/channel-profiles/issue-codes";

/** A problem of one row: an error leaves the row out of the file, a warning does not. */
export interface RowIssue {
  readonly severity: Severity;
  readonly code: IssueCode;
  /** The profile's column. */
  readonly field: string;
  /** What is wrong, and what is allowed. */
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

/** An issue whose severity the profile sets. */
export const issueOf = (severity: Severity, code: IssueCode, field: string, message: string): RowIssue => ({
  severity,
  code,
  field,
  message,
});
