import * as z from 'zod/mini'
import { Id, line } from '../../../lib/contract/fields.ts'
import { pictureLimits } from '../../../lib/contract/picture.ts'
import { form, type Rows } from '../../../lib/contract/row.ts'
import { Credential, Cursor, formRow, maybe, Next, oneOf, pageRow, ReturnTo, Short, Words } from './page.ts'

const By = maybe(z.enum(['school', 'factor']))
const Count = z.string().check(z.regex(/^\d{1,4}$/))
const password = z.string().check(z.maxLength(1024))

/** What is the reader's own. */
export const personRows = {
  showMyEvents: pageRow('/my-events', "Show the reader's registrations, jobs and planned events", {
    costs: { depth: 4, read: 17, write: 0 },
    query: z.object({
      done: maybe(Short),
      going: Cursor,
      jobs: Cursor,
      planned: Cursor,
      schools: maybe(z.literal('yes')),
    }),
  }),
  showInbox: pageRow('/inbox', "Show the reader's notifications, newest first", {
    costs: { depth: 2, read: 5.5, write: 0 },
    query: z.object({ cursor: maybe(Short), done: maybe(Short), part: maybe(Short) }),
  }),
  changeInbox: formRow(
    '/inbox',
    'Mark notifications as read, open, acknowledge, archive, restore or delete one, by form',
    {
      costs: { depth: 2, read: 3, write: 0 },
      body: z.strictObject({
        do: oneOf('read read-one open acknowledge archive restore delete act'),
        id: maybe(Id),
        actionId: maybe(Id),
        next: Next,
      }),
      example: { as: 'ada', body: { do: 'read' } },
    },
  ),
  showInvitations: pageRow(
    '/invitations',
    'Show invitations to clubs, jobs and events that await the reader',
    {
      costs: { depth: 5, read: 9.5, write: 0 },
      query: z.object({ done: maybe(Short), invite_token: maybe(Short), cursor: maybe(Count) }),
    },
  ),
  answerInvitation: formRow('/invitations', 'Accept or decline an invitation, by form', {
    costs: { depth: 4, read: 8, write: 14 },
    body: z.strictObject({
      kind: z.enum(['club', 'help', 'event', 'mail']),
      do: z.enum(['accept', 'decline']),
      id: z.string().check(z.maxLength(256), z.regex(/^[\x21-\x7e]+$/)),
      eventId: maybe(Id),
    }),
    example: { as: 'ada', body: { kind: 'event', do: 'accept', id: 'demo-event.demo-org-rowing' } },
  }),
  showSettings: pageRow(
    '/settings',
    "Show the reader's settings: profile, notifications, devices and sign-in methods",
    {
      costs: { depth: 3, read: 19.5, write: 0 },
      host: 'both',
      query: z.object({
        done: maybe(Short),
        part: maybe(Short),
        cursor: Cursor,
        id: maybe(Short),
        error: maybe(Short),
      }),
    },
  ),
  changeSettings: formRow('/settings', "Change one of the reader's settings, by form", {
    costs: { depth: 4, read: 8, write: 6 },
    host: 'both',
    takesPictures: true,
    body: form(
      z.catchall(
        z.object({
          do: oneOf(
            'end-device end-others unlink password calendar',
            'set-up-app confirm-app remove-app renew-codes add-passkey name-passkey remove-passkey',
            'profile picture address-send address-confirm address-end notify notify-types',
            'end-push end-calendar link first-password stop-acting picture-remove',
          ),
          id: maybe(Id),
          currentPassword: maybe(password),
          newPassword: maybe(password),
          code: maybe(Short),
          setUp: Next,
          passkey: maybe(Words),
          nickname: maybe(line(60, 0)),
          credential: Credential,
        }),
        Words,
      ),
      'image',
      pictureLimits.formBytes,
    ),
    example: {
      as: 'ada',
      headers: { 'content-type': 'application/json' },
      body: { do: 'end-others' },
    },
  }),
  showOwnData: pageRow(
    '/settings/data',
    "Show the page that exports the reader's data and closes the account",
    {
      costs: { depth: 2, read: 3.5, write: 0 },
    },
  ),
  leaveByForm: formRow('/settings/data', "Delete the reader's account at this school, by form", {
    costs: { depth: 4, read: 10, write: 19 },
    body: z.strictObject({ do: z.literal('delete'), sure: z.literal('yes'), password: maybe(password) }),
    example: { as: 'ben', body: { do: 'delete', sure: 'yes', password: 'demo password' } },
  }),
  showProof: pageRow('/settings/proof', "Show the page that confirms the reader's identity by a code", {
    costs: { depth: 2, read: 3.5, write: 0 },
    host: 'both',
    query: z.object({ ...ReturnTo, by: By }),
  }),
  proveByForm: formRow(
    '/settings/proof',
    "Send a code that confirms the reader's identity, or check a code, by form",
    {
      costs: { depth: 3, read: 3, write: 5 },
      host: 'both',
      body: z.strictObject({
        do: z.enum(['send', 'confirm', 'factor', 'passkey']),
        credential: Credential,
        code: maybe(z.string().check(z.maxLength(64))),
        next: Next,
        by: By,
      }),
      example: { as: 'ada', body: { do: 'send' } },
    },
  ),
} as const satisfies Rows
