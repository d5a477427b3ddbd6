/**
 * First segments of the paths of account pages. Every path below them is answered with a page, unknown paths included. A
 * proxy in front of several apps sends them to this one.
 */
export const ACCOUNT_PATHS = [
  "/sign-in",
  "/sign-up",
  "/sign-out",
  "/forgot-password",
  "/reset-password",
  "/secure-account",
  "/verify-email",
  "/change-email",
  "/account",
  "/invitations",
  "/outbox",
];
