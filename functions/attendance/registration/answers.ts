import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { Operation } from '../../../lib/operation.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import {
  type Attendee,
  attendee,
  type EventCard,
  eventBody,
  findCard,
  findEventsNow,
  firstEvents,
  hostEvents,
  isVisible,
  longestMs,
  viewerOf,
} from '../../events/index.ts'
import type { ResponseView } from '../../form-records/contract.ts'
import {
  type Form,
  findForm,
  findResponses,
  newResponse,
  registrationFormViewOf,
  requireAnswers,
  responseRemoval,
  responseWrites,
  validateOrderedAnswers,
} from '../../form-records/index.ts'
import { type AttendeeKey, attendeeKeysOf, rowKey } from '../attendee-key.ts'
import { EventNotFound, FormMissing } from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import type { SeatContext } from '../seats/snapshot.ts'

type Rows = (typeof contract)['rows']

type SubmittedAnswers = Parameters<typeof validateOrderedAnswers>[1]

/** The registration form of an event. A deleted form counts as none. */
export const formOf = async (table: Table, { registrationFormId }: EventCard): Promise<Form | undefined> =>
  registrationFormId === undefined ? undefined : findForm(table, registrationFormId)

/** The row fields that refer to the answers, and the writes that store them. */
export type FormAnswers = {
  readonly fields: Pick<Attendee, 'formId' | 'formResponseId'>
  readonly writes: readonly Write[]
}

export const noAnswers: FormAnswers = { fields: {}, writes: [] }

/** Removes the answers of a registration. */
export const answersRemoval = ({ formId, formResponseId: id }: Attendee): readonly Write[] =>
  formId === undefined || id === undefined ? [] : [responseRemoval({ formId, id })]

/**
 * Validates the answers to an event's form, in the order of its questions. A registered person may keep earlier
 * answers. Fails with 400 `Invalid form answers`.
 */
export const validateFormAnswers = (
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
  const response = newResponse(context, form, answers, { ...submitter, eventId, purpose: 'registration' })
  return {
    fields: { formId: form.formId, formResponseId: response.id },
    writes: [...responseWrites(response, undefined), ...(before ? answersRemoval(before) : [])],
  }
}

/** Limit of an organization's events to check; real numbers are far lower. */
const maxUpcoming = 500

/** `recent` are events that started to use the form a moment ago. Lists may lack them. */
type FormUseQuery = { readonly orgId: string; readonly formId: string; readonly recent?: readonly string[] }

/** Returns the events that use the form now and are planned or live, not over. */
const findCurrentUse = async (
  table: Table,
  ids: readonly string[],
  { orgId, formId }: Pick<FormUseQuery, 'orgId' | 'formId'>,
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
 * Finds an event of an organization that uses a form for registration or feedback and is planned or live, not over. Two
 * round trips, and one more when a list finds one. The cost depends on upcoming events, not on past years.
 */
export const findEventUsingForm = async (
  table: Table,
  { orgId, formId, recent = [] }: FormUseQuery,
  now: Date,
): Promise<Pick<EventCard, 'eventId' | 'name'> | undefined> => {
  const sources = [hostEvents(table, orgId, 'live'), hostEvents(table, orgId, 'work')]
  const from = new Date(now.getTime() - longestMs).toISOString()
  const [all, recentUse] = await Promise.all([
    firstEvents(sources, { from, limit: maxUpcoming }),
    findCurrentUse(table, recent, { orgId, formId }, now),
  ])
  if (recentUse) return recentUse
  const listed = all.filter(({ end_time }) => Date.parse(end_time) >= now.getTime())
  const bodies = await table.batchGet(listed.map(({ eventId }) => key(eventBody, { eventId })))
  const candidates = listed.filter((card, at) =>
    [card.registrationFormId, bodies[at]?.feedbackFormId].includes(formId),
  )
  return findCurrentUse(
    table,
    candidates.map(({ eventId }) => eventId),
    { orgId, formId },
    now,
  )
}

/** The caller's answers with their registration, if any. */
const findOwnResponse = async (
  eventId: string,
  { table, caller }: Pick<Context<'optional'>, 'table' | 'caller'>,
): Promise<ResponseView | undefined> => {
  if (caller === undefined) return undefined
  const refs = attendeeKeysOf(caller).map((person) => key(attendee, rowKey({ eventId }, person)))
  const row = (await table.batchGet(refs, { strong: true })).find((found) => found?.formResponseId)
  const { formId, formResponseId: id } = row ?? {}
  return formId === undefined || id === undefined
    ? undefined
    : (await findResponses(table, [{ formId, id }])).get(id)
}

/** Answers to the questions of a form now, which may have changed since. */
const currentAnswers = ({ questions }: Form, { formSnapshot, answers }: ResponseView) =>
  questions.map(({ _id: questionId }) => {
    const at = formSnapshot.questions.findIndex(({ _id }) => _id === questionId)
    return { questionId, answer: answers[at] ?? null }
  })

export const getRegistrationForm: Operation<Rows['getRegistrationForm']> = async ({ event_id }, context) => {
  const { table, caller } = context
  const card = (await findCard(table, event_id)) ?? fail(EventNotFound)
  const [viewer, found, own] = await Promise.all([
    viewerOf(context, [card]),
    formOf(table, card),
    findOwnResponse(event_id, context),
  ])
  if (!isVisible(card, viewer)) return fail(EventNotFound)
  const form = found ?? fail(FormMissing)
  return {
    form: registrationFormViewOf(form, caller !== undefined),
    ...(own?.form === form.formId ? { answers: currentAnswers(form, own) } : {}),
  }
}
