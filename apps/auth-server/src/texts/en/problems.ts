import { ERROR_CODES, type ErrorCode } from "@skucast/contracts/error-codes";

/** The codes of error pages. */
const PAGE_ERROR_CODES = [
  "bad_request",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "conflict",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "internal",
  "unavailable",
] as const satisfies readonly ErrorCode[];
export type PageErrorCode = (typeof PAGE_ERROR_CODES)[number];

/** What error pages say. */
export const problems = {
  // PAGE_ERROR_CODES has every key.
  titles: Object.fromEntries(PAGE_ERROR_CODES.map((code) => [code, ERROR_CODES[code][1]])) as Record<
    PageErrorCode,
    string
  >,
  internal: ERROR_CODES.internal[2] as string,
  unavailable: ERROR_CODES.unavailable[2] as string,
  formUnreadable: "The form could not be read. Open the page again.",
  formForeign: "The form was not sent from a page of this service, so nothing was changed.",
  formExpired: "The form expired or belongs to another session. Open the page again.",
  formChanged: "The form was changed. Open the page again.",
  formUsed: "This form was used already. Open the page again.",
  claims: (reason: string) => `Your organization's identity provider sent an answer that cannot be used. ${reason}`,
  noSubject: "It does not say who you are (claim sub).",
  noEmail: "It does not name your email address (claim email).",
  emailUnverified: "It has not verified your email address (claim email_verified).",
  foreignDomain: "Your email address is not in a domain that the workspace has proven.",
  signInExpired: "The form expired. Sign in again.",
  noPage: "This page does not exist.",
  noMail: "The outbox has no such email.",
  methods: (methods: string) => `This page accepts ${methods}.`,
  linkUsed:
    "This link was used already, or it expired. If you pressed the button twice, the first time counted. Otherwise request a new link.",
  linkNotOpen: "This link is not valid. It was used, it expired, or a newer one replaced it. Request a new one.",
  manyLinks: (wait: string) => `Too many invalid links were opened from your network. Wait ${wait}, then try again.`,
  manyMails: (wait: string) => `Too many emails were requested from your network. Wait ${wait}, then try again.`,
  manyInvitations: (wait: string) =>
    `Too many invalid invitation links were opened from your network. Wait ${wait}, then try again.`,
  noInvitation: "This invitation is no longer valid. Ask the person who invited you for a new one.",
  invitationUsed: "The invitation was used or revoked in the meantime.",
  invitationUsedAtSignUp: "The invitation was used or revoked in the meantime, so no account was created.",
  invitationForeign: (email: string) => `This invitation is for ${email}. Sign in with that account to accept it.`,
  needsInvitation: "You need an invitation to create an account. Ask an owner or admin of a workspace for a link.",
  singleSignOnOnly:
    "You signed in with single sign-on, which reaches only its workspace. Sign out, then sign in with your password or a passkey to do this.",
  singleSignOnChanged: "The settings of single sign-on have just changed. Try again.",
  singleSignOnOrAccountChanged: "The settings of single sign-on or the account have just changed. Try again.",
  singleSignOnRestart: "The settings of single sign-on changed in the meantime. Start again.",
  singleSignOnExpired:
    "This sign-in expired, was used already, or was started in another browser. Start again at the sign-in page.",
  singleSignOnRefused:
    "The identity provider did not sign you in, or its answer cannot be trusted. Start again at the sign-in page.",
  singleSignOnRemoved: "You are no longer a member of this workspace. Ask an owner or admin to invite you again.",
  singleSignOnNoRole:
    "Your organization has given you no role in this workspace. Ask the people who manage your accounts.",
  providerUnreachable: "The identity provider of your organization cannot be reached. Try again later.",
  providerNotHttps: "The identity provider of your organization names an address that is not https.",
  passwordChanged: "Your password was changed by another request, so this change was not made.",
  notMember: "You are not a member of that workspace.",
  noAuthenticator: "Your account has no authenticator app.",
  workspaceBeingDeleted: (workspace: string) => `The workspace ${workspace} is being deleted, so no one can join it.`,
  factorFirst: "Add an authenticator app or a passkey first. Recovery codes replace them.",
  factorsChanged: "Your second factors were changed by another request, so this change was not made.",
  authenticatorInUse: "Your account has an authenticator app, or this one was replaced. Open your account again.",
  noPasskey: "Your account has no such passkey.",
  noPasskeys: "Passkeys need HTTPS and a host name, which this deployment lacks.",
  requestGone: "This request expired or was started in another browser. Go back to the app and connect it again.",
  requestAnswered: "This request was already answered. Go back to the app and connect it again.",
};
