import type { AuditAction } from "../audit/actions.js";
import type { CredentialChange } from "../mails/account-mail.js";

/** How a person proved who they are. */
export type SignInMethod = "password" | "code" | "passkey" | "single_sign_on";

/** What the security history of an account records, for the person alone. */
export type AccountAction =
  | CredentialChange
  | "account_created"
  | "signed_in"
  | "recovery_code_used"
  | "code_refused"
  | "wrong_codes_mailed"
  | "app_connected"
  | "email_verified"
  | "email_change_requested"
  | "session_ended"
  | "other_sessions_ended";

/**
 * What the workspaces of a person learn about a change of their credentials: that it happened, and whether the account
 * still has a second factor. Not where from, and nothing about sessions or other workspaces. Null: nothing here, because
 * single sign-on has an entry of its own in the workspace that it belongs to.
 */
export const AUDITED_CHANGES = {
  password_changed: "member.password_changed",
  password_reset: "member.password_changed",
  authenticator_added: "member.authenticator_added",
  authenticator_removed: "member.authenticator_removed",
  recovery_codes_replaced: "member.recovery_codes_replaced",
  passkey_added: "member.passkey_added",
  passkey_removed: "member.passkey_removed",
  email_changed: "member.email_changed",
  single_sign_on_connected: null,
} as const satisfies Record<CredentialChange, AuditAction | null>;
