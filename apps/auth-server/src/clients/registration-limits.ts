import type { Rate } from "../oauth/within-rate.js";

/** Registered clients at any time; used ones are never dropped to make room. */
export const CLIENTS_MAX = 10_000;

export const REGISTRATION_BYTES_MAX = 16_384;

/** Hosted clients register each connection anew from few addresses. */
export const REGISTRATION_RATE: Rate = { name: "register", windowSeconds: 3_600, perNetwork: 120, altogether: 2_000 };

/** A client's id is kept with each of its connections, and in indexes. */
export const DOCUMENT_URL_LENGTH_MAX = 1_000;

/** Look-ups of documents of clients: each is a request to an address that a stranger chose. */
export const DOCUMENT_RATE: Rate = { name: "document", windowSeconds: 60, perNetwork: 60, altogether: 600 };
