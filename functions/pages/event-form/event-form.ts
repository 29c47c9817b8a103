import {
  call,
  identifyReader,
  type PageContext,
  type PageInput,
  pageScope,
  type Refusal,
  refusalOf,
} from '../call.ts'
import { type EventPage, findEvent } from '../event/event.ts'
import type { Choice, Filled } from '../layout/forms.ts'
import { checkbox, hidden, refusedForm, unsavedMark } from '../layout/forms.ts'
import {
  collapsible,
  emptyPage,
  type Html,
  html,
  isOfPage,
  pageOf,
  redirectTo,
  refusedPage,
} from '../layout/page.ts'
import { t } from '../locale.ts'
import { isOpen, managePlace } from '../manage-event/parts.ts'
import { otherDates } from '../manage-event/series.ts'
import { submittedMessage } from '../manage-event/states.ts'
import { type Preview, previewCard, submitText } from './approvals-preview.ts'
import { findCopy } from './copy.ts'
import { eventPreview } from './event-preview.ts'
import { type Choices, controlsOf, fieldsOf, ownName, planSteps } from './fields.ts'
import { overtakenRefusal } from './overtaken.ts'
import { inFormWords } from './refusal-words.ts'
import { hostAndZoneOf, type SavingRisk, savingNotices, savingRisks, updateInput } from './risks.ts'
import {
  changesIn,
  type FormInput,
  isDeadlineDuring,
  isDeadlineOver,
  isPast,
  mergedForm,
  mistakesIn,
  newEvent,
  previewMark,
  shownMarks,
  valuesOf,
  withEnd,
} from './submission.ts'

type PageQuery = PageInput<'showEventForm'>
type Found = {
  readonly choices: Choices
  /** Rooms by id, without their capacity. */
  readonly roomNames: readonly Choice[]
  readonly event: EventPage | undefined
}

const formsOf = async (orgId: string | undefined, context: PageContext): Promise<Choice[]> => {
  if (orgId === undefined) return []
  const result = await call(context, 'forms', 'listEventForms', { orgId, limit: '50' })
  return result.ok ? result.value.data.map(({ _id, title }) => [_id, title]) : []
}

const isUnsubmitted = ({ status }: EventPage): boolean => status === 'draft' || status === 'rejected'

const change = (eventId: string | undefined, context: PageContext) =>
  eventId === undefined ? undefined : findEvent(eventId, context)

/** Who may invite, what can be chosen, and the event that is changed. */
const find = async (
  { org, event: eventId }: Pick<PageQuery, 'org' | 'event'>,
  context: PageContext,
): Promise<Found | { refusal: Refusal }> => {
  const [may, form, rooms, found] = await Promise.all([
    call(context, 'stakeholders', 'getEventCreationEligibility', {}),
    call(context, 'stakeholders', 'getEventFormConfig', {}),
    call(context, 'rooms', 'listRooms', { limit: '100' }),
    change(eventId, context),
  ])
  if (!may.ok) return { refusal: may.refusal }
  if (found && 'refusal' in found) return found
  const event = found?.event
  const { orgsWithEventPermission: orgs, allowIndividualUserHosting } = may.value
  const mine: Choice[] = allowIndividualUserHosting ? [['me', t('Myself')]] : []
  const hosts: Choice[] = [...orgs.map(({ _id, org_name }): Choice => [_id, org_name]), ...mine]
  const host = event ? (event.manageableOrgId ?? undefined) : (org ?? orgs[0]?._id)
  const known = rooms.ok ? rooms.value.rooms : []
  return {
    event,
    roomNames: known.map(({ _id, name }): Choice => [_id, name]),
    choices: {
      hosts,
      rooms: known.map(({ _id, name, capacity }) => [
        _id,
        capacity
          ? t('{room} ({capacity, plural, one {# person} other {# people}})', { room: name, capacity })
          : name,
      ]),
      forms: await formsOf(host, context),
      // Standard fields are in the form already.
      own: form.ok ? form.value.fields.filter(({ isStandard }) => !isStandard) : [],
      zone: event?.timezone ?? pageScope(context).visit.timezone,
      formsPath: orgs.some(({ _id }) => _id === host) ? `/club-dashboard/${host}?part=forms` : undefined,
      changes: event !== undefined,
      hasPreview: event === undefined || isUnsubmitted(event),
    },
  }
}

/** The return key presses the first button of a form: it never submits an event. */
const atEnter = (): Html =>
  html`<button class="vh" name="do" value="ask" tabindex="-1" aria-hidden="true">${t('Next')}</button>`

