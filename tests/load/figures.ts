/** One measured or counted figure, printed as one line of JSON. */
export type Figure = {
  readonly figure: string
  readonly value: number
  readonly unit: string
  /** The most it may be. */
  readonly budget?: number
  readonly withinBudget?: boolean
  readonly [detail: string]: string | number | boolean | readonly number[] | undefined
}

/** Progress goes to standard error, so that standard output holds figures alone. */
export const say = (line: string): void => console.error(line)

/** One line of JSON on standard output. */
export const print = (figure: Figure): void => console.log(JSON.stringify(figure))

export const rounded = (value: number): number => Math.round(value * 10) / 10

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
