import { withoutHidden } from "../hidden-characters.js";

/** A URL, or a domain with a path. */
const LINK = /(?:\b[a-z][a-z0-9+.-]*:\/\/|www[.\u2024])\S*|\S+[.\uff0e]\S+\/\S*/gi;
/** The dot of a bare domain, which mail programs make a link as well. The leader looks the same and links to nothing. */
const DOMAIN_DOT = /(?<=[\p{L}\p{N}])[.\uff0e](?=[\p{L}\p{N}-]{2})/gu;
const DOT_LEADER = "\u2024";

/**
 * A name as mails show it: without links, which mail programs would make of URLs and domains, and which we would then seem
 * to recommend. Hidden characters go first, because they could take a URL apart.
 */
export const unlinked = (name: string): string =>
  withoutHidden(name).replace(LINK, "…").replace(DOMAIN_DOT, DOT_LEADER);
