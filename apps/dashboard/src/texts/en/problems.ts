const SIGNED_OUT = "You have been signed out.";
const SIGN_IN_AGAIN = "Sign in again in another tab, come back, and send it again: what you typed is still here.";

/** What to do about an error, by its code. The service's own sentence stands above it. */
const adviceFor: Readonly<Record<string, string>> = {
  unreachable: "Check your connection. Nothing may have been changed; look before you try again.",
  unavailable: "The service is busy or restarting. Wait a moment and try again.",
  rate_limited: "The workspace has used up its requests of this minute. Wait a moment and try again.",
  unauthorized: SIGN_IN_AGAIN,
  invalid_token: SIGN_IN_AGAIN,
  forbidden: "An owner or admin of this workspace can do it, or change what you may do.",
  precondition_failed:
    "Someone else has changed it since you opened it. Reload it, look at what is there now, and do it again.",
  stale_version:
    "Someone else has changed it since you opened it. Reload it, look at what is there now, and do it again.",
  limit_reached: "Delete what is not used any more to make room.",
  not_found: "It may have been deleted by someone else.",
  internal: "This is a fault of the service. Its request number helps whoever runs it to find out why.",
};

/** What is said in the place of the service's own sentence, where that speaks to programs. */
const sentenceFor: Readonly<Record<string, string>> = {
  unauthorized: SIGNED_OUT,
  invalid_token: SIGNED_OUT,
  forbidden: "Your role here, or the channels that you work with, do not allow this.",
};

export const problems = {
  adviceFor,
  sentenceFor,
  pageTitle: "This cannot be shown",
  unexpected:
    "This page failed in a way that was not foreseen. Reload it; if it happens again, tell whoever runs the service.",
  request: (id: string) => `Request ${id}`,
} as const;
