import { type Confirmation, confirmationForm, emailWords, type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'
import { adminPath } from './admin.ts'

/** Asks before a change in the admin console. */
export const confirmation = (question: Omit<Confirmation, 'action'>): Html =>
  confirmationForm({ ...question, action: adminPath })

/** Warns before a person with an unconfirmed address receives rights. */
export const addressDoubt = (name: string, email: string): Html =>
  html`<span class="tell warn">${t('Address not confirmed: anyone can create an account with the name {name} and the address {email}. Ask the person to confirm it first.', { name: html`<bdi>${name}</bdi>`, email: emailWords(email) })}</span>`
