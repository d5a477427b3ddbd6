import type { Rate } from "../oauth/within-rate.js";

/** Registered clients at any time. Clients in use are never deleted to make room. */
export const CLIENTS_MAX = 10_000;

export const REGISTRATION_BYTES_MAX = 16_384;

/** Hosted clients register again for each connection, all from a few IP addresses. */
export const REGISTRATION_RATE: Rate = { name: "register", windowSeconds: 3_600, perNetwork: 120, overall: 2_000 };

/** A client's id is stored with each of its connections, and in indexes. */
export const DOCUMENT_URL_LENGTH_MAX = 1_000;

/** Fetches of client documents. Each is a request to a URL that an unauthenticated client chose. */
export const DOCUMENT_RATE: Rate = { name: "document", windowSeconds: 60, perNetwork: 60, overall: 600 };
