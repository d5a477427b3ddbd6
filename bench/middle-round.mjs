/**
 * The median of rounds of the same work, by a figure of each round (its rate by default). One slow or lucky round does
 * not count.
 * @template Round
 * @param {Round[]} rounds
 * @param {(round: Round) => number} [figureOf]
 */
export const middleRound = (rounds, figureOf = (round) => /** @type {any} */ (round).rate) =>
  rounds.toSorted((one, other) => figureOf(one) - figureOf(other))[Math.floor(rounds.length / 2)];
