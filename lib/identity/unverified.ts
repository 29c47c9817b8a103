import type { Settings } from '../settings.ts'

/** Whether rights may go to an address that nobody has proven to own: never in production (rulings, Identity). */
export const mayHaveUnverified = (settings: Settings): boolean =>
  !settings.production && settings.REQUIRE_VERIFIED_EMAIL !== true
