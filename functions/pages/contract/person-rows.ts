import * as z from 'zod/mini'
import { Id, line } from '../../../lib/contract/fields.ts'
import { pictureLimits } from '../../../lib/contract/picture.ts'
import { form, type Rows } from '../../../lib/contract/row.ts'
import { Credential, Cursor, maybe, Next, Onward, oneOf, Short, sent, shown, Words } from './page.ts'

const By = maybe(z.enum(['school', 'factor']))
const Count = z.string().check(z.regex(/^\d{1,4}$/))
const password = z.string().check(z.maxLength(1024))

/** What is the reader's own. */
export const personRows = {
  showMyEvents: shown('/my-events', 'What the reader goes to, helps at and plans', {
    costs: { depth: 4, read: 17, write: 0 },
    query: z.object({ said: maybe(Short), going: Cursor, jobs: Cursor, planned: Cursor }),
  }),
  showInbox: shown('/inbox', 'The inbox, newest first', {
    costs: { depth: 2, read: 5.5, write: 0 },
    query: z.object({ cursor: maybe(Short), said: maybe(Short), part: maybe(Short) }),
  }),
  changeInbox: sent(
    '/inbox',
    'Marks the inbox or an entry as read, acknowledges, archives or deletes an entry',
    {
      costs: { depth: 2, read: 3, write: 0 },
      body: z.strictObject({
        do: oneOf('read read-one acknowledge archive delete act'),
        id: maybe(Id),
        actionId: maybe(Id),
      }),
      example: { as: 'ada', body: { do: 'read' } },
    },
  ),
  showInvitations: shown('/invitations', 'Clubs, jobs and events that wait for the answer of the reader', {
    costs: { depth: 5, read: 9.5, write: 0 },
    query: z.object({ said: maybe(Short), invite_token: maybe(Short), cursor: maybe(Count) }),
  }),
  answerInvitation: sent('/invitations', 'Accepts or declines one of them', {
    costs: { depth: 4, read: 8, write: 14 },
    body: z.strictObject({
      kind: z.enum(['club', 'help', 'event', 'mail']),
      do: z.enum(['accept', 'decline']),
      id: z.string().check(z.maxLength(256), z.regex(/^[\x21-\x7e]+$/)),
      eventId: maybe(Id),
    }),
    example: { as: 'ada', body: { kind: 'event', do: 'accept', id: 'demo-event.demo-org-rowing' } },
  }),
  showSettings: shown('/settings', 'Who the reader is here, and how to sign out', {
    costs: { depth: 3, read: 19.5, write: 0 },
    query: z.object({
      said: maybe(Short),
      part: maybe(Short),
      cursor: Cursor,
      id: maybe(Short),
      error: maybe(Short),
    }),
  }),
  changeSettings: sent(
    '/settings',
    'Ends devices and ways in, changes the password and second factors, makes the address of a calendar',
    {
      costs: { depth: 4, read: 8, write: 6 },
      takesPictures: true,
      body: form(
        z.catchall(
          z.object({
            do: oneOf(
              'end-device end-others unlink password calendar',
              'set-up-app confirm-app remove-app renew-codes add-passkey name-passkey remove-passkey',
              'profile picture address-send address-confirm address-end notify notify-types',
              'end-push end-calendar link first-password stop-acting',
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
    },
  ),
  showOwnData: shown('/settings/data', 'Where the reader gets what is known about them, and leaves', {
    costs: { depth: 2, read: 3.5, write: 0 },
  }),
  leaveByForm: sent('/settings/data', 'Deletes the account of the reader at this school', {
    costs: { depth: 4, read: 10, write: 19 },
    body: z.strictObject({ do: z.literal('delete'), sure: z.literal('yes'), password: maybe(password) }),
    example: { as: 'ben', body: { do: 'delete', sure: 'yes', password: 'demo password' } },
  }),
  showProof: shown(
    '/settings/proof',
    'Where somebody who came in by the school confirms by a code that it is them',
    { costs: { depth: 2, read: 3.5, write: 0 }, query: z.object({ ...Onward, by: By }) },
  ),
  proveByForm: sent('/settings/proof', 'Sends that code, or takes it or one of a second factor', {
    costs: { depth: 3, read: 3, write: 5 },
    body: z.strictObject({
      do: z.enum(['send', 'confirm', 'factor', 'passkey']),
      credential: Credential,
      code: maybe(z.string().check(z.maxLength(64))),
      next: Next,
      by: By,
    }),
    example: { as: 'ada', body: { do: 'send' } },
  }),
} as const satisfies Rows
