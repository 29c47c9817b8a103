import { type Answer, call } from '../call.ts'
import { agoWords } from '../layout/dates.ts'
import { html, listed, nextPageLink } from '../layout/page.ts'
import { t } from '../locale.ts'
import { answersOf } from './applications.ts'
import { dashboardPath, type PartOf } from './dashboard.ts'

type Response = Answer<'forms', 'listFormResponses'>['responses'][number]

const nameOf = ({ submittedBy, guestName, guestEmail }: Response): string => {
  if (submittedBy !== null && typeof submittedBy === 'object') return submittedBy.name
  return guestName ? `${guestName}${guestEmail ? `, ${guestEmail}` : ''}` : t('Former member')
}

/** The answers to one form, newest first. */
export const answersPart: PartOf = async ({ path }, { id = '', cursor }, _, context) => {
  const [form, found] = await Promise.all([
    call(context, 'forms', 'getForm', { id }),
    call(context, 'forms', 'listFormResponses', { formId: id, limit: '30', cursor }),
  ])
  if (!form.ok) return form
  if (!found.ok) return found
  const { responses, nextCursor } = found.value
  const rows = responses.map(
    (response) =>
      html`<li><div class="stack-s"><h3><bdi>${nameOf(response)}</bdi></h3><small><time datetime="${response.submittedAt}">${agoWords(response.submittedAt, context.now())}</time></small>${response.erasedAt ? html`<p class="soft">${t('The person has left, and their answers are erased.')}</p>` : answersOf(response)}</div></li>`,
  )
  const { title, questions } = form.value.form
  return html`<p><a href="${dashboardPath(path, 'forms')}">${t('All forms')}</a></p><header class="stack-s"><h2>${t('Answers to {form}', { form: html`<bdi>${title}</bdi>` })}</h2><p class="soft">${t('{count, plural, one {# question} other {# questions}}', { count: questions.length })}</p></header>${listed(rows, [t('No answers yet'), t('Choose the form under Registration of an event, or share its link.'), { href: `/form/${id}`, text: t('View form') }])}${nextPageLink(dashboardPath(path, 'forms', { id, view: 'answers' }), nextCursor, t('Older answers'))}`
}
