const IDENTIFIER_LENGTH_MAX = 1_000;
const TOKEN_LENGTH_MAX = 1_000;
const TEXT_LENGTH_MAX = 4_000;
/** Signed by the client, with whatever its library puts in. */
const ASSERTION_LENGTH_MAX = 8_000;

/** How many characters each parameter that means something here may have. Others are not looked at (RFC 6749, section 3.1). */
const LENGTHS_MAX: Readonly<Record<string, number>> = {
  client_id: IDENTIFIER_LENGTH_MAX,
  redirect_uri: IDENTIFIER_LENGTH_MAX,
  resource: IDENTIFIER_LENGTH_MAX,
  response_type: IDENTIFIER_LENGTH_MAX,
  response_mode: IDENTIFIER_LENGTH_MAX,
  grant_type: IDENTIFIER_LENGTH_MAX,
  client_assertion_type: IDENTIFIER_LENGTH_MAX,
  code_challenge: IDENTIFIER_LENGTH_MAX,
  code_challenge_method: IDENTIFIER_LENGTH_MAX,
  token_type_hint: IDENTIFIER_LENGTH_MAX,
  prompt: IDENTIFIER_LENGTH_MAX,
  code: TOKEN_LENGTH_MAX,
  code_verifier: TOKEN_LENGTH_MAX,
  refresh_token: TOKEN_LENGTH_MAX,
  token: TOKEN_LENGTH_MAX,
  scope: TEXT_LENGTH_MAX,
  // Some apps carry their own session in it.
  state: TEXT_LENGTH_MAX,
  client_assertion: ASSERTION_LENGTH_MAX,
};

/** Controls, which no parameter may hold (RFC 6749, appendix A), and what stands for bytes that are no text. */
const NO_TEXT = /[\p{Cc}\uFFFD]/u;

/** What is wrong with the parameters as text, as a sentence for the developer; undefined when nothing is. */
export function paramsFault(params: URLSearchParams): string | undefined {
  for (const [name, value] of params) {
    const lengthMax = Object.hasOwn(LENGTHS_MAX, name) ? LENGTHS_MAX[name] : undefined;
    if (lengthMax === undefined) continue;
    if (value.length > lengthMax) return `${name} must have at most ${lengthMax} characters`;
    if (NO_TEXT.test(value)) return `${name} must be text without control characters`;
  }
  return undefined;
}