/** An event in the past is published only on purpose (rules/planning 9). */
const pastNotice = (filled: Filled, choices: Choices, now: Date): Html | string =>
  isPast(filled.values, choices.zone, now)
    ? html`<div class="tell warn"><p>${t('This event starts in the past. It is not among upcoming events, and nobody can register once it is over. Check the date.')}</p>${checkbox(filled, 'past', t('Publish it with a date in the past'))}</div>`
    : ''

/** What the reader of a preview has to know about the event as entered. */
const previewNotices = (filled: Filled, choices: Choices, now: Date) => ({
  above: isChangedSincePreview(filled.values, choices)
    ? html`<div class="tell warn" role="alert"><p>${t('You changed the event after the last preview. Check this one, then go on.')}</p></div>`
    : '',
  below: html`${pastNotice(filled, choices, now)}${isDeadlineDuring(filled.values) ? html`<div class="tell warn"><p>${t('People can still register after the event starts. Check the registration deadline.')}</p></div>` : ''}`,
})

/** Whether something else is submitted than what its reader saw in the preview. */
const isChangedSincePreview = (input: FormInput, { own }: Choices): boolean =>
  input.do === 'submit' && input.previewed !== undefined && input.previewed !== previewMark(input, own)

/** The organization that was chosen as host. */
const hostOrgId = ({ host }: Filled['values']): string | null => (host === 'me' ? null : (host ?? null))

/** What saving does besides, beside the button. */
const savingNote = (event: EventPage): string =>
  isOpen(event)
    ? `${t("If a change needs an approval by the school's rules, such as another time, place or size, the event is hidden until it is approved again.")} ${t('People who registered are notified of a new name, time, place or link.')}`
    : t(
        "If a change needs an approval by the school's rules, such as another time, place or size, the event waits for approval again.",
      )

type FormView = {
  readonly preview?: Preview
  /** Something is selected already that is not saved. */
  readonly isSelected?: boolean
  readonly readerName?: string | undefined
  readonly done?: string | undefined
  /** What has to be confirmed before the event is saved. */
  readonly risks?: readonly SavingRisk[]
}

const eventFormPage = (
  found: Found,
  filled: Filled,
  context: PageContext,
  { preview, readerName, done, risks = [], isSelected = false }: FormView = {},
) => {
  const { choices, event } = found
  const unsubmitted = !event || isUnsubmitted(event)
  const title = event ? t('Edit {name}', { name: event.name }) : t('Create event')
  const heading = event ? t('Edit {name}', { name: html`<bdi>${event.name}</bdi>` }) : title
  if (!event && choices.hosts.length === 0)
    return emptyPage(
      context,
      title,
      t('You cannot create events yet'),
      t('At this school, clubs host events. Ask the officers of a club for the right to create its events.'),
      { href: '/', text: t('See upcoming events') },
    )
  const next = preview
    ? html`<button class="btn" name="do" value="submit">${submitText(preview)}</button>`
    : html`<button class="btn" name="do" value="ask">${t('Next: preview')}</button>`
  const buttons = unsubmitted
    ? html`<div class="row send">${next}<button class="btn plain" name="do" value="draft" formnovalidate>${t('Save draft')}</button></div>`
    : html`${savingNotices(filled, event, risks)}<button class="btn full" name="do" value="save">${t('Save changes')}</button><p class="soft">${savingNote(event)}</p>`
  const all = fieldsOf(filled, choices)
  const isUnsaved = isSelected || preview !== undefined || risks.length > 0 || filled.refusal !== undefined
  const fields = preview
    ? collapsible(
        t('Change the event'),
        html`${all}<button class="btn plain" name="do" value="ask">${t('Update preview')}</button>`,
      )
    : all
  const body = html`<div class="stack"><h1>${heading}</h1>${event ? otherDates(event, t('Only this date of the series changes.')) : ''}${preview ? '' : planSteps()}<form class="stack" method="post" action="/create-event/form"${unsavedMark(filled, isUnsaved)}>${unsubmitted ? atEnter() : ''}${refusedForm(filled, controlsOf(choices))}${event ? html`${hidden('event', event._id)}${hidden('shown', filled.values.shown || shownMarks(event, choices.own))}` : ''}${preview ? html`${hidden('previewed', previewMark(filled.values, choices.own))}${previewCard(preview, eventPreview(filled.values, { ...found, readerName }), previewNotices(filled, choices, context.now()))}` : ''}${fields}${buttons}</form></div>`
  return pageOf(context, {
    title,
    body,
    place: managePlace(event ? event.manageableOrgId : hostOrgId(filled.values)),
    medium: true,
    done,
    refusal: filled.refusal,
    isKept: true,
    script: 'unsaved.js',
  })
}

