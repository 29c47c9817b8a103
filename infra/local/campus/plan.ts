import type { Person } from './requests.ts'

/** What the campus consists of while it is made. */
export type Campus = {
  readonly people: readonly Person[]
  readonly guests: readonly Person[]
  /** Administers the school. */
  readonly dean: Person
  /** Decides about large events. */
  readonly warden: Person
  /** When people work at events, so that nobody is to be in two places at once. */
  readonly shifts: Map<string, { readonly from: string; readonly to: string }[]>
  /** So many days from today (negative ones are past), at an hour (UTC), in milliseconds. Never later than now. */
  at(day: number, hour: number): number
  /** The same, whenever it is. */
  moment(day: number, hour: number): string
}
