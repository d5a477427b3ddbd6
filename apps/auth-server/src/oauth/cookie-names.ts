/**
 * Names of the provider's cookies. Their prefix makes browsers refuse them over plain HTTP; those of an interaction belong
 * to its path, so that two windows can connect at once, which `__Host-` does not allow.
 */
export const cookieNames = (isSecure: boolean) => ({
  session: isSecure ? "__Host-skc_oauth" : "skc_oauth",
  interaction: isSecure ? "__Secure-skc_connect" : "skc_connect",
  resume: isSecure ? "__Secure-skc_resume" : "skc_resume",
});
