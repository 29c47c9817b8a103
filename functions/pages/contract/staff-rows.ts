import * as z from 'zod/mini'
import type { Rows } from '../../../lib/contract/row.ts'
import { DeskPart, oneOf, sent, shown } from './page.ts'

/** What staff of a school do, and on the platform host those who run the platform. */
export const staffRows = {
  showStaff: shown(
    '/admin',
    'The desk of the school: what waits, clubs, people, numbers, its sign-in; on the platform host schools',
    {
      host: 'both',
      query: z.object(DeskPart),
      example: { as: 'root' },
    },
  ),
  changeSchool: sent('/admin', 'Does one thing at the desk of the school, or of the platform', {
    host: 'both',
    body: z.catchall(
      z.object({
        do: oneOf(
          'approve reject changes let-club verify refuse make-admin end-admin suspend let-in-again',
          'import check try turn-on turn-off redact zone rules status enrol health',
          'door-ask door-save factor-ask factor-save recovery-open recovery-confirm recovery-end',
        ),
      }),
      z.string().check(z.maxLength(200_000)),
    ),
    example: { as: 'root', body: { do: 'zone', timezone: 'America/New_York' } },
  }),
} as const satisfies Rows
