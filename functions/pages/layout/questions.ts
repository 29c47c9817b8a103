import type { Question } from '../../form-records/contract.ts'
import { type Refusal, refusalOf } from '../call.ts'
import { msg, t } from '../locale.ts'
import { type Filled, fieldFrame, wrongIn } from './forms.ts'
import { type Html, html, raw } from './html.ts'

type FormQuestion = Pick<Question, '_id' | 'type' | 'question' | 'required' | 'options'>

/** A form that is sent carries answers by the number of their question. */
const nameOf = (at: number): string => `answer-${at}`

export const questionNames = (questions: readonly FormQuestion[]): string[] =>
  questions.map((_, at) => nameOf(at))

/** Identifies the questions that a form shows, so that answers are never stored under others. */
export const questionMark = (questions: readonly FormQuestion[]): string =>
  questions.map(({ _id }) => _id).join(' ')

/** The refusal of answers to questions that have changed since they were shown. */
export const questionsChanged = (): Refusal =>
  refusalOf(409, { message: t('The questions have changed. Answer them again.') })

/** Several chosen options travel as fields of their own, for a form without scripts joins none. */
const optionName = (at: number, option: number): string => `${nameOf(at)}-${option}`

const options = (
  { type, options: all }: FormQuestion,
  at: number,
  filled: Filled,
  required: boolean,
): Html => {
  const several = type === 'select_multiple'
  return html`${all.map((option, index) => {
    const name = several ? optionName(at, index) : nameOf(at)
    const isOn = filled.values[name] === option
    return html`<label class="pick"><input type="${several ? 'checkbox' : 'radio'}" name="${name}" value="${option}"${isOn ? raw(' checked') : ''}${required && !several ? raw(' required') : ''}><bdi>${option}</bdi></label>`
  })}`
}

const one = (question: FormQuestion, at: number, filled: Filled): Html => {
  const name = nameOf(at)
  const label = html`<bdi>${question.question}</bdi>${question.required ? '' : html` <span class="soft">${t('(optional)')}</span>`}`
  const kept = filled.values[name] ?? ''
  const required = question.required ? raw(' required') : ''
  if (question.type === 'short' || question.type === 'long')
    return fieldFrame(filled, { name, label }, (tied) =>
      question.type === 'short'
        ? html`<input id="${name}" name="${name}" value="${kept}" maxlength="1000" dir="auto"${required}${tied}>`
        : html`<textarea id="${name}" name="${name}" dir="auto"${required}${tied}>${kept}</textarea>`,
    )
  const wrong = wrongIn(filled, name)
  return html`<fieldset class="field"><legend>${label}</legend>${options(question, at, filled, question.required)}${wrong === undefined ? '' : html`<span class="wrong" id="${name}-wrong">${wrong}</span>`}</fieldset>`
}

/** The questions of a form as fields, with what was answered before and what was wrong with it. */
export const questionFields = (questions: readonly FormQuestion[], filled: Filled): Html =>
  html`${questions.map((question, at) => one(question, at, filled))}`

/** Answers as values of the fields, the reverse of `answersIn`. */
export const answerFields = (
  questions: readonly FormQuestion[],
  answers: readonly (string | readonly string[] | null)[],
): Filled['values'] =>
  Object.fromEntries(
    questions.flatMap(({ options: all }, at) => {
      const answer = answers[at] ?? null
      if (answer === null) return []
      if (typeof answer === 'string') return [[nameOf(at), answer]]
      return answer.map((option) => [optionName(at, all.indexOf(option)), option])
    }),
  )

/** The answers in the order of the questions: a text, several for several options, null for none. */
export const answersIn = (
  questions: readonly FormQuestion[],
  input: Filled['values'],
): (string | string[] | null)[] =>
  questions.map((question, at) => {
    if (question.type !== 'select_multiple') return input[nameOf(at)] || null
    const chosen = question.options.filter((_, index) => input[optionName(at, index)] !== undefined)
    return chosen.length > 0 ? chosen : null
  })

/** A refusal that names questions by their ids, with each message at its field. */
export const byQuestion = (refusal: Refusal, questions: readonly FormQuestion[]): Refusal => {
  const { errors = [] } = (refusal.data ?? {}) as {
    readonly errors?: readonly { readonly questionId: string; readonly message: string }[]
  }
  const details = errors.flatMap(({ questionId, message }) => {
    const at = questions.findIndex(({ _id }) => _id === questionId)
    const words = message.startsWith('Missing answer') ? msg('Please answer this') : message
    return at < 0 ? [] : [{ field: nameOf(at), message: words }]
  })
  return { ...refusal, details: [...refusal.details, ...details] }
}
