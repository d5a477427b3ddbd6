import type { IssueCode } from "@skucast/contracts/channel-profiles/issue-codes";
import type { ErrorCode } from "@skucast/contracts/error-codes";
import type { MessageTexts, OtherKind } from "./message-kinds.js";

/** A code of a problem document, or that the client gives to a failed request without one. */
export type ProblemCode = ErrorCode | "unreachable" | "unexpected";

/** What the service says in English, in another language. */
export interface ServiceTexts {
  /** What happened, by the code of a problem document. */
  readonly problems: Readonly<Record<ProblemCode, string>>;
  /** What an issue of a product means and how to fix it, by its code. */
  readonly issues: Readonly<Record<IssueCode, readonly [meaning: string, fix: string]>>;
  readonly messages: MessageTexts<OtherKind>;
}
