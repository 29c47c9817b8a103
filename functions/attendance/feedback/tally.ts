import * as z from 'zod/mini'
import type { NoticeWorld } from '../../../lib/consumer.ts'
import { entity } from '../../../lib/table/entity.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, update } from '../../../lib/table/write.ts'
import { type Form, type FormResponse, formResponse, formVersion } from '../../forms/index.ts'

const OptionCount = z.object({ option: z.string(), count: z.number() })
const QuestionCount = z.object({ questionId: z.string(), total: z.number(), options: z.array(OptionCount) })
type QuestionCount = z.infer<typeof QuestionCount>

/** How often the questions of an event's feedback were answered, and their options chosen. Follows from the responses. */
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

const withOptions = (options: QuestionCount['options'], chosen: readonly string[]) => {
  const counts = new Map(options.map(({ option, count }) => [option, count]))
  for (const option of chosen) counts.set(option, (counts.get(option) ?? 0) + 1)
  return [...counts].map(([option, count]) => ({ option, count }))
}

type Asked = Pick<Form, 'questions'>

const isChoice = (type: string): boolean => type !== 'short' && type !== 'long'

const counted = (before: readonly QuestionCount[], { questions }: Asked, { answers }: FormResponse) => {
  const all = new Map(before.map((one) => [one.questionId, one]))
  for (const [at, { _id: questionId, type }] of questions.entries()) {
    const answer = answers[at] ?? null
    if (answer === null) continue
    const { total, options } = all.get(questionId) ?? { total: 0, options: [] }
    const chosen = isChoice(type) ? [answer].flat() : []
    all.set(questionId, { questionId, total: total + 1, options: withOptions(options, chosen) })
  }
  return [...all.values()]
}

/** Counts one response to the feedback form of an event, once, however often it is told of. */
export const countFeedback = async (response: FormResponse, { table }: NoticeWorld): Promise<void> => {
  const { formId, id, contentVersion, eventId, purpose } = response
  if (purpose !== 'feedback' || eventId === undefined) return
  const asked = await table.get(formVersion, { formId, contentVersion })
  if (!asked) return
  const mark = update(
    formResponse,
    { formId, id },
    { set: { counted: true } },
    { exists: true, without: ['counted'] },
  )
  await table.retryOnConflict(async () => {
    const before = await table.get(feedbackTally, { eventId }, { strong: true })
    const { responses = 0, questions = [], version = 0 } = before ?? {}
    const after = {
      eventId,
      responses: responses + 1,
      questions: counted(questions, asked, response),
      version: version + 1,
    }
    const written = await table.write([
      mark,
      put(feedbackTally, after, before ? { equals: { version } } : { absent: true }),
    ])
    if (written.ok || written.failed.includes(0)) return true
    return lost
  })
}

/** By question, in the order of the form: its options, and how often each was chosen. */
export const aggregatedOf = ({ questions }: Asked, tally: FeedbackTally | undefined) =>
  Object.fromEntries(
    questions.map(({ _id, question, options }) => {
      const own = tally?.questions.find(({ questionId }) => questionId === _id)
      const counts = new Map((own?.options ?? []).map(({ option, count }) => [option, count]))
      const all = [...new Set([...options, ...counts.keys()])]
      const numbers = Object.fromEntries(all.map((option) => [option, counts.get(option) ?? 0]))
      return [_id, { question, options: all, counts: numbers, total: own?.total ?? 0 }]
    }),
  )