export const showEventForm = async (query: PageQuery, context: PageContext) => {
  const [found, copy] = await Promise.all([
    find(query, context),
    query.copy ? findCopy(query.copy, context) : undefined,
  ])
  if ('refusal' in found) return refusedPage(context, found.refusal)
  if (copy && 'refusal' in copy) return refusedPage(context, copy.refusal)
  const { event } = found
  const fresh = { visibility: 'public', registering: 'open', expectedAttendance: '20', waitlist: 'yes' }
  const values = event
    ? valuesOf(event)
    : (copy?.values ?? { ...fresh, ...(query.org ? { host: query.org } : {}) })
  const made = query.questions ? { registrationFormId: query.questions } : {}
  const isSelected = query.questions !== undefined
  return eventFormPage(found, { values: { ...values, ...made } }, context, { done: query.done, isSelected })
}

/** Fields of a published event whose change is notified to people who registered. */
const notifiedFields = ['name', 'start_time', 'end_time', 'location', 'classroom_id', 'externalLink'] as const

/** The confirmation message of a change: what becomes of a published event, and who is notified. */
const savedMessage = (before: EventPage, status: string, changes: ReturnType<typeof changesIn>): string => {
  if (!isOpen(before)) return 'event-saved'
  if (status === 'pending') return 'saved-pending'
  return notifiedFields.some((name) => name in changes) ? 'saved-notified' : 'event-saved'
}

type Saved = {
  readonly event: { readonly _id: string; readonly status: string; readonly recurrence?: unknown }
  /** The confirmation message of a form that saves and does not submit. */
  readonly done: string
}

/** Saves the form as a new event, or as a change of an existing one. */
const kept = async (
  input: FormInput,
  { choices, event }: Found,
  asDraft: boolean,
  context: PageContext,
): Promise<Saved | { readonly refusal: Refusal }> => {
  if (!event) {
    const result = await call(context, 'planning', 'createEventByForm', {
      ...newEvent(input, choices.own),
      asDraft,
    })
    return result.ok ? { event: result.value.event, done: 'event-saved' } : result
  }
  const changes = changesIn(input, event, choices.own)
  if (Object.keys(changes).length === 0) return { event, done: 'event-saved' }
  const result = await call(context, 'planning', 'updateEvent', updateInput(event, changes))
  if (!result.ok) return result
  return { event: result.value.event, done: savedMessage(event, result.value.event.status, changes) }
}

/** The field to change by the code of a refusal that names none; by its message if the body has no code. */
const fieldsByCode: Readonly<Record<string, string>> = {
  'Capacity is below current registrations': 'maxAttendees',
  EVENT_IN_BLACKOUT: 'start_time',
  EVENT_OVER: 'start_time',
  EVENT_TOO_FAR_AHEAD: 'start_time',
  EVENT_TOO_SOON: 'start_time',
  EVENT_TYPE_NOT_ALLOWED: 'type',
  INDIVIDUAL_HOSTING_OFF: 'host',
  ORG_INACTIVE: 'host',
  ORG_PENDING_APPROVAL: 'host',
  reservation_conflict: 'classroom_id',
  ROOM_TOO_SMALL: 'classroom_id',
}

/** The name of a control from the name of a request's field. */
const controlOf = (field: string): string => {
  const [first = '', ...rest] = field.split('.')
  if (first === 'customFields') return ownName(rest.join('.'))
  if (first === 'recurrence') return rest[0] === 'count' ? 'count' : 'frequency'
  return first
}

const isDraft = (input: { readonly do: string }): boolean => input.do === 'draft' || input.do === 'form'

/** Required fields without a value. A draft may lack all of them; a room takes the place of a location. */
const blankNames = (input: FormInput & { readonly do: string }): string[] => {
  const isBlank = (name: string): boolean => (input[name]?.trim() ?? '') === ''
  const always = ['name', 'start_time']
  const place = isBlank('classroom_id') ? ['location'] : []
  const names = input.do === 'save' ? always : [...always, ...place, 'expectedAttendance']
  return isDraft(input) ? [] : names.filter(isBlank)
}

