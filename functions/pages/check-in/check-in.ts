import { call, isSignedIn, type PageContext, pageScope, type Refusal } from '../call.ts'
import { findEvent } from '../event/event.ts'
import { type Html, html, pageOf, redirectTo, refusedPage } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { checkInOpensText, checkInPhaseOf } from './check-in-times.ts'

type Linked = { readonly eventId: string; readonly token: string }

/** What to do about a refusal at the door. */
const advice: Readonly<Record<string, string>> = {
  'Invalid or expired check-in link': msg(
    'The code on the screen changes: scan it again, or ask at the check-in desk.',
  ),
  'Check-in is not enabled for this event': msg('Ask at the check-in desk.'),
  'Check-in has not started': msg('Come back when the event begins.'),
  'Check-in has ended': msg('If you were there, ask the organizer.'),
  'Registration is required to check in': msg(
    'Register first, or ask at the check-in desk whether a seat is left.',
  ),
}

type Place = { readonly _id: string; readonly name: string }

/** Pages of one check-in desk, with the entered values. */
const checkInOf =
  (context: PageContext, { _id, name }: Place) =>
  (inside: Html, status = 200) =>
    pageOf(context, {
      title: t('Check in: {event}', { event: name }),
      body: html`<div class="card stack"><p class="soft">${t('Check in')}</p><h1><bdi>${name}</bdi></h1>${inside}<p><a href="/event/${_id}">${t('Event page')}</a></p></div>`,
      narrow: true,
      status,
    })

const refusedAtDoor = (door: ReturnType<typeof checkInOf>, { message, status }: Refusal) =>
  door(html`<p class="tell bad" role="alert">${t(message)}. ${t(advice[message] ?? '')}</p>`, status)

const comingAs = (name: string | undefined): Html | string =>
  name
    ? t('Checking in as {name}', { name: html`<strong><bdi>${name}</bdi></strong>` })
    : t('You have no registration. You can check in without one.')

/** Where the code of the door leads. Nobody is checked in by a link alone: the button is theirs to press. */
export const showCheckIn = async ({ eventId, token }: Linked, context: PageContext) => {
  const [found, listed] = await Promise.all([
    findEvent(eventId, context),
    call(context, 'checkins', 'listSelfRegistrations', { eventId, token }),
  ])
  if ('refusal' in found) return refusedPage(context, found.refusal)
  const door = checkInOf(context, found.event)
  if (!listed.ok) return refusedAtDoor(door, listed.refusal)
  const here = encodeURIComponent(pageScope(context).request.path)
  const account = html`<a href="/register?next=${here}">${t('Create an account')}</a>`
  if (!isSignedIn(context))
    return door(
      html`<p>${t('Sign in so that we know who you are.')}</p><a class="btn full" href="/login?next=${here}">${t('Sign in to check in')}</a><p>${t('New here? {account}', { account })}</p>`,
    )
  if (found.rsvp?.checkedIn)
    return door(html`<p class="tell good" role="status">${t('You are checked in. Enjoy the event!')}</p>`)
  const phase = checkInPhaseOf(found.event, context.now())
  if (phase === 'early')
    return door(html`<p class="tell warn"><span>${checkInOpensText(found.event)}</span></p>`)
  if (phase === 'over') return door(html`<p class="tell warn">${t('Check-in has ended.')}</p>`)
  const [own] = listed.value.registrations
  return door(
    own === undefined
      ? html`<p class="tell warn">${t('This event is for people with a seat. Register first, or ask at the check-in desk.')}</p>`
      : html`<p>${comingAs(own.displayName)}</p><form method="post" action="/check-in/${eventId}/${token}"><button class="btn full">${t('Check me in')}</button></form>`,
  )
}

export const checkInByForm = async ({ eventId, token }: Linked, context: PageContext) => {
  const result = await call(context, 'checkins', 'checkIn', { eventId, token })
  if (result.ok) return redirectTo(`/check-in/${eventId}/${token}`)
  if (result.refusal.status === 401) return refusedPage(context, result.refusal)
  const found = await findEvent(eventId, context)
  if ('refusal' in found) return refusedPage(context, found.refusal)
  return refusedAtDoor(checkInOf(context, found.event), result.refusal)
}
