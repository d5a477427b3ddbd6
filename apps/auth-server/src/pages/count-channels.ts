/** How many channels, in words that fit the number. */
export const countChannels = (count: number): string => (count === 1 ? "one channel" : `${count} channels`);
