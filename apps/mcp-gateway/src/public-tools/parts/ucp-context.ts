import { z } from "zod";

/** Signals about the buyer. Only the currency is used, as the unit of price filters. */
export const contextInput = z.looseObject({ currency: z.string().optional() }).optional();

export type UcpContext = z.output<typeof contextInput>;

/** The currency of price filters, upper-cased; undefined to compare amounts of any currency. */
export const currencyOf = (context: UcpContext): string | undefined => context?.currency?.toUpperCase();
