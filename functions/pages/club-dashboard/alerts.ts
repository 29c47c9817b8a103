import { type CallResult, call, operation, type PageContext, readerOf } from '../call.ts'
import { dayWords } from '../layout/dates.ts'
import { type Filled, refusedForm } from '../layout/forms.ts'
import { actionButton, type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { Done, FormInput } from './change.ts'
import type { Desk } from './dashboard.ts'

/** Why the school refused the club, with the next step. */
const refusedClub = async ({ name, path, may }: Desk, context: PageContext): Promise<Html> => {
  const found = await call(context, 'organizations', 'getOrganizationByName', { name })
  const reason = found.ok ? found.value.overview.refusal?.reason : undefined
  const next = t('Change the {page}, then submit the club again.', {
    page: html`<a href="${path}?part=page">${t('club page')}</a>`,
  })
  const why = reason ? html`<p>${t('Reason: {reason}', { reason: html`<bdi>${reason}</bdi>` })}</p>` : ''
  return html`<section class="tell bad stack-s" aria-label="${t('Refused')}"><strong>${t('The school refused this club.')}</strong>${why}<p>${next}</p>${may('all') ? actionButton(path, t('Submit again'), { do: 'alert-resubmit' }) : ''}</section>`
}

const statusAlert = async (desk: Desk, context: PageContext): Promise<Html | string> => {
  const status = desk.club?.approvalStatus
  if (status === 'rejected') return refusedClub(desk, context)
  if (status !== 'pending') return ''
  return html`<p class="tell warn" role="status">${t('The school has not approved this club yet. Until then it cannot invite people or send messages.')}</p>`
}

const offerAlert = async ({ own, path, name }: Desk, context: PageContext): Promise<Html | string> => {
  const { ownershipOffer: offer } = own
  if (!offer) return ''
  const until = dayWords(offer.expiresAt, context.within?.visit.timezone ?? context.tenant.timezone)
  if (offer.userId !== readerOf(context)) {
    const found = await call(context, 'users', 'getUsers', { userIds: JSON.stringify([offer.userId]) })
    const [person] = found.ok ? found.value.users : []
    const text = t('The ownership is offered to {member}, who can accept until {date}.', {
      member: html`<a href="${path}?part=members&amp;person=${offer.userId}">${person ? html`<bdi>${person.name}</bdi>` : t('a member')}</a>`,
      date: until,
    })
    return html`<section class="tell row" aria-label="${t('Ownership offer')}"><span>${text}</span>${actionButton(path, t('Withdraw offer'), { do: 'alert-withdraw' })}</section>`
  }
  const offered = t('You are offered the ownership of {club}.', { club: html`<bdi>${name}</bdi>` })
  const consequence = t(
    'If you accept, you become the owner at once, with every right in the club. The offer expires on {date}.',
    { date: until },
  )
  return html`<section class="tell warn stack-s" aria-label="${t('Ownership offer')}"><strong>${offered}</strong><p>${consequence}</p><div class="row">${actionButton(path, t('Accept ownership'), { do: 'alert-accept' }, { css: 'small' })}${actionButton(path, t('Decline ownership'), { do: 'alert-decline' })}</div></section>`
}

const addedAlert = ({ own, path, name }: Desk): Html | string =>
  own.addedByOthers
    ? html`<section class="tell warn stack-s" aria-label="${t('Your membership')}"><strong>${t('Somebody else made you a member of {club}.', { club: html`<bdi>${name}</bdi>` })}</strong><p>${t('If you refuse, you leave the club and nobody there can add you again for 30 days.')}</p>${actionButton(path, t('Refuse membership'), { do: 'alert-refuse' })}</section>`
    : ''

/** What needs a decision of the reader, above every part. */
export const dashboardAlerts = async (desk: Desk, filled: Filled, context: PageContext): Promise<Html> => {
  const own: Filled = filled.values.do?.startsWith('alert-') ? filled : { values: {} }
  return html`${refusedForm(own, [])}${await statusAlert(desk, context)}${await offerAlert(desk, context)}${addedAlert(desk)}`
}

const ofOrg = ({ orgId }: FormInput) => ({ orgId })
const answer = (accept: boolean) =>
  operation('members', 'answerOrgOwnershipOffer', ({ orgId }: FormInput) => ({ orgId, accept }))

type AlertDeed = readonly [
  done: string,
  run: (input: FormInput, context: PageContext) => Promise<CallResult<unknown>>,
]

const actions: Readonly<Record<string, AlertDeed>> = {
  'alert-resubmit': ['resubmitted', operation('management', 'resubmitOrganization', ofOrg)],
  'alert-accept': ['owner-now', answer(true)],
  'alert-decline': ['declined', answer(false)],
  'alert-withdraw': ['offer-withdrawn', operation('members', 'withdrawOrgOwnershipOffer', ofOrg)],
  'alert-refuse': ['left', operation('members', 'refuseOrgMembership', ofOrg)],
}

/** Answers one of the notices. Somebody who refuses the membership goes on to their clubs. */
export const changeAlert = async (input: FormInput, context: PageContext): Promise<Done> => {
  const [done, run] = actions[input.do] ?? []
  if (done === undefined || run === undefined) throw new Error(`no alert ${input.do}`)
  const result = await run(input, context)
  return { part: 'members', done, result, ...(input.do === 'alert-refuse' ? { to: '/clubs?mine=yes' } : {}) }
}
