import { type CallResult, call, type PageContext, type PageInput } from '../call.ts'
import { moment } from '../layout/dates.ts'
import {
  actionButton,
  type Html,
  html,
  listed,
  nextPageLink,
  pageOf,
  redirectTo,
  refusedPage,
} from '../layout/page.ts'
import { t } from '../locale.ts'

type Kind = 'club' | 'help' | 'event' | 'mail'

const answers = (kind: Kind, id: string, name: string, eventId = ''): Html => {
  const carried = { kind, id, ...(eventId ? { eventId } : {}) }
  const accept = actionButton(
    '/invitations',
    t('Accept'),
    { ...carried, do: 'accept' },
    { css: '', label: name },
  )
  const decline = actionButton(
    '/invitations',
    t('Decline'),
    { ...carried, do: 'decline' },
    { css: 'plain', label: name },
  )
  return html`<div class="row">${accept}${decline}</div>`
}

const item = (title: Html, text: Html, buttons: Html): Html =>
  html`<li><div class="stack-s"><h2>${title}</h2><p>${text}</p>${buttons}</div></li>`

/** Clubs of the reader that one page asks about; those after them stand on the next one. */
const perPage = 10

const toHelp = async (context: PageContext, orgs: readonly { readonly _id: string }[], from: number) => {
  const query = orgs
    .slice(from, from + perPage)
    .map(({ _id: orgId }) => call(context, 'planning', 'listCollaborationInvites', { orgId }))
  return (await Promise.all(query)).flatMap((result) => (result.ok ? result.value.invites : []))
}

const invitesYou = (name: string): Html =>
  t('{name} invites you to join.', { name: html`<bdi>${name}</bdi>` })

type MailedInvitation = { readonly view: Html; readonly orgName?: string; readonly inviterName?: string }

const byMail = async (
  token: string | undefined,
  context: PageContext,
): Promise<MailedInvitation | undefined> => {
  if (token === undefined) return undefined
  const result = await call(context, 'invites', 'validateInvite', { token })
  if (!result.ok)
    return {
      view: html`<li><p>${t('The invitation in that email has expired or was withdrawn.')}</p></li>`,
    }
  const { orgName, inviterName } = result.value
  const view = item(html`<bdi>${orgName}</bdi>`, invitesYou(inviterName), answers('mail', token, orgName))
  return { view, orgName, inviterName }
}

/** What waits for the answer of the reader: clubs to join, jobs at events, events to help with. */
export const showInvitations = async (
  { invite_token, done, cursor }: PageInput<'showInvitations'>,
  context: PageContext,
) => {
  const reader = await call(context, 'auth', 'validateToken', {})
  if (!reader.ok) return refusedPage(context, reader.refusal)
  const orgs = reader.value.user?.clubAssociations ?? []
  const from = Number(cursor ?? 0)
  const next = orgs.length > from + perPage ? String(from + perPage) : undefined
  const [clubs, jobs, help, mailed] = await Promise.all([
    call(context, 'invites', 'listPendingInvites', {}),
    call(context, 'jobs', 'listMyAssignments', {}),
    toHelp(context, orgs, from),
    byMail(invite_token, context),
  ])
  const zone = context.within?.visit.timezone ?? context.tenant.timezone
  const open = jobs.ok ? jobs.value.assignments.filter(({ status }) => status === 'assigned') : []
  // The invitation of the email is in the list too.
  const others = (clubs.ok ? clubs.value : []).filter(
    ({ org, invitedBy }) => org.org_name !== mailed?.orgName || invitedBy.name !== mailed.inviterName,
  )
  const all = [
    ...(mailed ? [mailed.view] : []),
    ...others.map(({ _id, org, invitedBy }) =>
      item(html`<bdi>${org.org_name}</bdi>`, invitesYou(invitedBy.name), answers('club', _id, org.org_name)),
    ),
    ...open.map(({ _id, roleName = t('Helper'), shiftStart, eventId, event }) =>
      item(
        html`<bdi>${roleName}</bdi>`,
        event
          ? t('You are asked to help at {event}, from {time}.', {
              event: html`<a href="/event/${eventId}"><bdi>${event.name}</bdi></a>`,
              time: moment(shiftStart, zone),
            })
          : t('You are asked to help from {time}.', { time: moment(shiftStart, zone) }),
        answers('help', _id, roleName, eventId),
      ),
    ),
    ...help.map(({ _id, hostOrg, event }) =>
      item(
        html`<a href="/event/${event._id}"><bdi>${event.name}</bdi></a>`,
        t('{club} asks your club to help, {time}.', {
          club: html`<bdi>${hostOrg.org_name}</bdi>`,
          time: moment(event.start_time, zone),
        }),
        answers('event', _id, event.name),
      ),
    ),
  ]
  const title = t('Invitations')
  const list = listed(all, [
    t('No open invitations'),
    t('Invitations to clubs and requests for help appear here.'),
    { href: '/clubs', text: t('Find clubs') },
  ])
  const body = html`<div class="stack"><h1>${title}</h1>${list}${nextPageLink('/invitations', next, t('Invitations of your other clubs'))}</div>`
  return pageOf(context, { title, body, place: 'inbox', done })
}

type FormInput = PageInput<'answerInvitation'>

const helper = async (
  { id, eventId = '', ...input }: FormInput,
  context: PageContext,
): Promise<CallResult<unknown>> => {
  const found = await call(context, 'events', 'getEvent', { event_id: eventId })
  if (!found.ok) return found
  const status = input.do === 'accept' ? 'confirmed' : 'declined'
  const orgId = found.value.event.hostingId._id
  return call(context, 'jobs', 'updateAssignment', { orgId, eventId, assignmentId: id, status })
}

const reply = (input: FormInput, context: PageContext): Promise<CallResult<unknown>> => {
  const { kind, id } = input
  const yes = input.do === 'accept'
  if (kind === 'help') return helper(input, context)
  if (kind === 'mail')
    return call(context, 'invites', yes ? 'acceptInviteByToken' : 'declineInviteByToken', { token: id })
  if (kind === 'club')
    return call(context, 'invites', yes ? 'acceptInvite' : 'declineInvite', { inviteId: id })
  return call(context, 'planning', yes ? 'acceptCollaboration' : 'declineCollaboration', { inviteId: id })
}

export const answerInvitation = async (input: FormInput, context: PageContext) => {
  const result = await reply(input, context)
  if (!result.ok) return refusedPage(context, result.refusal)
  return redirectTo('/invitations', input.do === 'accept' ? 'accepted' : 'declined')
}
