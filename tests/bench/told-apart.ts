/**
 * How often one look at a time tells where it comes from, when it is one of `these` or one of `those` with equal chance
 * and the guess is the best there is by "the slower one" or "the faster one": 0.5 is a coin, 1 is certainty.
 */
export const toldApart = (these: readonly number[], those: readonly number[]): number => {
  if (these.length === 0 || those.length === 0) return 0.5
  let wins = 0
  for (const one of these) for (const other of those) wins += one > other ? 1 : one === other ? 0.5 : 0
  const share = wins / (these.length * those.length)
  return Math.max(share, 1 - share)
}
