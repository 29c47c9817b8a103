import { ask, type Heard, type PageContext } from '../ask.ts'
import { atFields, builderFields, builderNames, builderValues, questionsSent } from '../form/builder.ts'
import { type Filled, field, hidden, lines, refusedForm } from '../layout/forms.ts'
import { deed, further, type Html, html, listed, plural } from '../layout/page.ts'
import { answersPart } from './answers.ts'
import type { Done, Sent } from './change.ts'
import { type Desk, deskPath, type PartOf } from './desk.ts'

const fresh = 'new'

const editor = ({ path }: Desk, id: string, filled: Filled): Html =>
  html`<p><a href="${path}?part=forms">All forms</a></p><form class="stack" method="post" action="${path}"><h2>${id === fresh ? 'Create form' : 'Edit form'}</h2>${hidden('do', 'save-form')}${hidden('formId', id)}${refusedForm(filled, ['title', 'description', ...builderNames(filled.values)])}<div class="card">${field(filled, { name: 'title', label: 'Title', longest: 200 })}${lines(filled, { name: 'description', label: 'Introduction', longest: 2000, optional: true })}</div>${builderFields(filled)}<button class="btn">Save form</button></form>`

/** The forms that events of the organization can use, or one of them to edit. */
export const formsPart: PartOf = async (desk, asked, filled, context) => {
  const { id, cursor, view } = asked
  if (id && view === 'answers') return answersPart(desk, asked, filled, context)
  const { orgId, path } = desk
  if (filled.values.do === 'save-form') return editor(desk, filled.values.formId ?? fresh, filled)
  if (id === fresh) return editor(desk, id, { values: {} })
  if (id) {
    const found = await ask(context, 'forms', 'getForm', { id })
    if (!found.ok) return found
    const { title, description, questions } = found.value.form
    return editor(desk, id, { values: { title, description, ...builderValues(questions) } })
  }
  const found = await ask(context, 'forms', 'listEventForms', { orgId, limit: '30', cursor })
  if (!found.ok) return found
  const { data: forms, nextCursor } = found.value
  return html`${refusedForm(filled, [])}<div class="row"><a class="btn" href="${path}?part=forms&amp;id=${fresh}">Create form</a></div>${listed(
    forms.map(
      ({ _id, title, questions }) =>
        html`<li><div class="stack-s"><h2><a href="${path}?part=forms&amp;id=${_id}"><bdi>${title}</bdi></a></h2><p class="soft">${plural(questions.length, 'question')}</p></div><div class="row"><a class="btn plain small" href="${deskPath(path, 'forms', { id: _id, view: 'answers' })}">Answers<span class="vh"> to ${title}</span></a><a class="btn plain small" href="/form/${_id}">View<span class="vh"> ${title}</span></a>${deed(path, 'Delete', { do: 'delete-form', formId: _id }, { css: 'bad small', label: title })}</div></li>`,
    ),
    [
      'No forms yet',
      'Create a form here. Then choose it under Registration when you create or edit an event.',
    ],
  )}${further(`${path}?part=forms`, nextCursor)}`
}

const save = (sent: Sent, context: PageContext): Promise<Heard<{ readonly _id: string }>> => {
  const { orgId, formId = fresh, title = '', description = '' } = sent
  const form = { title, description, questions: questionsSent(sent) }
  return formId === fresh
    ? ask(context, 'forms', 'createEventForm', { orgId, form })
    : ask(context, 'forms', 'updateEventForm', { orgId, formId, form })
}

/** Saves or deletes a form of the organization. */
export const changeForm = async (sent: Sent, context: PageContext): Promise<Done> => {
  const { orgId, formId = '' } = sent
  if (sent.do === 'delete-form')
    return {
      part: 'forms',
      said: 'removed',
      heard: await ask(context, 'forms', 'deleteEventForm', { orgId, formId }),
    }
  const heard = await save(sent, context)
  if (heard.ok) return { part: 'forms', said: 'saved', heard, id: heard.value._id }
  return { part: 'forms', said: '', heard: { ok: false, refusal: atFields(heard.refusal, sent) } }
}
