import * as z from 'zod/mini'
import type { Rows } from '../../../lib/contract/row.ts'
import { Deed, DeskPart, page, sentForm } from './page.ts'

/** What staff of a school do, and on the platform host those who run the platform. */
export const staffRows = {
  showStaff: {
    summary:
      'The desk of the school: what waits, clubs, people, numbers, its sign-in; on the platform host schools',
    ...page,
    path: '/admin',
    host: 'both',
    query: z.object(DeskPart),
    example: { as: 'root' },
  },
  changeSchool: {
    summary: 'Does one thing at the desk of the school, or of the platform',
    ...sentForm,
    path: '/admin',
    host: 'both',
    body: z.catchall(z.object({ do: Deed }), z.string().check(z.maxLength(200_000))),
    example: { as: 'root', body: { do: 'zone', timezone: 'America/New_York' } },
  },
} as const satisfies Rows
