const SIGNED_OUT = "You have been signed out.";
const SIGN_IN_AGAIN = "Sign in again in another tab, then come back and try again. Your changes are still here.";

/** What to do about an error, by its code. Shown below the service's message. */
const adviceFor: Readonly<Record<string, string>> = {
  unreachable: "Check your connection. The change may or may not have been saved, so check before you try again.",
  unavailable: "The service is busy or restarting. Wait a minute and try again.",
  rate_limited: "The workspace has reached its limit of requests per minute. Wait a minute and try again.",
  unauthorized: SIGN_IN_AGAIN,
  invalid_token: SIGN_IN_AGAIN,
  forbidden: "Ask an owner or admin of this workspace to do this or to change your access.",
  precondition_failed:
    "Someone else changed this just before you. Their changes are now shown here. Check them, then try again.",
  stale_version:
    "Someone else changed this just before you. Their changes are now shown here. Check them, then try again.",
  limit_reached: "Delete some that you no longer use, then try again.",
  workspace_being_deleted: "An owner can cancel the deletion in the settings of the workspace.",
  not_found: "Someone else may have deleted it. Go back to the list.",
  internal:
    "This is an error in the service, not in your request. Send the request number to the operator of the service.",
};

/** Shown instead of the service's message where that is meant for programs. */
const sentenceFor: Readonly<Record<string, string>> = {
  unauthorized: SIGNED_OUT,
  invalid_token: SIGNED_OUT,
  forbidden: "Your role or your channels do not allow this.",
  reauthentication_required: "You signed in a while ago, so this needs a confirmation that it is you.",
  confirmed_address_required:
    "Confirm your email address first: open the link in the email that you got when you signed up.",
  workspace_being_deleted: "This workspace is being deleted, so nothing in it can be changed.",
};

export const problems = {
  adviceFor,
  sentenceFor,
  confirm: "Confirm in a new tab, then try again here",
  openAccount: "Open your account to send the link again",
  pageTitle: "This page cannot be shown",
  unexpected: "Something went wrong on this page. Reload it. If it happens again, contact the operator of the service.",
  request: (id: string) => `Request ${id}`,
} as const;
