import { type Answer, ask, type PageContext, withinOf } from '../ask.ts'
import { type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import { type Html, html, onwardTo, pageOf, refusedPage, written } from '../layout/page.ts'
import { answersIn, byQuestion, questionFields, questionNames } from '../layout/questions.ts'

type Shown = Answer<'forms', 'getForm'>
type Asked = { readonly formId: string; readonly eventId?: string | undefined }
type Sent = Asked & Readonly<Record<string, string | undefined>>

const back = (eventId: string | undefined): Html =>
  eventId === undefined
    ? html`<a class="btn plain" href="/">To the front page</a>`
    : html`<a class="btn plain" href="/event/${eventId}">To the event</a>`

const done = (title: string, text: string, eventId: string | undefined): Html =>
  html`<div class="card empty"><h2>${title}</h2><p>${text}</p><p>${back(eventId)}</p></div>`

const person = (filled: Filled): Html =>
  html`<div>${field(filled, { name: 'guestName', label: 'Your name', autocomplete: 'name', longest: 120 })}${field(filled, { name: 'guestEmail', label: 'Your e-mail', type: 'email', autocomplete: 'email', longest: 254 })}</div>`

const inside = (
  { form, hasSubmitted, isAuthenticated }: Shown,
  { formId, eventId }: Asked,
  filled: Filled,
) => {
  if (!form.acceptingResponses)
    return done('This form is closed', 'The organizers no longer accept answers.', eventId)
  if (hasSubmitted && !form.allowMultipleResponses)
    return done('You have answered', 'Thank you. Nothing else is asked of you here.', eventId)
  const asGuest = !isAuthenticated && form.collectGuestDetails
  return html`<form class="stack" method="post" action="/form/${formId}">${refusedForm(filled, [...questionNames(form.questions), 'guestName', 'guestEmail'])}${eventId === undefined ? '' : hidden('eventId', eventId)}${asGuest ? person(filled) : ''}<div>${questionFields(form.questions, filled)}</div><button class="btn full">Send my answers</button></form>`
}

const formPage = (context: PageContext, shown: Shown, asked: Asked, filled: Filled) => {
  const { form, ownerInfo } = shown
  const body = html`<div class="stack"><header class="stack-s">${ownerInfo ? html`<p class="soft"><bdi>${ownerInfo.name}</bdi> asks</p>` : ''}<h1><bdi>${form.title}</bdi></h1></header>${form.description ? written(form.description) : ''}<div class="card">${inside(shown, asked, filled)}</div></div>`
  return pageOf(context, { title: form.title, body, narrow: true, refusal: filled.refusal })
}

const find = ({ formId, eventId }: Asked, context: PageContext) =>
  ask(context, 'forms', 'getForm', { id: formId, eventId: eventId || undefined })

const signInFor = (path: string) => onwardTo(`/login?next=${encodeURIComponent(path)}`)

/** A form to fill in: that of an organization, or what is asked after an event. */
export const showForm = async (asked: Asked, context: PageContext) => {
  const heard = await find(asked, context)
  if (!heard.ok) return refusedPage(context, heard.refusal)
  if (heard.value.form.requireAuth && !heard.value.isAuthenticated)
    return signInFor(withinOf(context).request.path)
  return formPage(context, heard.value, asked, { values: {} })
}

export const answerForm = async (sent: Sent, context: PageContext) => {
  const { formId, eventId, guestName, guestEmail, ...values } = sent
  const heard = await find(sent, context)
  if (!heard.ok) return refusedPage(context, heard.refusal)
  const { questions } = heard.value.form
  const answers = answersIn(questions, values)
  const taken = await ask(context, 'forms', 'submitFormResponse', {
    formId,
    responses: questions.map(({ _id }, at) => ({ referenceId: _id, answer: answers[at] ?? null })),
    eventId: eventId || undefined,
    guestName: guestName || undefined,
    guestEmail: guestEmail || undefined,
  })
  const path = `/form/${formId}${eventId ? `?eventId=${encodeURIComponent(eventId)}` : ''}`
  if (taken.ok) return onwardTo(eventId ? `/event/${eventId}` : '/', 'answered')
  const { refusal } = taken
  if (refusal.status === 401) return signInFor(path)
  if (refusal.status >= 500) return refusedPage(context, refusal)
  return formPage(context, heard.value, sent, {
    values: { ...values, guestName, guestEmail },
    refusal: byQuestion(refusal, questions),
  })
}
