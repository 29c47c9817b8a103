import { questionTypes } from '../../form-records/contract.ts'
import type { Answer, Refusal } from '../call.ts'
import { type Choice, checkbox, type Filled, field, hidden, select, textArea } from '../layout/forms.ts'
import { collapsible, type Html, html } from '../layout/page.ts'
import { msg, t } from '../locale.ts'

type Question = Answer<'forms', 'getForm'>['form']['questions'][number]

/** Empty questions below those that a form has, folded. Saving the form shows as many again. */
const freeQuestions = 3
/** Questions that one page edits. */
const maxQuestions = 100

const typeNames: Readonly<Record<(typeof questionTypes)[number], string>> = {
  short: msg('One line of text'),
  long: msg('Several lines of text'),
  multiple_choice: msg('One of several options'),
  select_multiple: msg('One or more of several options'),
  rating_scale: msg('Rating'),
}
const types = (): Choice[] => questionTypes.map((name) => [name, t(typeNames[name])])

const nameOf = (at: number, part: string): string => `q${at}-${part}`

/** The values that the fields show for questions that exist. */
export const builderValues = (questions: readonly Question[]): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question, at): (readonly [string, string])[] => [
      [nameOf(at, 'id'), question._id],
      [nameOf(at, 'text'), question.question],
      [nameOf(at, 'type'), question.type],
      [nameOf(at, 'options'), question.options.join('\n')],
      ...(question.required ? [[nameOf(at, 'required'), 'yes'] as const] : []),
      ...(question.sensitive ? [[nameOf(at, 'sensitive'), 'yes'] as const] : []),
    ]),
  )

const filledCount = (values: Filled['values']): number =>
  Object.keys(values).reduce((most, name) => {
    const [, at] = /^q(\d{1,3})-text$/.exec(name) ?? []
    return at !== undefined && values[name]?.trim() ? Math.max(most, Number(at) + 1) : most
  }, 0)

const questionGroup = (filled: Filled, at: number, isNew: boolean): Html => {
  const id = nameOf(at, 'id')
  const text = field(filled, {
    name: nameOf(at, 'text'),
    label: t('Question'),
    longest: 500,
    isRequired: false,
  })
  const options = textArea(filled, {
    name: nameOf(at, 'options'),
    label: t('Options of a choice question'),
    isRequired: false,
    hint: t('1 to 50 options, one in each line.'),
  })
  const required = checkbox(filled, nameOf(at, 'required'), t('An answer is required'))
  const sensitive = checkbox(
    filled,
    nameOf(at, 'sensitive'),
    t('Sensitive, such as health or diet: answers are erased after 90 days'),
  )
  return html`<fieldset class="card"><legend>${t('Question {number, number}', { number: at + 1 })}</legend>${hidden(id, filled.values[id] ?? '')}${text}${select(filled, nameOf(at, 'type'), t('Answer'), types())}<div class="options">${options}</div>${required}${sensitive}${isNew ? '' : checkbox(filled, nameOf(at, 'remove'), t('Remove this question when saving'))}</fieldset>`
}

/** Fields for every question, and folded empty ones for more. A question without text is left out. */
export const builderFields = (filled: Filled): Html => {
  const known = filledCount(filled.values)
  const count = Math.min(maxQuestions, known + freeQuestions)
  const open = Math.max(1, known)
  return html`${Array.from({ length: open }, (_, at) => questionGroup(filled, at, at >= known))}${Array.from({ length: count - open }, (_, at) => collapsible(t('Add question {number, number}', { number: open + at + 1 }), questionGroup(filled, open + at, true)))}${known > 0 ? html`<p class="soft">${t('Save to add more questions than these.')}</p>` : ''}`
}

/** The places of the questions that have a text and are not to be removed. */
const placesOf = (values: Filled['values']): number[] =>
  Array.from({ length: Math.min(maxQuestions, filledCount(values)) }, (_, at) => at).filter(
    (at) => (values[nameOf(at, 'text')]?.trim() ?? '') !== '' && values[nameOf(at, 'remove')] !== 'yes',
  )

/** A refusal that names the fields of a form, at the fields of the page. */
export const atQuestionFields = (refusal: Refusal, values: Filled['values']): Refusal => {
  const places = placesOf(values)
  const details = refusal.details.map(({ field: name, message }) => {
    if (/^(?:form|memberForm)\.questions$/.test(name) && places.length === 0)
      return { field: nameOf(0, 'text'), message: t('Add at least one question.') }
    const [, at = '', part = ''] = /^(?:form|memberForm)\.questions\.(\d+)\.(\w+)/.exec(name) ?? []
    const place = places[Number(at)]
    if (at === '' || place === undefined)
      return { field: name.replace(/^(?:form|memberForm)\./, ''), message }
    return { field: nameOf(place, part === 'question' ? 'text' : part), message }
  })
  return { ...refusal, details }
}

/** The names of the fields that show an error; the first question is there in any case. */
export const builderNames = (values: Filled['values']): string[] =>
  [...new Set([0, ...placesOf(values)])].flatMap((at) =>
    ['text', 'type', 'options'].map((part) => nameOf(at, part)),
  )

/** The questions of a form that was sent, in their order. */
export const questionsSent = (values: Filled['values']) =>
  placesOf(values).map((at) => {
    const text = values[nameOf(at, 'text')]?.trim() ?? ''
    const type = questionTypes.find((name) => name === values[nameOf(at, 'type')]) ?? 'short'
    const isChoice = type !== 'short' && type !== 'long'
    const options = (values[nameOf(at, 'options')] ?? '').split('\n').map((option) => option.trim())
    return {
      _id: values[nameOf(at, 'id')] || undefined,
      type,
      question: text,
      required: values[nameOf(at, 'required')] === 'yes',
      options: isChoice ? options.filter((option) => option !== '') : [],
      sensitive: values[nameOf(at, 'sensitive')] === 'yes',
    }
  })
