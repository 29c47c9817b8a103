import { call, type FormInput, type PageContext, type Refusal } from '../call.ts'
import { type Filled, field, nothingFilled } from '../layout/forms.ts'
import { type Html, html, isOfPage, redirectTo, refusedPage } from '../layout/page.ts'
import { t } from '../locale.ts'
import { adminPage, partPath } from './admin.ts'
import { confirmation } from './confirmation.ts'

type Person = { readonly id: string; readonly search: string; readonly name: string }

/** Leads to the question whether to act as a person. */
export const actingSection = ({ id, search, name }: Person): Html =>
  html`<section class="card stack"><h2>${t('Act as {name}', { name: html`<bdi>${name}</bdi>` })}</h2><p>${t('See and do what this person can, to help with a problem. The audit log records when you start and stop, and the person receives an email.')}</p><p><a class="btn plain" href="${partPath('people', { id, search, confirm: 'act' })}">${t('Act as this person')}</a></p></section>`

/** Asks for a reason before an administrator acts as a person, and says what that means. */
export const actingQuestion = ({ id, search, name }: Person, filled: Filled): Html => {
  const own = filled.values.do === 'act-start' ? filled : nothingFilled
  return confirmation({
    title: t('Act as {name}?', { name: html`<bdi>${name}</bdi>` }),
    consequence: t(
      'For an hour at most you see and do what {name} can, without your own rights. You cannot change their password, email address or sign-in methods. {name} receives an email, and your reason is in the audit log.',
      { name: html`<bdi>${name}</bdi>` },
    ),
    button: t('Start acting'),
    carried: { do: 'act-start', id, search },
    back: partPath('people', { id, search }),
    fields: field(own, {
      name: 'reason',
      label: t('Reason'),
      longest: 500,
      hint: t('Such as: cannot see the waitlist of Spring Open.'),
    }),
    danger: false,
  })
}

/**
 * Begins to act as a person. The reason is always sent, so an empty one is refused (rules/admins 24). The next page shows
 * who acts, as whom, and the button to stop.
 */
export const startActing = async (input: FormInput, context: PageContext) => {
  const { id = '', search, reason = '' } = input
  const shown = (refusal: Refusal) =>
    adminPage({ part: 'people', id, search, confirm: 'act' }, { values: input, refusal }, context)
  const result = await call(context, 'impersonation', 'impersonateUser', {
    identifier: id,
    reason: reason.trim(),
  })
  if (result.ok) return redirectTo('/')
  const { refusal } = result
  if (isOfPage(refusal))
    return refusedPage(context, refusal, partPath('people', { id, search, confirm: 'act' }))
  return shown(refusal)
}
