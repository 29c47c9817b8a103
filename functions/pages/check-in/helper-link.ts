import { answer } from '../../../lib/contract/reply.ts'
import { call, type PageContext, pageScope, type Refusal, readerOf } from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { hidden } from '../layout/forms.ts'
import { actionButton, type Html, html, pageOf, redirectTo } from '../layout/page.ts'
import { t } from '../locale.ts'
import { checkInOpensText, checkInPhaseOf } from './check-in-times.ts'

/** The form of a credential's secret: an id and random characters. */
const secretForm = /^[\w-]{1,64}\.[\w-]{20,100}$/

/** Id of the helper link of this browser, if any. */
const helperLinkOf = (context: PageContext): string | undefined => pageScope(context).request.helperLinkId

export const isHelper = (context: PageContext): boolean => helperLinkOf(context) !== undefined

/** The person or helper link that works at this desk, as check-ins name it. */
export const deskWorkerOf = (context: PageContext): string => {
  const link = helperLinkOf(context)
  return link === undefined ? readerOf(context) : `door:${link}`
}

const card = (context: PageContext, title: string, inside: Html, status = 200) =>
  pageOf(context, {
    title,
    narrow: true,
    isAlone: true,
    status,
    body: html`<div class="card stack"><h1>${title}</h1>${inside}</div>`,
  })

/** Where a helper link leads. The link alone changes nothing: the helper presses the button. */
export const helperStart = async (eventId: string, secret: string, context: PageContext) => {
  const [found, tried] = await Promise.all([
    call(context, 'events', 'getEvent', { event_id: eventId }),
    // A search without a name is refused for each link, but for an ended link with its reason.
    call(context, 'checkins', 'listCheckedIn', { eventId, limit: '1' }),
  ])
  if (!tried.ok && isEndedLink(tried.refusal)) return helperEnded(context)
  const event = found.ok ? found.value.event : undefined
  if (event && checkInPhaseOf(event, context.now()) === 'early') return helperEarly(context, event)
  const desk = event
    ? t('This link lets you check people in at {event} on this device.', {
        event: html`<strong><bdi>${event.name}</bdi></strong>`,
      })
    : t('This link lets you check people in on this device.')
  const record = t('You see their names. Everything you do here is recorded under the name of the link.')
  return card(
    context,
    t('Help at the check-in desk'),
    html`<p>${desk} ${record}</p><form method="post" action="/event/${eventId}/door">${hidden('do', 'start-helping')}${hidden('helper', secret)}<button class="btn full">${t('Open check-in desk')}</button></form>`,
  )
}

/** For a link that is opened before check-in opens. Without the event, the helper may not see when that is. */
export const helperEarly = (context: PageContext, event: EventPage | undefined) =>
  card(
    context,
    t('Check-in is not open yet'),
    html`<p>${event ? html`<strong><bdi>${event.name}</bdi></strong><br>${checkInOpensText(event)}` : ''}</p><p>${t('Keep this link, and open it again then.')}</p>`,
  )

/** Stores the secret in this browser, for the desk of this event; empty removes it. */
const storeSecret = (eventId: string, secret: string, onward: string) => {
  const { headers = {}, page = '' } = redirectTo(onward)
  return answer('', { page, status: 303, headers, helperLink: { eventId, secret } })
}

export const startHelping = (eventId: string, secret: string, context: PageContext) =>
  secretForm.test(secret) ? storeSecret(eventId, secret, `/event/${eventId}/door`) : helperEnded(context)

export const stopHelping = (eventId: string) => storeSecret(eventId, '', `/event/${eventId}`)

/** Whether a link is not valid here: ended, expired, or for another event. */
export const isEndedLink = ({ code }: Refusal): boolean => code === 'DOOR_CREDENTIAL_INVALID'

/** Whether a link is not valid yet. */
export const isEarlyLink = ({ code }: Refusal): boolean => code === 'DOOR_CREDENTIAL_NOT_YET_VALID'

/** For a link that no longer works: what to do, and a way to use this device without it. */
export const helperEnded = (context: PageContext, eventId?: string) =>
  card(
    context,
    t('This helper link no longer works'),
    html`<p>${t('It has expired, or an organizer ended it. Ask the organizers of the event for a new one.')}</p>${eventId === undefined ? '' : actionButton(`/event/${eventId}/door`, t('Forget this link'), { do: 'stop-helping' }, { css: 'plain full' })}`,
    403,
  )
