import type { Tool } from "../tools/define-tool.js";

/** A tool's `_meta`: the scopes that it requires. ChatGPT reads them to request scopes from the user. */
export const metaOf = ({ scopes }: Pick<Tool, "scopes">) => ({
  securitySchemes: [scopes.length > 0 ? { type: "oauth2", scopes: [...scopes] } : { type: "noauth" }],
});
