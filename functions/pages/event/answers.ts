import { call, type PageContext, type PageInput, type Refusal } from '../call.ts'
import { type Filled, hidden, refusedForm } from '../layout/forms.ts'
import { type Html, html, isOfPage, redirectTo, refusedPage } from '../layout/page.ts'
import {
  answerFields,
  answersIn,
  byQuestion,
  questionFields,
  questionMark,
  questionNames,
  questionsChanged,
} from '../layout/questions.ts'
import { t } from '../locale.ts'
import { type EventPage, eventPage, type Rsvp } from './event.ts'
import type { MorePart } from './more.ts'
import { canRegister } from './seat.ts'

type FormInput = PageInput<'changeSeat'>

/** Answers can be changed while people can register, until the reader is checked in. */
const canChange = (event: EventPage, context: PageContext): boolean =>
  canRegister(event, context.now()) && event.currentUserRsvp?.checkedIn !== true

/** The reader's answers to the registration form. */
const answersForm = async (
  event: EventPage,
  filled: Filled | undefined,
  context: PageContext,
): Promise<Html | { readonly refusal: Refusal }> => {
  const found = await call(context, 'attendance', 'getRegistrationForm', { event_id: event._id })
  if (!found.ok) return found
  const { form, answers = [] } = found.value
  const { questions } = form
  const given = questions.map(
    ({ _id }) => answers.find(({ questionId }) => questionId === _id)?.answer ?? null,
  )
  const own: Filled = filled ?? { values: answerFields(questions, given) }
  const fields = html`${refusedForm(own, questionNames(questions))}${questionFields(questions, own)}`
  return canChange(event, context)
    ? html`<form class="card stack" method="post" action="/event/${event._id}">${hidden('do', 'change-answers')}${hidden('questionIds', questionMark(questions))}${fields}<button class="btn">${t('Save answers')}</button></form>`
    : html`<p class="soft">${t('Answers can no longer be changed.')}</p><fieldset class="card stack" disabled>${fields}</fieldset>`
}

export const answersPart: MorePart = (event, _, context) => answersForm(event, undefined, context)

/** Replaces the reader's answers; the number of people stays. A refused form comes back as it was filled. */
export const changeAnswers = async (
  { eventId, do: _, questionIds: shown, ...values }: FormInput,
  { event, rsvp }: { readonly event: EventPage; readonly rsvp: Rsvp | undefined },
  context: PageContext,
) => {
  if (!rsvp || !canChange(event, context)) return redirectTo(`/event/${eventId}?part=answers#more`)
  const questions = event.registrationForm?.questions ?? []
  const refused = async (refusal: Refusal, filled: Filled['values']) => {
    const view = await answersForm(event, { values: filled, refusal }, context)
    if ('refusal' in view) return refusedPage(context, view.refusal)
    return eventPage(context, event, rsvp, {}, { open: { name: 'answers', view }, status: refusal.status })
  }
  if (shown !== questionMark(questions)) return refused(questionsChanged(), {})
  const result = await call(context, 'attendance', 'registerForEvent', {
    event_id: eventId,
    formAnswers: answersIn(questions, values),
    // Who withdraws at the same moment is not registered again.
    onlyChange: true,
  })
  if (result.ok) return redirectTo(`/event/${eventId}?part=answers#more`, 'answers-changed')
  const { refusal } = result
  return isOfPage(refusal)
    ? refusedPage(context, refusal, `/event/${eventId}?part=answers`)
    : refused(byQuestion(refusal, questions), values)
}
