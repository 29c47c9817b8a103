import * as z from 'zod/mini'
import { Id } from '../../../lib/contract/fields.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { Cursor, maybe, Next, Onward, page, Short, sentForm } from './page.ts'

const By = maybe(z.literal('school'))
const Count = z.string().check(z.regex(/^\d{1,4}$/))
const password = z.string().check(z.maxLength(1024))

/** What is the reader's own. */
export const personRows = {
  showMyEvents: {
    summary: 'What the reader goes to, helps at and plans',
    ...page,
    path: '/my-events',
    query: z.object({ said: maybe(Short), going: Cursor, jobs: Cursor, planned: Cursor }),
    example: { as: 'ada' },
  },
  showInbox: {
    summary: 'The inbox, newest first',
    ...page,
    path: '/inbox',
    query: z.object({ cursor: maybe(Short), said: maybe(Short) }),
    example: { as: 'ada' },
  },
  changeInbox: {
    summary: 'Marks the inbox as read, or puts an entry away',
    ...sentForm,
    path: '/inbox',
    body: z.strictObject({
      do: z.enum(['read', 'archive', 'act']),
      id: maybe(Id),
      actionId: maybe(Id),
    }),
    example: { as: 'ada', body: { do: 'read' } },
  },
  showInvitations: {
    summary: 'Clubs, jobs and events that wait for the answer of the reader',
    ...page,
    path: '/invitations',
    query: z.object({ said: maybe(Short), invite_token: maybe(Short), cursor: maybe(Count) }),
    example: { as: 'ada' },
  },
  answerInvitation: {
    summary: 'Accepts or declines one of them',
    ...sentForm,
    path: '/invitations',
    body: z.strictObject({
      kind: z.enum(['club', 'help', 'event', 'mail']),
      do: z.enum(['accept', 'decline']),
      id: z.string().check(z.maxLength(256), z.regex(/^[\x21-\x7e]+$/)),
      eventId: maybe(Id),
    }),
    example: { as: 'ada', body: { kind: 'event', do: 'accept', id: 'demo-event.demo-org-rowing' } },
  },
  showSettings: {
    summary: 'Who the reader is here, and how to sign out',
    ...page,
    path: '/settings',
    query: z.object({ said: maybe(Short) }),
    example: { as: 'ada' },
  },
  changeSettings: {
    summary: 'Ends devices and ways in, changes the password, makes the address of a calendar',
    ...sentForm,
    path: '/settings',
    body: z.strictObject({
      do: z.enum(['end-device', 'end-others', 'unlink', 'password', 'calendar']),
      id: maybe(Id),
      currentPassword: maybe(password),
      newPassword: maybe(password),
    }),
    example: { as: 'ada', body: { do: 'end-others' } },
  },
  showOwnData: {
    summary: 'Where the reader gets what is known about them, and leaves',
    ...page,
    path: '/settings/data',
    example: { as: 'ada' },
  },
  leaveByForm: {
    summary: 'Deletes the account of the reader at this school',
    ...sentForm,
    path: '/settings/data',
    body: z.strictObject({ do: z.literal('delete'), sure: z.literal('yes'), password: maybe(password) }),
    example: { as: 'ben', body: { do: 'delete', sure: 'yes', password: 'demo password' } },
  },
  showProof: {
    summary: 'Where somebody who came in by the school confirms by a code that it is them',
    ...page,
    path: '/settings/proof',
    query: z.object({ ...Onward, by: By }),
    example: { as: 'ada' },
  },
  proveByForm: {
    summary: 'Sends that code, or takes it or one of a second factor',
    ...sentForm,
    path: '/settings/proof',
    body: z.strictObject({
      do: z.enum(['send', 'confirm', 'factor']),
      code: maybe(z.string().check(z.maxLength(64))),
      next: Next,
      by: By,
    }),
    example: { as: 'ada', body: { do: 'send' } },
  },
} as const satisfies Rows
