import { dayMs } from '../../lib/contract/time.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, update, type Write } from '../../lib/table/write.ts'
import type { Question } from './contract.ts'
import { type FormResponse, form, formResponse, formVersion, listResponsesOf } from './repository.ts'

/** When answers to a sensitive question are erased, from the end of the event or the submission (ISO 8601). */
export const sensitiveUntil = (moment: string): string =>
  new Date(Date.parse(moment) + 90 * dayMs).toISOString()

/** The response without its answers and its submitter. It still counts as a response. */
const withoutPerson = (response: FormResponse, erasedAt: string): FormResponse => {
  const { person, submittedBy, globalSubmittedBy, guestName, guestEmail, ...rest } = response
  return { ...rest, answers: response.answers.map(() => null), erasedAt }
}

/** The put must not undo the mark that feedback was counted. */
const erasureOf = (response: FormResponse, erasedAt: string): Write =>
  put(
    formResponse,
    withoutPerson(response, erasedAt),
    response.counted ? { exists: true, with: ['counted'] } : { exists: true, without: ['counted'] },
  )

/** Responses of one erased page. Each is a write of its own, since a removed one must not stop the others. */
const pageSize = 50

/**
 * Erases one page of a person's responses sent before `until` (ISO 8601): answers, name and ids. Returns whether there
 * may be more. Erased responses leave the list, so every page is the first.
 */
export const eraseResponsesOf = async (table: Table, person: string, until: string): Promise<boolean> => {
  const page = await listResponsesOf(table, person, { limit: pageSize, to: until })
  await Promise.all(page.items.map((response) => table.write([erasureOf(response, until)])))
  return page.cursor !== undefined
}

type AnsweredForm = Pick<FormResponse, 'formId' | 'contentVersion'>
const versionIdOf = ({ formId, contentVersion }: AnsweredForm): string => `${formId}#${contentVersion}`

/** Reads the questions that responses answer, by `versionIdOf`. Missing versions are left out. */
const versionsOf = async (table: Table, responses: readonly AnsweredForm[]) => {
  const found =
    responses.length === 0 ? [] : await table.batchGet(responses.map((one) => key(formVersion, one)))
  return new Map(found.flatMap((version) => (version ? [[versionIdOf(version), version] as const] : [])))
}

/** Responses as their submitter may read them: each answer with its question. */
export const readableResponses = async (table: Table, responses: readonly FormResponse[]) => {
  const versions = await versionsOf(table, responses)
  return responses.map((response) => {
    const { formId, id, eventId, purpose, submittedAt, answers } = response
    const version = versions.get(versionIdOf(response))
    return {
      id,
      formId,
      title: version?.title,
      eventId,
      purpose,
      submittedAt,
      answers: answers.map((answer, at) => ({ question: version?.questions[at]?.question, answer })),
    }
  })
}

const sensitiveIds = (questions: readonly Question[] = []): string[] =>
  questions.flatMap(({ _id, sensitive }) => (sensitive ? [_id] : []))

/**
 * The writes that erase the answers to sensitive questions: those that were sensitive when they were answered, or are
 * now. At most 50 responses.
 */
export const sensitiveErasures = async (
  table: Table,
  responses: readonly FormResponse[],
): Promise<readonly Write[]> => {
  const formIds = [...new Set(responses.map(({ formId }) => formId))]
  const [forms, versions] = await Promise.all([
    formIds.length === 0 ? [] : table.batchGet(formIds.map((formId) => key(form, { formId }))),
    versionsOf(table, responses),
  ])
  const current = new Map(forms.flatMap((one) => (one ? [[one.formId, one.questions] as const] : [])))
  return responses.flatMap((response) => {
    const { formId, id } = response
    const questions = versions.get(versionIdOf(response))?.questions
    const erased = new Set([...sensitiveIds(questions), ...sensitiveIds(current.get(formId))])
    // Without its questions nothing says which answers are sensitive.
    const answers = response.answers.map((answer, at) =>
      questions === undefined || erased.has(questions[at]?._id ?? '') ? null : answer,
    )
    if (answers.every((answer, at) => answer === response.answers[at])) return []
    return [
      update(formResponse, { formId, id }, { set: { answers } }, { exists: true, without: ['erasedAt'] }),
    ]
  })
}

/** Whether a question of the form became sensitive. */
export const hasNewSensitive = (before: readonly Question[], after: readonly Question[]): boolean => {
  const known = new Set(sensitiveIds(before))
  return sensitiveIds(after).some((id) => !known.has(id))
}
