import { type CallResult, call, operation, type PageContext, readerOf } from '../call.ts'
import { dayWords } from '../layout/dates.ts'
import { type Filled, refusedForm } from '../layout/forms.ts'
import { actionButton, type Html, html } from '../layout/page.ts'
import type { Done, FormInput } from './change.ts'
import type { Desk } from './dashboard.ts'

/** Why the school refused the club, with the next step. */
const refusedClub = async ({ name, path, may }: Desk, context: PageContext): Promise<Html> => {
  const found = await call(context, 'organizations', 'getOrganizationByName', { name })
  const reason = found.ok ? found.value.overview.refusal?.reason : undefined
  return html`<section class="tell bad stack-s" aria-label="Refused"><strong>The school refused this club.</strong>${reason ? html`<p>Reason: <bdi>${reason}</bdi></p>` : ''}<p>Change the <a href="${path}?part=page">club page</a>, then submit the club again.</p>${may('all') ? actionButton(path, 'Submit again', { do: 'alert-resubmit' }) : ''}</section>`
}

const statusAlert = async (desk: Desk, context: PageContext): Promise<Html | string> => {
  const status = desk.club?.approvalStatus
  if (status === 'rejected') return refusedClub(desk, context)
  if (status !== 'pending') return ''
  return html`<p class="tell warn" role="status">The school has not approved this club yet. Until then it cannot invite people or send messages.</p>`
}

const offerAlert = ({ own, path, name }: Desk, context: PageContext): Html | string => {
  const { ownershipOffer: offer } = own
  if (!offer) return ''
  const until = dayWords(offer.expiresAt, context.within?.visit.timezone ?? context.tenant.timezone)
  if (offer.userId !== readerOf(context))
    return html`<section class="tell row" aria-label="Ownership offer"><span>The ownership is offered to <a href="${path}?part=members&amp;person=${offer.userId}">a member</a>, who can accept until ${until}.</span>${actionButton(path, 'Withdraw offer', { do: 'alert-withdraw' })}</section>`
  return html`<section class="tell warn stack-s" aria-label="Ownership offer"><strong>You are offered the ownership of <bdi>${name}</bdi>.</strong><p>If you accept, you become the owner at once, with every right in the club. The offer expires on ${until}.</p><div class="row">${actionButton(path, 'Accept ownership', { do: 'alert-accept' }, { css: 'small' })}${actionButton(path, 'Decline ownership', { do: 'alert-decline' })}</div></section>`
}

const addedAlert = ({ own, path, name }: Desk): Html | string =>
  own.addedByOthers
    ? html`<section class="tell warn stack-s" aria-label="Your membership"><strong>Somebody else made you a member of <bdi>${name}</bdi>.</strong><p>If you refuse, you leave the club and nobody there can add you again for 30 days.</p>${actionButton(path, 'Refuse membership', { do: 'alert-refuse' })}</section>`
    : ''

/** What needs a decision of the reader, above every part. */
export const dashboardAlerts = async (desk: Desk, filled: Filled, context: PageContext): Promise<Html> => {
  const own: Filled = filled.values.do?.startsWith('alert-') ? filled : { values: {} }
  return html`${refusedForm(own, [])}${await statusAlert(desk, context)}${offerAlert(desk, context)}${addedAlert(desk)}`
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
