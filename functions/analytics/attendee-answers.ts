import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { attendeeIdOf } from '../attendance/index.ts'
import { type Attendee, type EventCard, eventBody } from '../events/index.ts'
import type { AnswerValue } from '../form-records/contract.ts'
import { type Form, findFeedbackRefs, findResponses, form, type ResponseRef } from '../form-records/index.ts'

/** One answer of an attendee. `column` is the same for everyone who answers the question. */
type AttendeeAnswer = { readonly column: string; readonly question: string; readonly answer: AnswerValue }

/** Answers of one person to the registration form and to the feedback form. */
export type AttendeeAnswers = Readonly<Record<FormRole, readonly AttendeeAnswer[]>>

const titles = { registration: 'Registration', feedback: 'Feedback' } as const
type FormRole = keyof typeof titles
const roles = ['registration', 'feedback'] as const

type EventForms = Readonly<Partial<Record<FormRole, Form>>>

/** Reads the two forms of an event, as far as it has them. */
export const findEventForms = async (table: Table, card: EventCard): Promise<EventForms> => {
  const { eventId, registrationFormId } = card
  const feedbackFormId = (await table.get(eventBody, { eventId }))?.feedbackFormId
  const ids = [registrationFormId, feedbackFormId].filter((formId) => formId != null)
  const found = await table.batchGet([...new Set(ids)].map((formId) => key(form, { formId })))
  const formOf = (id: string | null | undefined) => found.find((each) => each?.formId === id)
  const [registration, feedback] = [formOf(registrationFormId), formOf(feedbackFormId)]
  return { ...(registration ? { registration } : {}), ...(feedback ? { feedback } : {}) }
}

/** The most responses of one read. */
const mostRefs = 90

const inChunks = async <T, R>(
  all: readonly T[],
  read: (chunk: readonly T[]) => Promise<Iterable<R>>,
): Promise<readonly R[]> => {
  const count = Math.ceil(all.length / mostRefs)
  const chunks = Array.from({ length: count }, (_, at) => all.slice(at * mostRefs, (at + 1) * mostRefs))
  return (await Promise.all(chunks.map(read))).flatMap((part) => [...part])
}

const columnOf = (role: FormRole, formId: string, questionId: string): string =>
  `${role} ${formId} ${questionId}`

/**
 * Reads the answers of attendees, in their order. Erased answers are null, and people who have left have none
 * (rules/analytics 25).
 */
export const readAttendeeAnswers = async (
  table: Table,
  eventId: string,
  { feedback }: EventForms,
  rows: readonly Attendee[],
): Promise<readonly AttendeeAnswers[]> => {
  const present = rows.filter(({ left }) => !left)
  const marked =
    feedback === undefined
      ? []
      : await inChunks(present.map(attendeeIdOf), (people) =>
          findFeedbackRefs(table, feedback.formId, eventId, people),
        )
  const feedbackRefs = new Map(marked)
  const refsOf = (row: Attendee): Readonly<Partial<Record<FormRole, ResponseRef | undefined>>> =>
    row.left
      ? {}
      : {
          registration:
            row.formId && row.formResponseId ? { formId: row.formId, id: row.formResponseId } : undefined,
          feedback: feedbackRefs.get(attendeeIdOf(row)),
        }
  const refs = rows.map(refsOf)
  const allRefs = refs.flatMap((each) => roles.flatMap((role) => each[role] ?? []))
  const responses = new Map(await inChunks(allRefs, (chunk) => findResponses(table, chunk)))
  const answersOf = (role: FormRole, ref: ResponseRef | undefined): readonly AttendeeAnswer[] => {
    const response = ref && responses.get(ref.id)
    if (!response) return []
    return response.formSnapshot.questions.map(({ _id, question }, at) => ({
      column: columnOf(role, response.form, _id),
      question,
      answer: response.answers[at] ?? null,
    }))
  }
  return refs.map((each) => ({
    registration: answersOf('registration', each.registration),
    feedback: answersOf('feedback', each.feedback),
  }))
}

/** Columns of a table, by their keys: the present questions of both forms, then older questions with answers. */
export const answerColumns = (
  forms: EventForms,
  answers: readonly AttendeeAnswers[],
): ReadonlyMap<string, string> => {
  const columns = new Map<string, string>()
  const used = new Map<string, number>()
  const add = (role: FormRole, column: string, question: string) => {
    if (columns.has(column)) return
    const title = `${titles[role]}: ${question}`
    const times = (used.get(title) ?? 0) + 1
    used.set(title, times)
    columns.set(column, times === 1 ? title : `${title} (${times})`)
  }
  for (const role of roles)
    for (const { _id, question } of forms[role]?.questions ?? [])
      add(role, columnOf(role, forms[role]?.formId ?? '', _id), question)
  for (const each of answers)
    for (const role of roles)
      for (const { column, question, answer } of each[role]) if (answer !== null) add(role, column, question)
  return columns
}

/** Cells of a person by the key of the column. Several chosen options are joined by semicolons. */
export const answerCells = (answers: AttendeeAnswers): ReadonlyMap<string, string> =>
  new Map(
    roles.flatMap((role) =>
      answers[role].map(({ column, answer }) => [column, [answer ?? ''].flat().join('; ')] as const),
    ),
  )

/** The answers of a person as JSON. */
export const answersView = (answers: AttendeeAnswers) => {
  const viewOf = ({ question, answer }: AttendeeAnswer) => ({ question, answer })
  return { registration: answers.registration.map(viewOf), feedback: answers.feedback.map(viewOf) }
}
