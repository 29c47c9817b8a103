import type { Context } from '../../lib/context.ts'
import { fail, failureText, withText } from '../../lib/contract/failure.ts'
import { englishText, type PreparedText } from '../../lib/contract/text/prepared.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import {
  AnswersTooLarge,
  type AnswerValue,
  InvalidAnswers,
  type NamedAnswers,
  type OrderedAnswers,
  type Question,
} from './contract.ts'
import type { Form, FormResponse } from './repository.ts'

/** The problem with the answer to one question. */
type AnswerProblem = { readonly questionId: string; readonly text: PreparedText }

type SubmittedAnswer = OrderedAnswers[number]
type ValidatedAnswers = {
  readonly answers: readonly AnswerValue[]
  readonly problems: readonly AnswerProblem[]
}

const maxShort = 1000
const maxLong = 10_000
const maxBytes = 100 * 1024

const isBlank = (sent: SubmittedAnswer): boolean =>
  sent === undefined || sent === null || (typeof sent === 'string' ? sent.trim() === '' : sent.length === 0)

const problemOfText = (sent: SubmittedAnswer, maxLength: number): PreparedText | undefined => {
  if (typeof sent !== 'string') return failureText('Send text')
  return sent.length > maxLength ? failureText('At most {most} characters', { most: maxLength }) : undefined
}

const problemOfChoices = (sent: SubmittedAnswer, options: readonly string[]): PreparedText | undefined => {
  if (!Array.isArray(sent)) return failureText('Expected a list of options')
  if (new Set(sent).size !== sent.length) return failureText('Choose each option only once')
  return sent.every((choice) => options.includes(choice)) ? undefined : failureText('Not one of the options')
}

/** The only place that validates texts, scale numbers and choices. */
const problemOf = (
  { type, question, required, options }: Question,
  sent: SubmittedAnswer,
): PreparedText | undefined => {
  if (isBlank(sent))
    return required
      ? failureText('Missing answer for required question: {question}', { question })
      : undefined
  if (type === 'short') return problemOfText(sent, maxShort)
  if (type === 'long') return problemOfText(sent, maxLong)
  if (type === 'select_multiple') return problemOfChoices(sent, options)
  return typeof sent === 'string' && options.includes(sent)
    ? undefined
    : failureText('Not one of the options')
}

const validateEach = (
  questions: readonly Question[],
  answerAt: (at: number) => SubmittedAnswer,
): ValidatedAnswers => {
  const problems: AnswerProblem[] = []
  const answers = questions.map((question, at) => {
    const sent = answerAt(at)
    const text = problemOf(question, sent)
    if (text !== undefined) problems.push({ questionId: question._id, text })
    return sent === undefined || isBlank(sent) ? null : sent
  })
  return { answers, problems }
}

/** Validates answers with question ids. An unknown or repeated id is a problem. */
export const validateNamedAnswers = (
  questions: readonly Question[],
  sent: NamedAnswers,
): ValidatedAnswers => {
  const known = new Map(sent.map(({ referenceId, answer }) => [referenceId, answer]))
  const validated = validateEach(questions, (at) => known.get(questions[at]?._id ?? ''))
  const ids = new Set(questions.map(({ _id }) => _id))
  const seen = new Set<string>()
  const unmatched = sent.flatMap(({ referenceId }) => {
    const text = seen.has(referenceId)
      ? failureText('Answer each question only once')
      : failureText('This form has no such question')
    const wrong = seen.has(referenceId) || !ids.has(referenceId)
    seen.add(referenceId)
    return wrong ? [{ questionId: referenceId, text }] : []
  })
  return { answers: validated.answers, problems: [...unmatched, ...validated.problems] }
}

/** Validates answers in the order of the questions, exactly one for each. */
export const validateOrderedAnswers = (
  questions: readonly Question[],
  sent: OrderedAnswers,
): ValidatedAnswers => {
  const validated = validateEach(questions, (at) => sent[at])
  if (sent.length === questions.length) return validated
  const text = failureText('Expected {count} answers in the order of the questions', {
    count: questions.length,
  })
  return { answers: validated.answers, problems: [{ questionId: '', text }, ...validated.problems] }
}

/**
 * Returns the answers in stored form, in the order of the questions. Fails with 400 and every problem in `errors`
 * (rules/forms 10), and for more than 100 kB (rules/forms 11).
 */
export const requireAnswers = ({ answers, problems }: ValidatedAnswers): readonly AnswerValue[] => {
  const missing = problems.find(({ text }) => text.values?.question !== undefined)
  const errors = problems.map(({ questionId, text }) => ({ questionId, message: englishText(text) }))
  if (problems.length > 0)
    fail(missing ? withText(InvalidAnswers, missing.text) : InvalidAnswers, { data: { errors } })
  return Buffer.byteLength(JSON.stringify(answers)) > maxBytes ? fail(AnswersTooLarge) : answers
}

/** The submitter of a response, as far as known. */
export type Submitter = Pick<FormResponse, 'submittedBy' | 'globalSubmittedBy' | 'guestName' | 'guestEmail'>

/** The mark under which a person's response to a form is found. */
export const submitterMarkOf = (caller: Caller | undefined): string | undefined => {
  if (caller?.tenantUserId) return `u-${caller.tenantUserId}`
  return caller?.globalUserId === undefined ? undefined : `g-${caller.globalUserId}`
}

const personFields = ({ submittedBy, globalSubmittedBy }: Submitter): Pick<FormResponse, 'person'> => {
  if (submittedBy !== undefined) return { person: `u-${submittedBy}` }
  return globalSubmittedBy === undefined ? {} : { person: `g-${globalSubmittedBy}` }
}

/** A response to the current version of the form. `answers` must be validated. */
export const newResponse = (
  { now, newId }: Pick<Context, 'now' | 'newId'>,
  { formId, contentVersion, questions }: Form,
  answers: readonly AnswerValue[],
  submitter: Submitter & Pick<FormResponse, 'eventId' | 'purpose'>,
): FormResponse => ({
  ...submitter,
  formId,
  contentVersion,
  ...personFields(submitter),
  ...(questions.some(({ sensitive }) => sensitive) ? { sensitive: true } : {}),
  id: newId(),
  answers: [...answers],
  submittedAt: now().toISOString(),
})
