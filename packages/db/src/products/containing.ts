/** The pattern of LIKE for texts that contain the word. */
export const containing = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;
