import { type CallResult, call, type PageContext } from '../call.ts'
import {
  atQuestionFields,
  builderFields,
  builderNames,
  builderValues,
  questionsSent,
} from '../form/builder.ts'
import { type Filled, field, hidden, refusedForm, textArea } from '../layout/forms.ts'
import { confirmedMenuAction, type Html, html, listed, menu, menuLink, nextPageLink } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { Done, FormInput } from './change.ts'
import { type Desk, dashboardPath, type PartOf } from './dashboard.ts'
import { answersPart } from './form-responses.ts'

const fresh = 'new'

const eventFormPath = (event: string): string => `/create-event?event=${encodeURIComponent(event)}`

/** The form to create or edit; `event` of its values is the event that waits for it. */
const editor = ({ path }: Desk, id: string, filled: Filled): Html => {
  const titleField = field(filled, { name: 'title', label: t('Title'), longest: 200 })
  const descriptionField = textArea(filled, {
    name: 'description',
    label: t('Introduction'),
    longest: 2000,
    optional: true,
  })
  const { event } = filled.values
  const back = event
    ? html`<a href="${eventFormPath(event)}">${t('Back to the event')}</a>`
    : html`<a href="${path}?part=forms">${t('All forms')}</a>`
  return html`<p>${back}</p><form class="stack" method="post" action="${path}"><h2>${id === fresh ? t('Create form') : t('Edit form')}</h2>${hidden('do', 'save-form')}${hidden('formId', id)}${event ? hidden('event', event) : ''}${refusedForm(filled, ['title', 'description', ...builderNames(filled.values)])}<div class="card">${titleField}${descriptionField}</div>${builderFields(filled)}<button class="btn">${t('Save form')}</button></form>`
}

/** The forms that events of the organization can use, or one of them to edit. */
export const formsPart: PartOf = async (desk, query, filled, context) => {
  const { id, cursor, view } = query
  if (id && view === 'answers') return answersPart(desk, query, filled, context)
  const { orgId, path } = desk
  if (filled.values.do === 'save-form') return editor(desk, filled.values.formId ?? fresh, filled)
  if (id === fresh) return editor(desk, id, { values: { event: query.event } })
  if (id) {
    const found = await call(context, 'forms', 'getForm', { id })
    if (!found.ok) return found
    const { title, description, questions } = found.value.form
    return editor(desk, id, { values: { title, description, ...builderValues(questions) } })
  }
  const found = await call(context, 'forms', 'listEventForms', { orgId, limit: '30', cursor })
  if (!found.ok) return found
  const { data: forms, nextCursor } = found.value
  return html`${refusedForm(filled, [])}<div class="row"><a class="btn" href="${path}?part=forms&amp;id=${fresh}">${t('Create form')}</a></div>${listed(
    forms.map(
      ({ _id, title, questions }) =>
        html`<li><div class="stack-s"><h2><a href="${path}?part=forms&amp;id=${_id}"><bdi>${title}</bdi></a></h2><p class="soft">${t('{count, plural, one {# question} other {# questions}}', { count: questions.length })}</p></div><div class="row"><a class="btn plain small" href="${dashboardPath(path, 'forms', { id: _id, view: 'answers' })}">${t('Answers')}<span class="vh">: ${title}</span></a><a class="btn plain small" href="${path}?part=forms&amp;id=${_id}">${t('Edit')}<span class="vh">: ${title}</span></a>${menu([menuLink(`/form/${_id}`, t('Preview')), confirmedMenuAction(path, { text: t('Delete form'), consequence: t('{name} and its answers are deleted. This cannot be undone.', { name: html`<bdi>${title}</bdi>` }), carried: { do: 'delete-form', formId: _id }, label: title })], t('More actions for {name}', { name: title }))}</div></li>`,
    ),
    [
      t('No forms yet'),
      t(
        'Create a form here. Then choose it under "Deadline, questions and approval" when you create or edit an event.',
      ),
    ],
  )}${nextPageLink(`${path}?part=forms`, nextCursor)}`
}

const save = (input: FormInput, context: PageContext): Promise<CallResult<{ readonly _id: string }>> => {
  const { orgId, formId = fresh, title = '', description = '' } = input
  const form = { title, description, questions: questionsSent(input) }
  return formId === fresh
    ? call(context, 'forms', 'createEventForm', { orgId, form })
    : call(context, 'forms', 'updateEventForm', { orgId, formId, form })
}

/** Saves or deletes a form of the organization. */
export const changeForm = async (input: FormInput, context: PageContext): Promise<Done> => {
  const { orgId, formId = '' } = input
  if (input.do === 'delete-form')
    return {
      part: 'forms',
      done: 'removed',
      result: await call(context, 'forms', 'deleteEventForm', { orgId, formId }),
    }
  const result = await save(input, context)
  if (result.ok && input.event) {
    const to = `${eventFormPath(input.event)}&questions=${result.value._id}`
    return { part: 'forms', done: 'form-selected', result, to }
  }
  if (result.ok) return { part: 'forms', done: 'form-saved', result, id: result.value._id }
  return { part: 'forms', done: '', result: { ok: false, refusal: atQuestionFields(result.refusal, input) } }
}
