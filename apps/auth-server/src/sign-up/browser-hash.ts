import { hash } from "node:crypto";

/** How the browser that asked for a link is recognized: the id in its cookie is not stored. */
export const browserHashOf = (visitor: string): string => hash("sha256", visitor, "hex");
