import { call, type PageContext } from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { changedEvent, valuesOf } from '../event-form/submission.ts'
import { type Filled, field, hidden, refusedForm, textArea } from '../layout/forms.ts'
import { confirmedMenuAction, menu } from '../layout/menu.ts'
import { actionButton, confirmedAction, face, type Html, html, listed } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { EventPart, ManagedEvent, SendForm, ShowPart } from './parts.ts'

type Helper = EventPage['collaboratorOrgs'][number]

const fewestLetters = 2

const helperRow = ({ orgId, status }: Helper, { path }: ManagedEvent): Html => {
  const { _id, name } = orgId
  const tag =
    status === 'active'
      ? html`<span class="tag good">${t('Collaborates')}</span>`
      : html`<span class="tag warn">${t('Invited')}</span>`
  const text = status === 'active' ? t('Remove as collaborator') : t('Withdraw invitation')
  const club = html`<bdi>${name}</bdi>`
  const consequence =
    status === 'active'
      ? t(
          '{club} can no longer manage the event, and its helpers lose their jobs there. You can invite the club again.',
          { club },
        )
      : t('{club} can no longer accept the invitation. You can invite the club again.', { club })
  return html`<li>${face(name, orgId.org_profile_image)}<div><h3><bdi>${name}</bdi></h3></div><div class="row">${tag}${menu([confirmedMenuAction(path, { text, consequence, carried: { do: 'settings-remove', club: _id }, label: name })], t('More actions for {name}', { name }))}</div></li>`
}

/** Clubs by the beginning of a name, each with a button that invites it. */
const inviting = async (managed: ManagedEvent, search: string, context: PageContext): Promise<Html> => {
  const { event, path, orgId } = managed
  const isLong = [...search].length >= fewestLetters
  const found = isLong
    ? await call(context, 'organizations', 'listOrganizations', { search, limit: '10' })
    : undefined
  const known = new Set([orgId, event.hostingId._id, ...event.collaboratorOrgs.map((one) => one.orgId._id)])
  const clubs = found?.ok ? found.value.orgs.filter(({ _id }) => !known.has(_id)) : []
  const results = isLong
    ? listed(
        clubs.map(
          ({ _id, org_name: name, org_profile_image: picture }) =>
            html`<li>${face(name, picture ?? undefined)}<div><bdi>${name}</bdi></div>${actionButton(path, t('Invite'), { do: 'settings-invite', club: _id }, { css: 'plain small', label: name })}</li>`,
        ),
        [html`<h3>${t('No clubs found')}</h3>`, t('Try the beginning of another word of its name.')],
      )
    : ''
  return html`<form class="find" role="search" action="${path}">${hidden('part', 'settings')}<label class="vh" for="search">${t('Name of a club')}</label><input id="search" name="search" type="search" value="${search}" placeholder="${t('Name of a club')}" maxlength="100" dir="auto"><button class="btn plain">${t('Find')}</button></form>${results}`
}

const statusCard = ({ event, path }: ManagedEvent, now: Date): Html | string => {
  const { status } = event
  const isLive = status === 'approved' || status === 'not-applicable'
  if (isLive && Date.parse(event.end_time) <= now.getTime())
    return html`<section class="card stack"><h2>${t('Complete the event')}</h2><p>${t('A completed event leaves the lists of upcoming events. Registrations and numbers stay.')}</p>${actionButton(path, t('Mark as completed'), { do: 'settings-status', status: 'completed' })}</section>`
  if (status === 'completed' || status === 'cancelled' || status === 'rejected')
    return html`<section class="card stack"><h2>${t('Archive')}</h2>${confirmedAction(path, { text: t('Archive event'), consequence: t('An archived event is no longer listed for organizers. It cannot be opened again.'), button: t('Archive this event'), carried: { do: 'settings-status', status: 'archived' } })}</section>`
  return ''
}

const longestName = 120

/** The name of the event, cut at a word if it is too long for a template. */
const templateNameOf = (name: string): string =>
  name.length <= longestName ? name : `${name.slice(0, longestName - 1).replace(/\s+\S*$/, '')}\u2026`

const templateForm = ({ event, orgId, path }: ManagedEvent, filled: Filled): Html => {
  const isOwn = filled.values.do === 'settings-template'
  const own: Filled = isOwn ? filled : { values: { name: templateNameOf(event.name) } }
  const templates = html`<a href="/club-dashboard/${orgId}?part=templates">${t('Templates')}</a>`
  const nameFields = [
    field(own, { name: 'name', label: t('Name of the template'), longest: longestName }),
    textArea(own, { name: 'description', label: t('When to use it'), longest: 2000, optional: true }),
  ]
  return html`<form class="card stack" method="post" action="${path}"><h2>${t('Save as a template')}</h2><p class="soft">${t('Templates keep everything but the date. You find them under {templates} of the club.', { templates })}</p>${hidden('do', 'settings-template')}${isOwn ? refusedForm(own, ['name', 'description']) : ''}${nameFields}<button class="btn plain">${t('Save template')}</button></form>`
}

const show: ShowPart = async (managed, { search = '' }, filled, context) => {
  const { event } = managed
  const isOwn = filled.values.do === 'settings-template'
  const find = await inviting(managed, search.trim(), context)
  const clubs = listed(
    event.collaboratorOrgs.map((helper) => helperRow(helper, managed)),
    [
      t('No other club'),
      t('Invite a club to run this event with you. Its officers can then manage the event too.'),
    ],
  )
  return html`${isOwn ? '' : refusedForm(filled, [])}<div class="two list-first"><section class="rest stack"><h2>${t('Collaborating clubs')}</h2>${clubs}${find}</section><aside class="stack">${templateForm(managed, filled)}${statusCard(managed, context.now())}</aside></div>`
}

/** The fields of the event without its times, and without those that are empty. */
const templateDataOf = (event: EventPage) => {
  const {
    start_time: _,
    end_time: __,
    registrationDeadline: ___,
    ...fields
  } = changedEvent(valuesOf(event), [])
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  )
}

const statuses = ['completed', 'archived'] as const

const changeStatus: SendForm = async ({ eventId, status }, { orgId }, context) => ({
  result: await call(context, 'planning', 'setEventStatus', {
    orgId,
    eventId,
    status: statuses.find((one) => one === status) ?? '',
  }),
  done: 'status-changed',
})

/** Collaborators, the template and the end of an event. */
export const settingsPart: EventPart = {
  show,
  forms: {
    status: changeStatus,
    invite: async ({ eventId, club = '' }, _, context) => ({
      result: await call(context, 'planning', 'inviteCollaborators', {
        id: eventId,
        collaboratorOrgIds: [club],
      }),
      done: 'club-invited',
    }),
    remove: async ({ eventId, club = '' }, _, context) => ({
      result: await call(context, 'planning', 'removeCollaborator', { id: eventId, orgId: club }),
      done: 'removed',
    }),
    template: async ({ name, description }, { event, orgId }, context) => ({
      result: await call(context, 'planning', 'createEventTemplate', {
        orgId,
        name,
        description: description || undefined,
        templateData: templateDataOf(event),
      }),
      done: 'template-saved',
    }),
  },
}
