/** The tools for the operations of the REST API that messages recommend. */
const TOOLS: ReadonlyMap<string, string> = new Map([
  ["GET /channels", "list_channels"],
  ["GET /channel-profiles", "the resource skucast://channel-profiles/{profile_id}"],
]);

const OPERATION = /\bGET \/[a-z-]+/g;

/** A message of a verb, which may recommend a REST operation, with the tool for it instead. */
export const inToolTerms = (message: string): string =>
  message.replace(OPERATION, (operation) => TOOLS.get(operation) ?? operation);
