import { ask, type Given, type PageContext, type Refusal, withinOf } from '../ask.ts'
import { type EventPage, findEvent } from '../event/event.ts'
import { momentWords } from '../layout/dates.ts'
import type { Choice, Filled } from '../layout/forms.ts'
import { hidden, refusedForm } from '../layout/forms.ts'
import {
  cover,
  emptyPage,
  type Html,
  html,
  isOfPage,
  onwardTo,
  pageOf,
  refusedPage,
  typeTag,
} from '../layout/page.ts'
import { type Preview, previewCard } from './asked.ts'
import { type Choices, controlNames, fieldsOf, planSteps } from './fields.ts'
import { changedEvent, newEvent, type Sent, valuesOf, withEnd } from './sent.ts'

type Asked = Given<'showPlan'>
type Found = { readonly choices: Choices; readonly event: EventPage | undefined }

const formsOf = async (orgId: string | undefined, context: PageContext): Promise<Choice[]> => {
  if (orgId === undefined) return []
  const heard = await ask(context, 'forms', 'listEventForms', { orgId, limit: '50' })
  return heard.ok ? heard.value.data.map(({ _id, title }) => [_id, title]) : []
}

const change = (eventId: string | undefined, context: PageContext) =>
  eventId === undefined ? undefined : findEvent(eventId, context)

/** Who may invite, what can be chosen, and the event that is changed. */
const find = async (
  { org, event: eventId }: Asked,
  context: PageContext,
): Promise<Found | { refusal: Refusal }> => {
  const [may, form, rooms, found] = await Promise.all([
    ask(context, 'stakeholders', 'getEventCreationEligibility', {}),
    ask(context, 'stakeholders', 'getEventFormConfig', {}),
    ask(context, 'rooms', 'listRooms', { limit: '100' }),
    change(eventId, context),
  ])
  if (!may.ok) return { refusal: may.refusal }
  if (found && 'refusal' in found) return found
  const event = found?.event
  const { orgsWithEventPermission: orgs, allowIndividualUserHosting } = may.value
  const mine: Choice[] = allowIndividualUserHosting ? [['me', 'Myself']] : []
  const hosts: Choice[] = [...orgs.map(({ _id, org_name }): Choice => [_id, org_name]), ...mine]
  const host = event ? (event.manageableOrgId ?? undefined) : (org ?? orgs[0]?._id)
  return {
    event,
    choices: {
      hosts,
      rooms: rooms.ok
        ? rooms.value.rooms.map(({ _id, name, capacity }) => [
            _id,
            capacity ? `${name} (${capacity} people)` : name,
          ])
        : [],
      forms: await formsOf(host, context),
      // What every event is asked has a place in the form already.
      own: form.ok ? form.value.fields.filter(({ isStandard }) => !isStandard) : [],
      zone: event?.timezone ?? withinOf(context).visit.timezone,
      changes: event !== undefined,
    },
  }
}

/** The return key presses the first button of a form: it never submits an event. */
const atEnter = html`<button class="vh" name="do" value="ask" tabindex="-1" aria-hidden="true">Next</button>`

const isUnsubmitted = (event: EventPage | undefined): boolean =>
  event === undefined || event.status === 'draft' || event.status === 'rejected'

/** The event as a card, from what was entered. */
const eventPreview = (values: Filled['values'], { hosts, rooms }: Choices): Html => {
  const { name = '', type = '', start_time = '', location, classroom_id, host } = values
  const place = location || rooms.find(([id]) => id === classroom_id)?.[1] || ''
  const hostName = hosts.find(([id]) => id === host)?.[1] ?? ''
  const time = start_time === '' ? '' : momentWords(`${start_time}Z`, 'UTC')
  return html`<li class="tile wide">${cover({ id: name, type, host: host ?? '' })}<div class="tile-text"><p class="when">${time}</p><h3><bdi>${name}</bdi></h3><p class="soft clip"><bdi>${[place, hostName].filter((text) => text !== '').join(', ')}</bdi></p><p class="tags">${typeTag(type)}</p></div></li>`
}

