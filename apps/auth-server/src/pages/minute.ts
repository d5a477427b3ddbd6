/** To the minute, in UTC: a page without scripts does not know where its reader is. */
export const minute = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace("T", " ")} UTC`;