/** A refusal at the controls of the form, in words for people, together with blank fields and other mistakes. */
const atControls = (
  { refusal, original }: { readonly refusal: Refusal; readonly original: Refusal },
  blank: readonly string[],
  mistakes: Refusal['details'],
): Refusal => {
  const { field, details } = refusal
  const known = field ?? fieldsByCode[original.code ?? original.message]
  const required = { message: t('Please fill this in') }
  return {
    ...refusal,
    field: known && controlOf(known),
    details: [
      ...blank.map((name) => ({ field: name, ...required })),
      ...mistakes.filter(({ field: name }) => !blank.includes(name)),
      ...details.map((detail) => ({
        ...detail,
        field: controlOf(detail.field),
        ...(detail.message === `${detail.field} is required` ? required : {}),
      })),
    ],
  }
}

/** Whether only members of the host may see an event that a person hosts. */
const isForMembersOfNoClub = ({ host, visibility }: FormInput, event: EventPage | undefined): boolean =>
  visibility === 'members_only' && (event ? event.hostingType !== 'Org' : host === 'me')

type Planned = FormInput & {
  readonly do: string
  readonly event?: string | undefined
  readonly host?: string | undefined
}

/**
 * Shows who will be asked, keeps a draft, submits, or saves; what was refused comes back as it was filled. A save that
 * another one overtook is merged with it and tried once more.
 */
const submitForm = async (
  entered: Planned,
  context: PageContext,
  isRepeated = false,
): ReturnType<typeof refusedPage> => {
  const found = await find({ event: entered.event, org: hostOrgId(entered) ?? undefined }, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const { choices, event } = found
  const merged = event ? mergedForm(entered, event, choices.own) : { input: entered, overtaken: [] }
  const input = withEnd(merged.input)
  const blank = blankNames(input)
  const refused = async (original: Refusal) => {
    if (isOfPage(original)) return refusedPage(context, original)
    const refusal = await inFormWords(original, { event, zone: choices.zone, input }, context)
    const shown = atControls({ refusal, original }, blank, mistakesIn(input))
    return eventFormPage(found, { values: input, refusal: shown }, context)
  }
  if (event && merged.overtaken.length > 0)
    return refused(overtakenRefusal(merged.overtaken, valuesOf(event), choices))
  if (isDeadlineOver(input)) return refused(refusalOf(400, {}))
  const isUnconfirmed =
    input.do === 'submit' && input.past !== 'yes' && isPast(input, choices.zone, context.now())
  const isUnseen = isUnconfirmed || isChangedSincePreview(input, choices)
  if (input.do === 'save' && blank.length > 0) return refused(refusalOf(400, {}))
  if (isForMembersOfNoClub(input, event))
    return refused(
      refusalOf(400, { field: 'visibility', message: t('Choose a club, or let everybody see the event.') }),
    )
  if (input.do === 'ask' || isUnseen || blank.length > 0) {
    const [result, reader] = await Promise.all([
      call(context, 'planning', 'previewApprovals', {
        ...newEvent(input, choices.own),
        ...(event ? hostAndZoneOf(event) : {}),
        checkSubmission: true,
      }),
      input.host === 'me' ? identifyReader(context) : undefined,
    ])
    if (!result.ok) return refused(result.refusal)
    const readerName = reader?.ok ? reader.value.user?.name : undefined
    return eventFormPage(found, { values: input }, context, { preview: result.value, readerName })
  }
  const refusedSave = (refusal: Refusal) =>
    refusal.code === 'EVENT_OVERTAKEN' && !isRepeated ? submitForm(entered, context, true) : refused(refusal)
  // A draft that somebody else submitted meanwhile is saved as the event that it is now.
  const asEvent = event !== undefined && (input.do === 'save' || !isUnsubmitted(event))
  const checked = asEvent ? await savingRisks(input, event, choices, context) : { risks: [] }
  if ('refusal' in checked) return refusedSave(checked.refusal)
  const { risks } = checked
  if (risks.length > 0) return eventFormPage(found, { values: input }, context, { risks })
  const saved = await kept(input, found, isDraft(input), context)
  if ('refusal' in saved) return refusedSave(saved.refusal)
  const { _id: eventId } = saved.event
  const path = `/event/${eventId}/dashboard`
  if (input.do === 'form' && !asEvent && choices.formsPath && (event || input.host !== 'me'))
    return redirectTo(`${choices.formsPath}&id=new&event=${eventId}`, 'saved-for-form')
  if (input.do !== 'submit') return redirectTo(path, saved.done)
  if (!event) return redirectTo(path, submittedMessage(saved.event))
  const result = await call(context, 'planning', 'publishEvent', { eventId })
  return result.ok ? redirectTo(path, submittedMessage(result.value.event)) : refused(result.refusal)
}

export const submitEventForm = (entered: Planned, context: PageContext) => submitForm(entered, context)
