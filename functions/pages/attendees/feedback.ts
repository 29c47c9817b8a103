import { type Answer, call } from '../call.ts'
import { rankChart } from '../layout/chart.ts'
import { momentWords } from '../layout/dates.ts'
import { empty, type Html, html, nextPageLink } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { PartOf } from './attendees.ts'

type Feedback = Answer<'attendance', 'listFeedbackResponses'>
type Response = Feedback['responses'][number]

const words = (answer: Response['answers'][number] | undefined): string => {
  if (answer === null || answer === undefined) return ''
  return Array.isArray(answer) ? answer.join(', ') : String(answer)
}

const item = ({ formSnapshot, answers, submittedAt }: Response, zone: string): Html =>
  html`<li><div class="stack-s"><p class="soft">${momentWords(submittedAt, zone)}</p><dl class="answers">${formSnapshot.questions.map(({ question }, at) => (words(answers[at]) === '' ? '' : html`<div><dt><bdi>${question}</bdi></dt><dd><bdi>${words(answers[at])}</bdi></dd></div>`))}</dl></div></li>`

/** The counts of questions with options, as charts with the table behind them. */
const counts = ({ aggregated }: Feedback): Html[] =>
  Object.values(aggregated).flatMap(({ question, counts: found }) => {
    const points = Object.entries(found).map(([name, value]) => ({ name, value }))
    return points.length === 0
      ? []
      : [rankChart({ title: question, of: t('Answer'), counted: t('People'), points })]
  })

/** What attendees said about the event, once it is over. */
export const feedbackPart: PartOf = async ({ event, orgId, path }, { cursor }, _, context) => {
  const found = await call(context, 'attendance', 'listFeedbackResponses', {
    orgId,
    eventId: event._id,
    limit: '20',
    cursor,
  })
  if (!found.ok) return found
  const { responses, responseCount, feedbackFormId, nextCursor } = found.value
  if (feedbackFormId === null)
    return empty(
      t('This event has no feedback form'),
      t(
        'Choose a form under "Questions after the event" when you edit the event. Attendees get it when the event is over.',
      ),
      { href: `/create-event?event=${event._id}`, text: t('Edit event') },
    )
  if (responses.length === 0)
    return empty(t('No feedback yet'), t('Attendees who were checked in can give feedback after the event.'))
  return html`<p class="soft num">${t('{count, plural, one {# response} other {# responses}}', { count: responseCount })}</p><div class="charts">${counts(found.value)}</div><ul class="list">${responses.map((response) => item(response, event.timezone))}</ul>${nextPageLink(`${path}?part=feedback`, nextCursor, t('More feedback'))}`
}
