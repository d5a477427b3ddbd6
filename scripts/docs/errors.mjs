import { built } from "./built.mjs";
import { code, GENERATED, table } from "./markdown.mjs";

/** Every error code, as the API's own page /docs/errors tells them. */
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

Every error answer is \`application/problem+json\` (RFC 9457) with \`type\`, \`title\`, \`status\`, \`detail\`, \`code\` and
\`request_id\`. A \`code\` is a promise: the same cause keeps the same code. Where the input is at fault, \`errors\` lists all
faults at once, each with \`pointer\` (RFC 6901, into the body; or the parameter's name), \`code\` and \`message\`. Some codes
add members, such as \`stored_version\` of \`stale_version\` and \`allowed\` of \`conflict\`. \`type\` is the address of the code on
the running service's own page, \`/api/public/v1/docs/errors\`.

${table(["Status", "Code", "Title", "When"], rows)}
`;
}
