/** To the minute, in UTC: without scripts, the page does not know the reader's time zone. */
export const formatMinute = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
