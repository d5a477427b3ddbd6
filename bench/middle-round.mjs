/** Of some rounds of the same work the one whose rate is in the middle: one slow or lucky moment does not count. */
export const middleRound = (rounds) => rounds.toSorted((a, b) => a.rate - b.rate)[Math.floor(rounds.length / 2)];
