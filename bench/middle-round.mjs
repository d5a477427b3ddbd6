/** Of some rounds of the same work the one whose figure, unless told the rate, is in the middle: one slow or lucky moment does not count. */
export const middleRound = (rounds, figureOf = ({ rate }) => rate) =>
  rounds.toSorted((one, other) => figureOf(one) - figureOf(other))[Math.floor(rounds.length / 2)];
