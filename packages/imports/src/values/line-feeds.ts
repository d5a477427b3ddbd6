/** The text with each of its line breaks as one line feed. */
export const withLineFeeds = (text: string): string => (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);
