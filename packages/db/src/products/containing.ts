/** The LIKE pattern of strings that contain the word. */
export const containing = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;
