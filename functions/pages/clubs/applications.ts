import { type Answer, type CallResult, call, notFoundRefusal, type PageContext } from '../call.ts'
import { agoWords } from '../layout/dates.ts'
import {
  confirmedAction,
  type Html,
  html,
  listed,
  logo,
  nextPageLink,
  type States,
  tagged,
} from '../layout/page.ts'
import { msg, t } from '../locale.ts'

type Application = Answer<'members', 'listOwnApplications'>['applications'][number]

const states: States = {
  pending: ['warn', msg('Waiting')],
  approved: ['good', msg('Accepted')],
  rejected: ['bad', msg('Not accepted')],
  withdrawn: ['', msg('Withdrawn')],
}
const stateTag = tagged(states)

/** The consequence of withdrawing an application. */
export const lostApplication = (): string =>
  t('The officers no longer decide about it, and your answers are lost. You can apply again.')

/** When an application was sent, and when it ended. */
const timesOf = ({ createdAt, decidedAt, withdrawnAt, status }: Application, now: Date): string => {
  const sent = agoWords(createdAt, now)
  const end = decidedAt ?? withdrawnAt
  if (!end) return t('Sent {sent}', { sent })
  return status === 'withdrawn'
    ? t('Sent {sent}, withdrawn {ended}', { sent, ended: agoWords(end, now) })
    : t('Sent {sent}, decided {ended}', { sent, ended: agoWords(end, now) })
}

const item = (application: Application, path: string, now: Date): Html => {
  const { _id: id, org_id: orgId, organization, status } = application
  const name = organization?.org_name ?? t('Deleted club')
  const title = organization ? html`<a href="/org/${orgId}"><bdi>${name}</bdi></a>` : html`${name}`
  return html`<li>${logo({ id: orgId, name, picture: organization?.org_profile_image, size: 40 })}<div class="stack-s"><h3>${title}</h3><p class="soft">${timesOf(application, now)}</p>${application.reason ? html`<p><bdi>${application.reason}</bdi></p>` : ''}</div>${stateTag(status)}${status === 'pending' ? confirmedAction(path, { text: t('Withdraw'), consequence: lostApplication(), button: t('Yes, withdraw'), carried: { do: 'withdraw', orgId, id }, label: name }) : ''}</li>`
}

/** The reader's applications with their results, newest first. Nothing, if there never was one. */
export const ownApplications = async (
  path: string,
  cursor: string | undefined,
  context: PageContext,
): Promise<Html | string> => {
  const found = await call(context, 'members', 'listOwnApplications', { limit: '10', cursor })
  if (!found.ok) return ''
  const { applications, nextCursor } = found.value
  if (applications.length === 0 && cursor === undefined) return ''
  const rows = applications.map((application) => item(application, path, context.now()))
  return html`<section class="stack" id="applications"><h2>${t('Applications')}</h2>${listed(rows, [t('No older applications'), t('These are all your applications.')])}${nextPageLink(`${path}?mine=yes`, nextCursor, t('Older applications'), 'applications')}</section>`
}

/** Withdraws one application of the reader. */
export const withdraw = (orgId: string, applicationId: string, context: PageContext) =>
  call(context, 'members', 'withdrawApplication', { orgId, applicationId })

/** Withdraws the reader's open application to a club, which is among their newest. */
export const withdrawPending = async (orgId: string, context: PageContext): Promise<CallResult<unknown>> => {
  const found = await call(context, 'members', 'listOwnApplications', { limit: '100' })
  if (!found.ok) return found
  const open = found.value.applications.find((one) => one.org_id === orgId && one.status === 'pending')
  return open ? withdraw(orgId, open._id, context) : { ok: false, refusal: notFoundRefusal }
}
