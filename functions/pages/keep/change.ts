import { ask, type Heard, type PageContext } from '../ask.ts'
import { findEvent } from '../event/event.ts'
import { onwardTo, refusedPage } from '../layout/page.ts'
import { dashboardPage } from './dashboard.ts'

type Sent = { readonly eventId: string; readonly do: string } & Readonly<Record<string, string | undefined>>

const announced = async (sent: Sent, context: PageContext): Promise<Heard<unknown>> => {
  const { eventId, subject, content = '' } = sent
  const found = await findEvent(eventId, context)
  if ('refusal' in found) return { ok: false, refusal: found.refusal }
  return ask(context, 'announcements', 'announce', {
    orgId: found.event.manageableOrgId ?? '',
    eventId,
    content,
    subject: subject || undefined,
    channels: { inApp: sent.inbox === 'yes', email: sent.mail === 'yes' },
  })
}

const carriedOut = (sent: Sent, context: PageContext): Promise<Heard<unknown>> => {
  const { eventId, reason, comment = '' } = sent
  if (sent.do === 'submit') return ask(context, 'planning', 'publishEvent', { eventId })
  if (sent.do === 'take-back') return ask(context, 'planning', 'withdrawEvent', { event_id: eventId })
  if (sent.do === 'cancel')
    return ask(context, 'planning', 'cancelEvent', { event_id: eventId, reason: reason || undefined })
  if (sent.do === 'delete') return ask(context, 'planning', 'deleteEvent', { event_id: eventId })
  if (sent.do === 'comment')
    return ask(context, 'approvals', 'addApprovalComment', { event_id: eventId, comment })
  if (sent.do === 'open-door') return ask(context, 'checkins', 'enableCheckIn', { eventId })
  if (sent.do === 'close-door') return ask(context, 'checkins', 'disableCheckIn', { eventId })
  return announced(sent, context)
}

const told: Readonly<Record<string, string>> = {
  submit: 'handed-in',
  'take-back': 'taken-back',
  cancel: 'called-off',
  delete: 'removed',
  comment: 'sent',
  announce: 'sent',
  'open-door': 'door-open',
  'close-door': 'door-closed',
}

/** Does one thing with an event; what was refused comes back with what was entered. */
export const changeEvent = async (sent: Sent, context: PageContext) => {
  const { eventId } = sent
  const heard = await carriedOut(sent, context)
  const onward = sent.do === 'delete' ? '/my-events' : `/event/${eventId}/dashboard`
  if (heard.ok) return onwardTo(onward, told[sent.do])
  const { refusal } = heard
  if (refusal.status === 401 || refusal.status === 404 || refusal.status >= 500)
    return refusedPage(context, refusal)
  return dashboardPage(context, eventId, { filled: { values: sent, refusal } })
}
