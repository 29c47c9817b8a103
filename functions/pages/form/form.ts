import { type Answer, call, type PageContext, pageScope } from '../call.ts'
import { type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import { type Html, html, pageOf, redirectTo, refusedPage, userText } from '../layout/page.ts'
import { answersIn, byQuestion, questionFields, questionNames } from '../layout/questions.ts'
import { t } from '../locale.ts'

type Shown = Answer<'forms', 'getForm'>
type PageQuery = { readonly formId: string; readonly eventId?: string | undefined }
type FormInput = PageQuery & Readonly<Record<string, string | undefined>>

const back = (eventId: string | undefined): Html =>
  eventId === undefined
    ? html`<a class="btn plain" href="/">${t('Go to the front page')}</a>`
    : html`<a class="btn plain" href="/event/${eventId}">${t('Back to the event')}</a>`

const done = (title: string, text: string, eventId: string | undefined): Html =>
  html`<div class="card empty"><h2>${title}</h2><p>${text}</p><p>${back(eventId)}</p></div>`

const person = (filled: Filled): Html =>
  html`<div>${field(filled, { name: 'guestName', label: t('Your name'), autocomplete: 'name', longest: 120 })}${field(filled, { name: 'guestEmail', label: t('Your email'), type: 'email', autocomplete: 'email', longest: 254 })}</div>`

const inside = (
  { form, hasSubmitted, isAuthenticated }: Shown,
  { formId, eventId }: PageQuery,
  filled: Filled,
) => {
  if (!form.acceptingResponses)
    return done(t('This form is closed'), t('The organizers no longer accept answers.'), eventId)
  if (hasSubmitted && !form.allowMultipleResponses)
    return done(t('You have answered'), t('Thank you. There is nothing else to do here.'), eventId)
  const asGuest = !isAuthenticated && form.collectGuestDetails
  return html`<form class="stack" method="post" action="/form/${formId}">${refusedForm(filled, [...questionNames(form.questions), 'guestName', 'guestEmail'])}${eventId === undefined ? '' : hidden('eventId', eventId)}${asGuest ? person(filled) : ''}<div>${questionFields(form.questions, filled)}</div><button class="btn full">${t('Send my answers')}</button></form>`
}

const formPage = (context: PageContext, shown: Shown, query: PageQuery, filled: Filled) => {
  const { form, ownerInfo } = shown
  const body = html`<div class="stack"><header class="stack-s">${ownerInfo ? html`<p class="soft">${t('{name} asks', { name: html`<bdi>${ownerInfo.name}</bdi>` })}</p>` : ''}<h1><bdi>${form.title}</bdi></h1></header>${form.description ? userText(form.description) : ''}<div class="card">${inside(shown, query, filled)}</div></div>`
  return pageOf(context, { title: form.title, body, narrow: true, refusal: filled.refusal, isKept: true })
}

const find = ({ formId, eventId }: PageQuery, context: PageContext) =>
  call(context, 'forms', 'getForm', { id: formId, eventId: eventId || undefined })

const signInFor = (path: string) => redirectTo(`/login?next=${encodeURIComponent(path)}`)

/** A form to fill in: that of an organization, or what is asked after an event. */
export const showForm = async (query: PageQuery, context: PageContext) => {
  const result = await find(query, context)
  if (!result.ok) return refusedPage(context, result.refusal)
  if (result.value.form.requireAuth && !result.value.isAuthenticated)
    return signInFor(pageScope(context).request.path)
  return formPage(context, result.value, query, { values: {} })
}

export const answerForm = async (input: FormInput, context: PageContext) => {
  const { formId, eventId, guestName, guestEmail, ...values } = input
  const result = await find(input, context)
  if (!result.ok) return refusedPage(context, result.refusal)
  const { questions } = result.value.form
  const answers = answersIn(questions, values)
  const taken = await call(context, 'forms', 'submitFormResponse', {
    formId,
    responses: questions.map(({ _id }, at) => ({ referenceId: _id, answer: answers[at] ?? null })),
    eventId: eventId || undefined,
    guestName: guestName || undefined,
    guestEmail: guestEmail || undefined,
  })
  const path = `/form/${formId}${eventId ? `?eventId=${encodeURIComponent(eventId)}` : ''}`
  if (taken.ok) return redirectTo(eventId ? `/event/${eventId}` : '/', 'answered')
  const { refusal } = taken
  if (refusal.status === 401) return signInFor(path)
  if (refusal.status >= 500) return refusedPage(context, refusal)
  return formPage(context, result.value, input, {
    values: { ...values, guestName, guestEmail },
    refusal: byQuestion(refusal, questions),
  })
}
