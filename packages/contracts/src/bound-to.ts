import { z } from "zod";

/** The holder of an access to the outside: see `bound_to` of endpoints, pull credentials, destinations and sources. */
export const boundToSchema = z
  .string()
  .nullable()
  .describe(
    "Id of the connected app (grt_…) or expiring API key (key_…) that set this up, and with which it ends. null if it " +
      "lasts: a person or a key without an expiry set it up, redirected it, or took it over by setting status to active.",
  );
