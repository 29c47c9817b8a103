import * as z from 'zod/mini'
import type { ChangeContext } from '../../lib/consumer.ts'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { Operation } from '../../lib/operation.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { entity } from '../../lib/table/entity.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { replace, update, type Write } from '../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard, eventBody, requireCardOf } from '../events/index.ts'
import {
  eventMark,
  type Form,
  type FormResponse,
  findForm,
  formResponse,
  formVersion,
  joinResponses,
  listFeedback,
  responseViewOf,
} from '../form-records/index.ts'
import { type AttendeeKey, attendeeIdOf, attendeeKeysOf } from './attendee-key.ts'
import {
  AuthRequired,
  EventNotLinked,
  FeedbackNotOpen,
  NotAttended,
  NotRegistered,
} from './contract/failures.ts'
import type { contract } from './contract.ts'
import { hasEnded, refuseClosed } from './registration/admission.ts'
import { answersRemoval } from './registration/answers.ts'
import { readCurrentRow, readRegistration } from './registration/registration-row.ts'

type Rows = (typeof contract)['rows']

const OptionCount = z.object({ option: z.string(), count: z.number() })
const QuestionCount = z.object({ questionId: z.string(), total: z.number(), options: z.array(OptionCount) })
type QuestionCount = z.infer<typeof QuestionCount>

/** Counts of answers and chosen options in an event's feedback, derived from responses. */
export const FeedbackTally = z.object({
  eventId: z.string(),
  responses: z.number(),
  questions: z.array(QuestionCount),
  version: z.number(),
})
export type FeedbackTally = z.infer<typeof FeedbackTally>
export const feedbackTally = entity('FeedbackTally', FeedbackTally, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'FEEDBACK',
})

export const findTally = (table: Table, eventId: string) => table.get(feedbackTally, { eventId })

const addOptions = (options: QuestionCount['options'], chosen: readonly string[]) => {
  const counts = new Map(options.map(({ option, count }) => [option, count]))
  for (const option of chosen) counts.set(option, (counts.get(option) ?? 0) + 1)
  return [...counts].map(([option, count]) => ({ option, count }))
}

type WithQuestions = Pick<Form, 'questions'>

const isChoice = (type: string): boolean => type !== 'short' && type !== 'long'

const addResponse = (
  before: readonly QuestionCount[],
  { questions }: WithQuestions,
  { answers }: FormResponse,
) => {
  const all = new Map(before.map((one) => [one.questionId, one]))
  for (const [at, { _id: questionId, type }] of questions.entries()) {
    const answer = answers[at] ?? null
    if (answer === null) continue
    const { total, options } = all.get(questionId) ?? { total: 0, options: [] }
    const chosen = isChoice(type) ? [answer].flat() : []
    all.set(questionId, { questionId, total: total + 1, options: addOptions(options, chosen) })
  }
  return [...all.values()]
}

/** Counts one response to an event's feedback form, exactly once for any number of deliveries. */
export const countFeedback = async (response: FormResponse, { table }: ChangeContext): Promise<void> => {
  const { formId, id, contentVersion, eventId, purpose } = response
  if (purpose !== 'feedback' || eventId === undefined) return
  const answeredVersion = await table.get(formVersion, { formId, contentVersion })
  if (!answeredVersion) return
  const mark = update(
    formResponse,
    { formId, id },
    { set: { counted: true } },
    { exists: true, without: ['counted'] },
  )
  await table.retryOnConflict(async () => {
    const before = await table.get(feedbackTally, { eventId }, { strong: true })
    const { responses = 0, questions = [] } = before ?? {}
    const after = {
      eventId,
      responses: responses + 1,
      questions: addResponse(questions, answeredVersion, response),
    }
    const written = await table.write([mark, replace(feedbackTally, before, after)])
    if (written.ok || written.failed.includes(0)) return true
    return conflicted
  })
}

/** Returns the options of each question with their counts, in the form's order. */
const aggregatedOf = ({ questions }: WithQuestions, tally: FeedbackTally | undefined) =>
  Object.fromEntries(
    questions.map(({ _id, question, options }) => {
      const own = tally?.questions.find(({ questionId }) => questionId === _id)
      const counts = new Map((own?.options ?? []).map(({ option, count }) => [option, count]))
      const all = [...new Set([...options, ...counts.keys()])]
      const numbers = Object.fromEntries(all.map((option) => [option, counts.get(option) ?? 0]))
      return [_id, { question, options: all, counts: numbers, total: own?.total ?? 0 }]
    }),
  )

