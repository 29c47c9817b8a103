import * as z from 'zod/mini'
import { line } from '../../../lib/contract/fields.ts'
import { text } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { Credential, maybe, Next, Onward, Short, sent, shown } from './page.ts'

const email = z.string().check(z.maxLength(254))
const password = z.string().check(z.maxLength(1024))
const code = z.string().check(z.maxLength(64))
const invite_token = maybe(Short)

/** How people come in. Forms have a path of their own where programs send JSON to that of the page. */
export const accountRows = {
  showSignIn: shown('/login', 'The page to sign in on, by the ways that the school offers', {
    costs: { depth: 1, read: 1, write: 0 },
    aliases: ['/login/form'],
    host: 'both',
    query: z.object({ ...Onward, error: maybe(Short), mfa: maybe(Short) }),
    example: { query: { next: '/my-events' } },
  }),
  signInByForm: sent('/login/form', 'Signs in by the form, and leads on', {
    costs: { depth: 3, read: 7.5, write: 6 },
    host: 'both',
    body: z.strictObject({ email, password, code: maybe(code), next: Next }),
    example: { body: { email: 'ada@demo.example.edu', password: 'demo password' } },
  }),
  showSecondStep: shown(
    '/login/confirm',
    'Where somebody shows the second factor that a sign-in waits for, or ends a wait for losing all of them',
    {
      costs: { depth: 2, read: 2, write: 0 },
      aliases: ['/login/confirm/form'],
      host: 'both',
      query: z.object({ ...Onward, id: maybe(Short), code: maybe(Short) }),
      example: { cookies: ['__Host-second-step=demo-second-step'] },
    },
  ),
  confirmSecondStep: sent(
    '/login/confirm/form',
    'Takes the code of that step; begins, uses or ends the wait of who has lost every factor',
    {
      costs: { depth: 4, read: 5, write: 8 },
      host: 'both',
      body: z.strictObject({
        do: z.enum(['confirm', 'lost', 'without', 'cancel', 'passkey', 'alone']),
        credential: Credential,
        code: maybe(code),
        id: maybe(Short),
        next: Next,
      }),
      example: { cookies: ['__Host-second-step=demo-second-step'], body: { do: 'lost' } },
    },
  ),
  signInWith: shown('/login/with/:way', 'Leads to Google or Apple, and takes what Google sends back', {
    costs: { depth: 2, read: 0, write: 2 },
    query: z.object({
      next: Onward.next,
      code: maybe(z.string().check(z.maxLength(2048))),
      // The state itself, and behind it where to go on to.
      state: maybe(z.string().check(z.maxLength(1024))),
      error: maybe(Short),
    }),
    example: { path: { way: 'google' } },
  }),
  signOut: sent('/sign-out', 'Signs this device out, and at the identity provider where the school does so', {
    costs: { depth: 2, read: 2, write: 1 },
    host: 'both',
    reply: text('text/html; charset=utf-8', { headers: ['Refresh', 'Clear-Site-Data'] }),
    body: z.strictObject({}),
  }),
  joinByForm: sent('/join', 'Makes the reader a member of this school', {
    costs: { depth: 3, read: 4, write: 0 },
    body: z.strictObject({ next: Next }),
    example: { as: 'ada', body: { next: '/' } },
  }),
  showRegistration: shown('/register', 'The page to make an account on', {
    costs: { depth: 1, read: 1, write: 0 },
    aliases: ['/register/form'],
    query: z.object({ ...Onward, invite_token, invite_error: maybe(Short) }),
    example: {},
  }),
  registerByForm: sent('/register/form', 'Makes an account by the form', {
    costs: { depth: 2, read: 1, write: 26 },
    body: z.strictObject({
      name: line(256),
      email,
      password,
      username: maybe(z.string().check(z.maxLength(64))),
      code: maybe(code),
      next: Next,
      invite_token,
    }),
    example: {
      body: {
        name: 'New Student',
        email: 'new.student@students.example.edu',
        password: 'correct horse battery',
      },
    },
  }),
  showConfirmation: shown(
    '/verify-email',
    'The page on which people confirm their address by the code of a mail',
    { costs: { depth: 2, read: 3.5, write: 0 }, aliases: ['/verify-email/form'], query: z.object(Onward) },
  ),
  confirmByForm: sent('/verify-email/form', 'Sends such a code, or confirms the address by it', {
    costs: { depth: 3, read: 3, write: 5 },
    body: z.strictObject({ do: z.enum(['send', 'confirm']), code: maybe(code), next: Next }),
    example: { as: 'ada', body: { do: 'send' } },
  }),
  showForgottenPassword: shown(
    '/forgot-password',
    'The page on which people ask for a code to set a new password',
    { costs: { depth: 0, read: 0, write: 0 }, aliases: ['/forgot-password/form'], example: {} },
  ),
  askForCode: sent('/forgot-password/form', 'Sends that code', {
    costs: { depth: 2, read: 1, write: 9 },
    body: z.strictObject({ email }),
    example: { body: { email: 'ada@demo.example.edu' } },
  }),
  showPasswordReset: shown(
    '/reset-password',
    'The page on which people set a new password by a code, where the mail leads',
    {
      costs: { depth: 0, read: 0, write: 0 },
      aliases: ['/reset-password/form'],
      query: z.object({ email: maybe(email), code: maybe(code), said: maybe(Short) }),
      example: { query: { email: 'ada@demo.example.edu' } },
    },
  ),
  resetByForm: sent('/reset-password/form', 'Sets the new password', {
    costs: { depth: 6, read: 9.5, write: 17 },
    body: z.strictObject({ email, code, newPassword: password }),
    example: {
      body: { email: 'ada@demo.example.edu', code: '000000', newPassword: 'correct horse battery' },
    },
  }),
} as const satisfies Rows
