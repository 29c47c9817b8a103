import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import {
  type Form,
  findForm,
  newResponse,
  requireAnswers,
  responseRemoval,
  responseWrites,
  validateOrderedAnswers,
} from '../../answers/index.ts'
import {
  type Attendee,
  type EventCard,
  eventBody,
  findEventsNow,
  firstEvents,
  hostEvents,
  longestMs,
} from '../../events/index.ts'
import type { AttendeeKey } from '../person.ts'
import type { SeatContext } from '../seats/snapshot.ts'

type SubmittedAnswers = Parameters<typeof validateOrderedAnswers>[1]

/** The form to answer for a registration. A deleted form asks nothing. */
export const formOf = async (table: Table, { registrationFormId }: EventCard): Promise<Form | undefined> =>
  registrationFormId === undefined ? undefined : findForm(table, registrationFormId)

/** The fields of a registration that lead to its answers, and the writes that go with it. */
export type FormAnswers = {
  readonly fields: Pick<Attendee, 'formId' | 'formResponseId'>
  readonly writes: readonly Write[]
}

export const noAnswers: FormAnswers = { fields: {}, writes: [] }

/** Removes the answers of a registration. */
export const answersRemoval = ({ formId, formResponseId: id }: Attendee): readonly Write[] =>
  formId === undefined || id === undefined ? [] : [responseRemoval({ formId, id })]

/**
 * Judges the answers to an event's form, in the order of its questions. A registered person may leave theirs as they
 * are. Fails with 400 `Invalid form answers`.
 */
export const judgeAnswers = (
  context: SeatContext,
  form: Form | undefined,
  sent: SubmittedAnswers | undefined,
  { eventId, kind, personId }: AttendeeKey & { readonly eventId: string },
  before: Attendee | undefined,
): FormAnswers => {
  if (!form || (before && sent === undefined)) return noAnswers
  const answers = requireAnswers(
    validateOrderedAnswers(form.questions, sent ?? form.questions.map(() => null)),
  )
  const submitter = kind === 'u' ? { submittedBy: personId } : { globalSubmittedBy: personId }
  const response = newResponse(context, form, answers, { ...submitter, eventId })
  return {
    fields: { formId: form.formId, formResponseId: response.id },
    writes: [...responseWrites(response, undefined, false), ...(before ? answersRemoval(before) : [])],
  }
}

/** Events of an organization that are looked at; nobody has that many ahead. */
const mostAhead = 500

/** `recent` are events that have begun to ask with it a moment ago, which lists may not show yet. */
type AskedWith = { readonly orgId: string; readonly formId: string; readonly recent?: readonly string[] }

/** Which of some events are not over, planned or open to people, and ask with a form, as they are now. */
const askingNow = async (
  table: Table,
  ids: readonly string[],
  { orgId, formId }: Pick<AskedWith, 'orgId' | 'formId'>,
  now: Date,
): Promise<EventCard | undefined> => {
  const events = await findEventsNow(table, ids)
  return events.find(
    ({ card, body }) =>
      card.hostingId === orgId &&
      card.shelf !== 'past' &&
      Date.parse(card.end_time) >= now.getTime() &&
      [card.registrationFormId, body.feedbackFormId].includes(formId),
  )?.card
}

/**
 * An event of an organization that is not over, planned or open to people, and asks with a form: who registers, or who was
 * there. Two round trips, and one more where a list says that there is one; what they cost follows from the events that are
 * ahead, not from those of former years.
 */
export const eventAskingWith = async (
  table: Table,
  { orgId, formId, recent = [] }: AskedWith,
  now: Date,
): Promise<Pick<EventCard, 'eventId' | 'name'> | undefined> => {
  const sources = [hostEvents(table, orgId, 'live'), hostEvents(table, orgId, 'work')]
  const from = new Date(now.getTime() - longestMs).toISOString()
  const [all, fresh] = await Promise.all([
    firstEvents(sources, { from, limit: mostAhead }),
    askingNow(table, recent, { orgId, formId }, now),
  ])
  if (fresh) return fresh
  const listed = all.filter(({ end_time }) => Date.parse(end_time) >= now.getTime())
  const bodies = await table.batchGet(listed.map(({ eventId }) => key(eventBody, { eventId })))
  const said = listed.filter((card, at) =>
    [card.registrationFormId, bodies[at]?.feedbackFormId].includes(formId),
  )
  return askingNow(
    table,
    said.map(({ eventId }) => eventId),
    { orgId, formId },
    now,
  )
}