const hasAttended = (
  { checkedInCount, correctedCount = 0 }: EventCard,
  row: Attendee | undefined,
): boolean => {
  if (row?.status !== 'attending') return false
  // A correction after the end wins over scans.
  if (row.correction) return row.checkedIn
  // Without any check-in, attendance is unknown.
  return (checkedInCount === 0 && correctedCount === 0) || row.checkedIn || row.scans?.first !== undefined
}

const requireFeedback = (card: EventCard, row: Attendee | undefined, now: Date): void => {
  if (card.status !== 'completed' && !hasEnded(card, now)) fail(FeedbackNotOpen)
  if (!hasAttended(card, row)) fail(NotAttended)
}

/** Links a registration to these answers and replaces earlier ones. */
const linkRegistration =
  (row: Attendee): EventLink['writesFor'] =>
  ({ formId, id: formResponseId }: FormResponse): readonly Write[] => [
    update(attendee, row, { set: { formId, formResponseId }, add: { version: 1 } }, unchanged(row)),
    ...answersRemoval(row),
  ]

const markOf = (eventId: string, [person]: readonly AttendeeKey[]): string =>
  eventMark(eventId, person ? attendeeIdOf(person) : '')

/** The effect of a form response on its event. */
type EventLink = {
  readonly purpose: NonNullable<FormResponse['purpose']>
  /** The mark that allows a person one response. */
  readonly mark: string
  /** Writes for the transaction of the response. */
  writesFor(response: FormResponse): readonly Write[]
}

/**
 * Links a form response to an event that uses the form. Registration answers need a registered person while
 * registration is open. Feedback needs an attendee after the end.
 */
export const linkToEvent = async (
  context: Context<'optional'>,
  { formId }: Pick<Form, 'formId'>,
  eventId: string,
): Promise<EventLink> => {
  const { table, caller, now } = context
  if (!caller) return fail(AuthRequired)
  const names = attendeeKeysOf(caller)
  const [{ card }, body] = await Promise.all([
    readRegistration(table, eventId, names),
    table.get(eventBody, { eventId }),
  ])
  const row = await readCurrentRow(table, card, names)
  const mark = markOf(eventId, names)
  if (card.registrationFormId === formId) {
    if (!row) return fail(NotRegistered)
    refuseClosed(card, now())
    return { purpose: 'registration', mark, writesFor: linkRegistration(row) }
  }
  if (body?.feedbackFormId !== formId) return fail(EventNotLinked)
  requireFeedback(card, row, now())
  return { purpose: 'feedback', mark, writesFor: () => [] }
}

const maxResponses = 50

/** Lists one page of feedback, newest first, with option counts over all responses. */
export const listFeedbackResponses: Operation<Rows['listFeedbackResponses']> = async (
  { orgId, eventId, ...query },
  { table },
) => {
  await requireCardOf(table, orgId, eventId)
  const numbered = pageOf(query)
  const [body, tally, page] = await Promise.all([
    table.get(eventBody, { eventId }),
    findTally(table, eventId),
    listFeedback(table, eventId, { ...numbered, limit: Math.min(maxResponses, numbered.limit) }),
  ])
  const formId = body?.feedbackFormId ?? page.items[0]?.formId
  const form = formId === undefined ? undefined : await findForm(table, formId)
  const own = page.items.filter((response) => response.formId === formId)
  if (!form)
    return { responses: [], aggregated: {}, responseCount: tally?.responses ?? 0, feedbackFormId: null }
  const { versions, people } = await joinResponses(table, own, form)
  return {
    responses: own.map((response) =>
      responseViewOf(
        response,
        versions.get(response.contentVersion) ?? form,
        people.get(response.submittedBy ?? ''),
      ),
    ),
    aggregated: aggregatedOf(form, tally),
    responseCount: tally?.responses ?? 0,
    feedbackFormId: form.formId,
    nextCursor: page.cursor,
  }
}