const planPage = (
  { choices, event }: Found,
  filled: Filled,
  context: PageContext,
  { preview, said }: { readonly preview?: Preview; readonly said?: string | undefined } = {},
) => {
  const open = isUnsubmitted(event)
  const title = event ? `Edit ${event.name}` : 'Create event'
  if (!event && choices.hosts.length === 0)
    return emptyPage(
      context,
      title,
      'You cannot create events yet',
      'At this school, clubs host events. Ask the officers of a club for the right to create its events.',
      { href: '/', text: 'See upcoming events' },
    )
  const buttons = open
    ? html`<div class="row send"><button class="btn${preview ? ' plain' : ''}" name="do" value="ask">${preview ? 'Update preview' : 'Next: preview'}</button><button class="btn plain" name="do" value="draft" formnovalidate>Save draft</button></div>`
    : html`<button class="btn full" name="do" value="save">Save changes</button><p class="soft">Some changes need approval again.</p>`
  const body = html`<div class="stack"><h1>${event ? html`Edit <bdi>${event.name}</bdi>` : title}</h1>${planSteps}<form class="stack" method="post" action="/create-event/form">${open ? atEnter : ''}${refusedForm(filled, controlNames)}${event ? hidden('event', event._id) : ''}${preview ? previewCard(preview, preview.approvals.length > 0 ? 'Submit' : 'Publish', eventPreview(filled.values, choices)) : ''}${fieldsOf(filled, choices)}${buttons}</form></div>`
  return pageOf(context, { title, body, place: 'mine', medium: true, said, refusal: filled.refusal })
}

export const showPlan = async (asked: Asked, context: PageContext) => {
  const found = await find(asked, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const { event } = found
  const fresh = { visibility: 'public', registering: 'open', expectedAttendance: '20', waitlist: 'yes' }
  const values = event ? valuesOf(event) : { ...fresh, ...(asked.org ? { host: asked.org } : {}) }
  return planPage(found, { values }, context, { said: asked.said })
}

/** Keeps what was entered: as a new event, or as a change of the one that is there. Answers its id, or why not. */
const kept = async (sent: Sent, { choices, event }: Found, asDraft: boolean, context: PageContext) => {
  if (!event) {
    const heard = await ask(context, 'planning', 'createEventByForm', {
      ...newEvent(sent, choices.own),
      asDraft,
    })
    return heard.ok ? { eventId: heard.value.eventId } : heard
  }
  const heard = await ask(context, 'planning', 'updateEvent', {
    event_id: event._id,
    ...changedEvent(sent, choices.own),
  })
  return heard.ok ? { eventId: event._id } : heard
}

/** What is missing, in words for people. */
const inWords = (refusal: Refusal): Refusal => ({
  ...refusal,
  details: refusal.details.map(({ field, message }) => ({
    field,
    message: message === `${field} is required` ? 'Please fill this in' : message,
  })),
})

type Planned = Sent & {
  readonly do: string
  readonly event?: string | undefined
  readonly host?: string | undefined
}

/** Shows who will be asked, keeps a draft, submits, or saves; what was refused comes back as it was filled. */
export const planByForm = async (entered: Planned, context: PageContext) => {
  const sent = withEnd(entered)
  const org = sent.host === 'me' ? undefined : sent.host
  const found = await find({ event: sent.event, org }, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const refused = (refusal: Refusal) =>
    isOfPage(refusal)
      ? refusedPage(context, refusal)
      : planPage(found, { values: sent, refusal: inWords(refusal) }, context)
  if (sent.do === 'ask') {
    const heard = await ask(context, 'planning', 'previewApprovals', newEvent(sent, found.choices.own))
    if (!heard.ok) return refused(heard.refusal)
    return planPage(found, { values: sent }, context, { preview: heard.value })
  }
  const done = await kept(sent, found, sent.do === 'draft', context)
  if ('refusal' in done) return refused(done.refusal)
  if (!('eventId' in done)) return onwardTo('/my-events')
  const { eventId } = done
  if (sent.do === 'submit' && found.event) {
    const heard = await ask(context, 'planning', 'publishEvent', { eventId })
    if (!heard.ok) return refused(heard.refusal)
  }
  const said = sent.do === 'submit' ? 'handed-in' : 'saved'
  return onwardTo(`/event/${eventId}/dashboard`, said)
}
