import * as z from 'zod/mini'
import type { Rows } from '../../../lib/contract/row.ts'
import { maybe, page, Short, sentForm } from './page.ts'

/** What is the reader's own. */
export const personRows = {
  showMyEvents: {
    summary: 'What the reader goes to, helps at and plans',
    method: 'GET',
    path: '/my-events',
    ...page,
    query: z.object({ said: maybe(Short) }),
    example: { as: 'ada' },
  },
  showInbox: {
    summary: 'The inbox, newest first',
    method: 'GET',
    path: '/inbox',
    ...page,
    query: z.object({ cursor: maybe(Short), said: maybe(Short) }),
    example: { as: 'ada' },
  },
  changeInbox: {
    summary: 'Marks the inbox as read, or puts an entry away',
    method: 'POST',
    path: '/inbox',
    ...sentForm,
    body: z.strictObject({ do: z.enum(['read', 'archive']), id: maybe(z.string().check(z.maxLength(128))) }),
    example: { as: 'ada', body: { do: 'read' } },
  },
  showSettings: {
    summary: 'Who the reader is here, and how to sign out',
    method: 'GET',
    path: '/settings',
    ...page,
    query: z.object({ said: maybe(Short) }),
    example: { as: 'ada' },
  },
} as const satisfies Rows
