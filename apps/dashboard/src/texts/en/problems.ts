const SIGNED_OUT = "You have been signed out.";
const SIGN_IN_AGAIN = "Sign in again in another tab, come back and try again. Your input is still here.";

/** What to do about an error, by its code. Shown below the service's message. */
const adviceFor: Readonly<Record<string, string>> = {
  unreachable: "Check your connection. It is not certain whether anything was changed, so check before you try again.",
  unavailable: "The service is busy or restarting. Wait a moment and try again.",
  rate_limited: "The workspace has used its requests for this minute. Wait a moment and try again.",
  unauthorized: SIGN_IN_AGAIN,
  invalid_token: SIGN_IN_AGAIN,
  forbidden: "An owner or admin of this workspace can do it, or change your access.",
  precondition_failed:
    "Someone else has changed it since you opened it. Reload the page, check the current version and try again.",
  stale_version:
    "Someone else has changed it since you opened it. Reload the page, check the current version and try again.",
  limit_reached: "Delete what you no longer use.",
  not_found: "It may have been deleted by someone else.",
  internal: "This is an error of the service. Its operator can find the cause by the request number.",
};

/** Shown instead of the service's message where that is meant for programs. */
const sentenceFor: Readonly<Record<string, string>> = {
  unauthorized: SIGNED_OUT,
  invalid_token: SIGNED_OUT,
  forbidden: "Your role or your channels do not allow this.",
};

export const problems = {
  adviceFor,
  sentenceFor,
  pageTitle: "This page cannot be shown",
  unexpected: "This page failed unexpectedly. Reload it. If it happens again, contact the operator of the service.",
  request: (id: string) => `Request ${id}`,
} as const;
