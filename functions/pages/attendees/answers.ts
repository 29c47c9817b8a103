import { type Answer, call } from '../call.ts'
import { momentWords } from '../layout/dates.ts'
import { empty, type Html, html, nextPageLink } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { PartOf } from './attendees.ts'

type Response = Answer<'attendance', 'listRegistrations'>['formResponses'][number]

const words = (answer: Response['answers'][number] | undefined): Html =>
  answer === null || answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0)
    ? html`<span class="soft">${t('No answer')}</span>`
    : html`<bdi>${Array.isArray(answer) ? answer.join(', ') : String(answer)}</bdi>`

const item = ({ formSnapshot, answers, name, email, submittedAt }: Response, zone: string): Html =>
  html`<li><div class="stack-s"><h2><bdi>${name ?? t('Unknown person')}</bdi></h2><p class="soft">${email ? html`<bdi>${email}</bdi> &middot; ` : ''}${momentWords(submittedAt, zone)}</p><dl class="answers">${formSnapshot.questions.map(({ question }, at) => html`<div><dt><bdi>${question}</bdi></dt><dd>${words(answers[at])}</dd></div>`)}</dl></div></li>`

/** The answers to the event's registration form. */
export const answersPart: PartOf = async ({ event, orgId, path }, { cursor }, _, context) => {
  const listed = await call(context, 'attendance', 'listRegistrations', {
    orgId,
    eventId: event._id,
    limit: '20',
    cursor,
  })
  if (!listed.ok) return listed
  const { formResponses, registrationFormId, nextCursor } = listed.value
  if (registrationFormId === null)
    return empty(
      t('This event has no registration form'),
      t('Choose a form under Registration when you edit the event.'),
      {
        href: `/create-event?event=${event._id}`,
        text: t('Edit event'),
      },
    )
  const list =
    formResponses.length === 0
      ? empty(t('No answers yet'), t('Answers of people who register appear here.'))
      : html`<ul class="list">${formResponses.map((response) => item(response, event.timezone))}</ul>`
  return html`${list}${nextPageLink(`${path}?part=answers`, nextCursor, t('More answers'))}`
}
