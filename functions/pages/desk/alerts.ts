import { ask, by, type Heard, type PageContext, readerOf } from '../ask.ts'
import { dayWords } from '../layout/dates.ts'
import { type Filled, refusedForm } from '../layout/forms.ts'
import { deed, type Html, html } from '../layout/page.ts'
import type { Done, Sent } from './change.ts'
import type { Desk } from './desk.ts'

/** Why the school refused the club, with the next step. */
const refusedClub = async ({ name, path, may }: Desk, context: PageContext): Promise<Html> => {
  const found = await ask(context, 'organizations', 'getOrganizationByName', { name })
  const reason = found.ok ? found.value.overview.refusal?.reason : undefined
  return html`<section class="tell bad stack-s" aria-label="Refused"><strong>The school refused this club.</strong>${reason ? html`<p>Reason: <bdi>${reason}</bdi></p>` : ''}<p>Change the <a href="${path}?part=page">club page</a>, then submit the club again.</p>${may('all') ? deed(path, 'Submit again', { do: 'alert-resubmit' }) : ''}</section>`
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
    return html`<section class="tell row" aria-label="Ownership offer"><span>The ownership is offered to <a href="${path}?part=members&amp;person=${offer.userId}">a member</a>, who can accept until ${until}.</span>${deed(path, 'Withdraw offer', { do: 'alert-withdraw' })}</section>`
  return html`<section class="tell warn stack-s" aria-label="Ownership offer"><strong>You are offered the ownership of <bdi>${name}</bdi>.</strong><p>If you accept, you become the owner at once, with every right in the club. The offer expires on ${until}.</p><div class="row">${deed(path, 'Accept ownership', { do: 'alert-accept' }, { css: 'small' })}${deed(path, 'Decline ownership', { do: 'alert-decline' })}</div></section>`
}

const addedAlert = ({ own, path, name }: Desk): Html | string =>
  own.addedByOthers
    ? html`<section class="tell warn stack-s" aria-label="Your membership"><strong>Somebody else made you a member of <bdi>${name}</bdi>.</strong><p>If you refuse, you leave the club and nobody there can add you again for 30 days.</p>${deed(path, 'Refuse membership', { do: 'alert-refuse' })}</section>`
    : ''

/** What needs a decision of the reader, above every part. */
export const deskAlerts = async (desk: Desk, filled: Filled, context: PageContext): Promise<Html> => {
  const own: Filled = filled.values.do?.startsWith('alert-') ? filled : { values: {} }
  return html`${refusedForm(own, [])}${await statusAlert(desk, context)}${offerAlert(desk, context)}${addedAlert(desk)}`
}

const ofOrg = ({ orgId }: Sent) => ({ orgId })
const answer = (accept: boolean) =>
  by('members', 'answerOrgOwnershipOffer', ({ orgId }: Sent) => ({ orgId, accept }))

type AlertDeed = readonly [said: string, run: (sent: Sent, context: PageContext) => Promise<Heard<unknown>>]

const deeds: Readonly<Record<string, AlertDeed>> = {
  'alert-resubmit': ['resubmitted', by('management', 'resubmitOrganization', ofOrg)],
  'alert-accept': ['owner-now', answer(true)],
  'alert-decline': ['declined', answer(false)],
  'alert-withdraw': ['offer-withdrawn', by('members', 'withdrawOrgOwnershipOffer', ofOrg)],
  'alert-refuse': ['left', by('members', 'refuseOrgMembership', ofOrg)],
}

/** Answers one of the notices. Somebody who refuses the membership goes on to their clubs. */
export const changeAlert = async (sent: Sent, context: PageContext): Promise<Done> => {
  const [said, run] = deeds[sent.do] ?? []
  if (said === undefined || run === undefined) throw new Error(`no alert ${sent.do}`)
  const heard = await run(sent, context)
  return { part: 'members', said, heard, ...(sent.do === 'alert-refuse' ? { to: '/clubs?mine=yes' } : {}) }
}
