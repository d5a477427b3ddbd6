import { built } from "./built.mjs";
import { code, GENERATED, table } from "./markdown.mjs";

/** Every error code, as on the page /docs/errors of the API. */
export async function renderErrors() {
  const { ERROR_CODES } = await built("packages/contracts", "error-codes");
  const rows = Object.entries(ERROR_CODES).map(([name, [status, title, meaning]]) => [
    status,
    code(name),
    title,
    meaning,
  ]);
  return `${GENERATED}
# Errors

Every error response is \`application/problem+json\` (RFC 9457) with \`type\`, \`title\`, \`status\`, \`detail\`, \`code\` and
\`request_id\`. You can rely on \`code\`: the same cause keeps the same code. If the input is not valid, \`errors\` lists
every error, each with \`pointer\` (RFC 6901, into the body; or the name of the parameter), \`code\` and \`message\`. Some codes
add members, such as \`stored_version\` for \`stale_version\` and \`allowed\` for \`conflict\`. \`type\` is the URL of the code on
the page \`/api/public/v1/docs/errors\` of the running service.

${table(["Status", "Code", "Title", "When"], rows)}
`;
}
