import * as z from 'zod/mini'
import { line } from '../../../lib/contract/fields.ts'
import { text } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { Credential, formRow, maybe, Next, pageRow, ReturnTo, Short } from './page.ts'

const email = z.string().check(z.maxLength(254))
const password = z.string().check(z.maxLength(1024))
const code = z.string().check(z.maxLength(64))
const invite_token = maybe(Short)

/** How people come in. Forms have a path of their own where programs send JSON to that of the page. */
export const accountRows = {
  showSignIn: pageRow('/login', 'Show the sign-in page with the methods that the school accepts', {
    costs: { depth: 1, read: 1, write: 0 },
    aliases: ['/login/form'],
    host: 'both',
    query: z.object({ ...ReturnTo, error: maybe(Short), mfa: maybe(Short) }),
    example: { query: { next: '/my-events' } },
  }),
  signInByForm: formRow('/login/form', 'Sign in by form and continue to the requested page', {
    costs: { depth: 3, read: 7.5, write: 6 },
    host: 'both',
    body: z.strictObject({ email, password, code: maybe(code), next: Next }),
    example: { body: { email: 'ada@demo.example.edu', password: 'demo password' } },
  }),
  showSecondStep: pageRow(
    '/login/confirm',
    'Show the page for the second factor of a sign-in, or for its recovery',
    {
      costs: { depth: 2, read: 2, write: 0 },
      aliases: ['/login/confirm/form'],
      host: 'both',
      query: z.object({ ...ReturnTo, id: maybe(Short), code: maybe(Short) }),
      example: { cookies: ['__Host-second-step=demo-second-step'] },
    },
  ),
  confirmSecondStep: formRow(
    '/login/confirm/form',
    'Submit the second factor of a sign-in, or start, complete or cancel a factor recovery',
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
  signInWith: pageRow(
    '/login/with/:way',
    'Start a sign-in with Google or Apple, and receive the response of Google',
    {
      costs: { depth: 2, read: 0, write: 2 },
      query: z.object({
        next: ReturnTo.next,
        code: maybe(z.string().check(z.maxLength(2048))),
        // The state itself, and behind it where to go on to.
        state: maybe(z.string().check(z.maxLength(1024))),
        error: maybe(Short),
      }),
      example: { path: { way: 'google' } },
    },
  ),
  signOut: formRow(
    '/sign-out',
    "Sign out on this device, and at the school's identity provider where it supports this",
    {
      costs: { depth: 2, read: 2, write: 1 },
      host: 'both',
      reply: text('text/html; charset=utf-8', { headers: ['Refresh', 'Clear-Site-Data'] }),
      body: z.strictObject({}),
    },
  ),
  joinByForm: formRow('/join', 'Make the reader a member of this school, by form', {
    costs: { depth: 3, read: 4, write: 0 },
    body: z.strictObject({ next: Next }),
    example: { as: 'ada', body: { next: '/' } },
  }),
  showRegistration: pageRow('/register', 'Show the registration page', {
    costs: { depth: 1, read: 1, write: 0 },
    aliases: ['/register/form'],
    query: z.object({ ...ReturnTo, invite_token, invite_error: maybe(Short) }),
    example: {},
  }),
  registerByForm: formRow('/register/form', 'Create an account by form', {
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
  showConfirmation: pageRow(
    '/verify-email',
    'Show the page that verifies an email address by a mailed code',
    {
      costs: { depth: 2, read: 3.5, write: 0 },
      aliases: ['/verify-email/form'],
      query: z.object(ReturnTo),
    },
  ),
  confirmByForm: formRow(
    '/verify-email/form',
    'Send a verification code, or verify the email address with it, by form',
    {
      costs: { depth: 3, read: 3, write: 5 },
      body: z.strictObject({
        do: z.enum(['send', 'confirm']),
        code: maybe(code),
        sent: maybe(z.literal('yes')),
        next: Next,
      }),
      example: { as: 'ada', body: { do: 'send' } },
    },
  ),
  showForgottenPassword: pageRow('/forgot-password', 'Show the page that requests a password reset code', {
    costs: { depth: 0, read: 0, write: 0 },
    host: 'both',
    aliases: ['/forgot-password/form'],
    example: {},
  }),
  requestResetCode: formRow('/forgot-password/form', 'Send a password reset code, by form', {
    costs: { depth: 2, read: 1, write: 9 },
    host: 'both',
    body: z.strictObject({ email }),
    example: { body: { email: 'ada@demo.example.edu' } },
  }),
  showPasswordReset: pageRow('/reset-password', 'Show the page that sets a new password by a mailed code', {
    costs: { depth: 0, read: 0, write: 0 },
    host: 'both',
    aliases: ['/reset-password/form'],
    query: z.object({ email: maybe(email), code: maybe(code), done: maybe(Short) }),
    example: { query: { email: 'ada@demo.example.edu' } },
  }),
  resetByForm: formRow('/reset-password/form', 'Set a new password with a mailed code, by form', {
    costs: { depth: 6, read: 9.5, write: 17 },
    host: 'both',
    body: z.strictObject({ email, code, newPassword: password }),
    example: {
      body: { email: 'ada@demo.example.edu', code: '000000', newPassword: 'correct horse battery' },
    },
  }),
} as const satisfies Rows
