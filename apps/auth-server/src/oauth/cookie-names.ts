/**
 * Names of the provider's cookies. The prefix makes browsers reject them over plain HTTP. Interaction cookies are
 * limited to their path, so that two windows can connect at once; `__Host-` does not allow that.
 */
export const cookieNames = (isSecure: boolean) => ({
  session: isSecure ? "__Host-skc_oauth" : "skc_oauth",
  interaction: isSecure ? "__Secure-skc_connect" : "skc_connect",
  resume: isSecure ? "__Secure-skc_resume" : "skc_resume",
});
