import type { Tool } from "../tools/define-tool.js";

/** A tool's `_meta`: what it asks for, read by ChatGPT before it asks the user for more. */
export const metaOf = ({ scopes }: Pick<Tool, "scopes">) => ({
  securitySchemes: [scopes.length > 0 ? { type: "oauth2", scopes: [...scopes] } : { type: "noauth" }],
});
