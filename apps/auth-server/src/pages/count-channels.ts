/** The number of channels in words. */
export const countChannels = (count: number): string => (count === 1 ? "one channel" : `${count} channels`);
