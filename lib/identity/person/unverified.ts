import type { Settings } from '../../settings.ts'

/** Whether rights may go to an address that nobody has proven to own: on one's own machine, and on no deployed stage. */
export const mayHaveUnverified = ({ STAGE, REQUIRE_VERIFIED_EMAIL }: Settings): boolean =>
  STAGE === 'local' && REQUIRE_VERIFIED_EMAIL !== true
