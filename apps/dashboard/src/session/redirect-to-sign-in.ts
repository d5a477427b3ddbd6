/** Redirects to the sign-in page, which returns to the current URL. */
export function redirectToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?return_to=${encodeURIComponent(pathname + search)}`);
}
