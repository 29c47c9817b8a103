import * as z from 'zod/mini'
import { Id } from '../../../lib/contract/fields.ts'
import { pictureLimits } from '../../../lib/contract/picture.ts'
import { form, type Rows } from '../../../lib/contract/row.ts'
import { Cursor, formRow, maybe, pageRow, Short, Words } from './page.ts'

const Yes = maybe(z.literal('yes'))

/** Finding events and clubs, and creating a club. */
export const clubRows = {
  showEvents: pageRow(
    '/events',
    'Show the event finder: by words, type, club and days, as a list or a month',
    {
      costs: { depth: 2, read: 2.5, write: 0 },
      query: z.object({
        search: maybe(Short),
        type: maybe(Short),
        club: maybe(Short),
        day: maybe(Short),
        from: maybe(Short),
        to: maybe(Short),
        month: maybe(Short),
        view: maybe(z.enum(['', 'month', 'for-you'])),
        cursor: Cursor,
        done: maybe(Short),
      }),
    },
  ),
  showClubs: pageRow(
    '/clubs',
    'Show the club directory, the clubs of the reader, and the form that creates a club',
    {
      costs: { depth: 2, read: 4, write: 0 },
      query: z.object({
        search: maybe(Short),
        cursor: Cursor,
        mine: Yes,
        club: maybe(Id),
        new: Yes,
        applications: Cursor,
        done: maybe(Short),
      }),
    },
  ),
  changeClubs: formRow(
    '/clubs',
    'Create a club, follow or unfollow one, or withdraw an application, by form',
    {
      costs: { depth: 3, read: 4, write: 42 },
      takesPictures: true,
      body: form(
        z.catchall(z.object({ do: z.enum(['create', 'follow', 'unfollow', 'withdraw']) }), Words),
        ['image', 'bannerImage'],
        pictureLimits.formBytes,
      ),
      example: {
        as: 'ada',
        headers: { 'content-type': 'application/json' },
        body: { do: 'create', org_name: 'Go Club', org_description: 'We play on Fridays' },
      },
    },
  ),
} as const satisfies Rows
