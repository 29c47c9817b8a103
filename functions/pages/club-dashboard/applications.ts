import { type Answer, call } from '../call.ts'
import { agoWords } from '../layout/dates.ts'
import { hidden, refusedForm } from '../layout/forms.ts'
import {
  actionButton,
  collapsible,
  emailWords,
  empty,
  face,
  type Html,
  html,
  nextPageLink,
} from '../layout/page.ts'
import { t } from '../locale.ts'
import type { PartOf } from './dashboard.ts'

type Answered = {
  readonly formSnapshot?: { readonly questions?: readonly { readonly question: string }[] }
  readonly answers?: readonly (string | readonly string[] | null)[]
}

const words = (answer: string | readonly string[] | null | undefined): Html =>
  answer === null || answer === undefined || answer.length === 0
    ? html`<span class="soft">${t('No answer')}</span>`
    : html`<bdi>${typeof answer === 'string' ? answer : answer.join(', ')}</bdi>`

/** What somebody answered to the form of the organization; a response that did not fit into the list says nothing. */
export const answersOf = (given: unknown): Html | string => {
  if (typeof given !== 'object' || given === null) return ''
  const { formSnapshot, answers = [] } = given as Answered
  const questions = formSnapshot?.questions ?? []
  if (questions.length === 0) return ''
  return html`<dl class="answers">${questions.map(({ question }, at) => html`<div><dt><bdi>${question}</bdi></dt><dd>${words(answers[at])}</dd></div>`)}</dl>`
}

type Application = Answer<'members', 'listApplications'>['applications'][number]

const declineForm = (id: string, name: string, path: string): Html =>
  html`<form class="row" method="post" action="${path}">${hidden('do', 'reject')}${hidden('id', id)}<label class="vh" for="why-${id}">${t('Reason for declining {name}', { name })}</label><input class="short" id="why-${id}" name="reason" maxlength="500" placeholder="${t('Reason (optional)')}" dir="auto"><button class="btn plain small" aria-label="${t('Decline: {name}', { name })}">${t('Decline')}</button></form>`

const applicationItem = (application: Application, path: string, now: Date): Html => {
  const { _id: id, user_id: applicant, createdAt, formResponse, reason } = application
  const { name, username, email, picture } = applicant
  const address = email ? emailWords(email) : html`@<bdi>${username}</bdi>`
  const sent = html`<time datetime="${createdAt}">${agoWords(createdAt, now)}</time>`
  const accept = actionButton(path, t('Accept'), { do: 'approve', id }, { css: 'small', label: name })
  return html`<li>${face(name, picture)}<div class="stack-s"><h2><bdi>${name}</bdi></h2><p class="soft">${address} &middot; ${sent}</p>${reason ? html`<p><bdi>${reason}</bdi></p>` : ''}${answersOf(formResponse)}<div class="row decide">${accept}${collapsible(html`${t('Decline')}<span class="vh">: ${name}</span>`, declineForm(id, name, path))}</div></div></li>`
}

/** Who wants to join, with their answers; each is decided by one button. */
export const applicationsPart: PartOf = async ({ orgId, path }, { cursor }, filled, context) => {
  const result = await call(context, 'members', 'listApplications', {
    orgId,
    status: 'pending',
    limit: '20',
    cursor,
  })
  if (!result.ok) return result
  const { applications, nextCursor } = result.value
  if (applications.length === 0)
    return html`${refusedForm(filled, [])}${empty(t('No open applications'), t('Requests to join appear here, with the answers to your membership form.'))}`
  const items = applications.map((one) => applicationItem(one, path, context.now()))
  return html`${refusedForm(filled, [])}<ul class="list">${items}</ul>${nextPageLink(`${path}?part=applications`, nextCursor)}`
}
