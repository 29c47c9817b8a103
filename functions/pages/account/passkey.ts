import { hidden } from '../layout/forms.ts'
import { type Html, html } from '../layout/html.ts'
import { t } from '../locale.ts'

/** Where scripts ask for what a passkey is made or used for. */
const query = {
  add: '/mfa/admin/passkey/registration-options',
  alone: '/passkeys/sign-in/options',
  step: '/mfa/passkey/authentication-options',
  confirm: '/mfa/confirm/passkey/options',
} as const

/** A form that a passkey fills, which takes a script of ours; where none runs it says so, and other ways stay. */
export const passkeyForm = (action: string, what: keyof typeof query, text: string, inside: Html): Html =>
  html`<form class="stack" method="post" action="${action}" data-passkey="${query[what]}" hidden>${inside}${hidden('credential', '')}<button class="btn plain full">${text}</button></form><noscript><p class="soft">${t('Passkeys take scripts, which are off in this browser. All else works without.')}</p></noscript>`

/** The browser's credential. The operation refuses anything else. */
export const credentialIn = (input: string | undefined): never => {
  try {
    return JSON.parse(input ?? '') as never
  } catch {
    return {} as never
  }
}
