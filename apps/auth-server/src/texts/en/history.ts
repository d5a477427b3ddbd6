import type { AccountAction, SignInMethod } from "@skucast/contracts/accounts/account-actions";

const actions: Readonly<Record<AccountAction, string>> = {
  account_created: "Account created",
  signed_in: "Signed in",
  password_changed: "Password changed",
  password_reset: "Password reset by a mailed link",
  authenticator_added: "Authenticator app added",
  authenticator_removed: "Authenticator app removed",
  recovery_codes_replaced: "Recovery codes replaced",
  recovery_code_used: "Recovery code used",
  code_refused: "Wrong code entered after the right password",
  wrong_codes_mailed: "Email sent: several wrong codes after the right password",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey removed",
  app_connected: "App connected",
  single_sign_on_connected: "Single sign-on connected",
  email_verified: "Email address confirmed",
  email_change_requested: "Change of the email address requested",
  email_changed: "Email address changed",
  session_ended: "Another browser signed out",
  other_sessions_ended: "All other browsers signed out",
};

const methods: Readonly<Record<SignInMethod, string>> = {
  password: "with the password",
  code: "with the password and a code",
  passkey: "with a passkey",
  single_sign_on: "with single sign-on",
};

/** The security history of an account, and the download of its data. */
export const history = {
  title: "Security history",
  open: "View your security history",
  sentence: "What was done with your account in the past year, newest first. Only you see this page.",
  workspaces:
    "Owners and admins of your workspaces see in the audit log that you changed your password, address, second factor or passkeys, and whether you have a second factor. They do not see where from, your sign-ins, or your browsers.",
  latest: (count: number) => `Only the latest ${count} entries are shown.`,
  unknown: "Account changed",
  actions,
  methods,
  data: "Your data",
  dataHint:
    "Download what is stored about you: your account, memberships, browsers, passkeys, connected apps and security history. Owners export what belongs to a workspace in its settings.",
  download: "Download your data",
};
