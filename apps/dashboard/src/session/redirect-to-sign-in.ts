/** Leaves for the sign-in page, which leads back to where the person is now. */
export function redirectToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?return_to=${encodeURIComponent(pathname + search)}`);
}
