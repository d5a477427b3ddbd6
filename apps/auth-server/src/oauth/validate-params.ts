const IDENTIFIER_LENGTH_MAX = 1_000;
const TOKEN_LENGTH_MAX = 1_000;
const TEXT_LENGTH_MAX = 4_000;
/** The client's library may add any claims to an assertion. */
const ASSERTION_LENGTH_MAX = 8_000;

/** Maximum length in characters of each known parameter. Unknown ones are ignored (RFC 6749, section 3.1). */
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
  // Some apps store their own session in it.
  state: TEXT_LENGTH_MAX,
  client_assertion: ASSERTION_LENGTH_MAX,
};

/**
 * Control characters, which no parameter may contain (RFC 6749, appendix A), and the replacement character for invalid
 * UTF-8.
 */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\uFFFD]/u;

/** With the unknown ones. The provider takes quadratic time for them: half a second for 14 kB. */
const PARAMS_MAX = 200;

/** The error of more parameters than any client sends; undefined if there are not so many. */
export const countError = ({ size }: URLSearchParams): string | undefined =>
  size > PARAMS_MAX ? `a request must have at most ${PARAMS_MAX} parameters` : undefined;

/** The validation error of the parameters, for the client's developer; undefined if they are valid. */
export function paramsError(params: URLSearchParams): string | undefined {
  const tooMany = countError(params);
  if (tooMany !== undefined) return tooMany;
  for (const [name, value] of params) {
    const lengthMax = Object.hasOwn(LENGTHS_MAX, name) ? LENGTHS_MAX[name] : undefined;
    if (lengthMax === undefined) continue;
    if (value.length > lengthMax) return `${name} must have at most ${lengthMax} characters`;
    if (FORBIDDEN_CHARACTERS.test(value)) return `${name} must not contain control characters`;
  }
  return undefined;
}
