/** Whether the rows of tables of crashes and races all run: in `npm run test:crash`. */
export const isWholeTable = process.env.SUITE === 'crash'

/**
 * The rows of a table of crashes or races that this run looks at: all of them in `npm run test:crash`. Elsewhere the first
 * two and the last two, where an operation has just begun or is nearly done: most defects were found there.
 */
export const crashRows = <R>(rows: readonly R[]): R[] =>
  isWholeTable || rows.length <= 4 ? [...rows] : [...rows.slice(0, 2), ...rows.slice(-2)]
