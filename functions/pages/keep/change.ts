import { ask, by, type Files, type Sent as Filled, type PageContext, type Run } from '../ask.ts'
import { findEvent } from '../event/event.ts'
import { chosenFiles } from '../layout/files.ts'
import { isOfPage, onwardTo, refusedPage } from '../layout/page.ts'
import { dashboardPage } from './dashboard.ts'

type Sent = { readonly eventId: string } & Filled

const announced: Run<Sent> = async (sent, context) => {
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

const named = ({ eventId }: Sent) => ({ event_id: eventId })
const door = ({ eventId }: Sent) => ({ eventId })

const pictureDeed = (files: Files): readonly [said: string, run: Run<Sent>] => [
  'saved',
  ({ eventId }, context) => ask(context, 'planning', 'uploadEventImage', { eventId, files }),
]

const deeds: Readonly<Record<string, readonly [said: string, run: Run<Sent>]>> = {
  submit: ['handed-in', by('planning', 'publishEvent', door)],
  'take-back': ['taken-back', by('planning', 'withdrawEvent', named)],
  cancel: [
    'called-off',
    by('planning', 'cancelEvent', (sent: Sent) => ({ ...named(sent), reason: sent.reason || undefined })),
  ],
  delete: ['removed', by('planning', 'deleteEvent', named)],
  comment: [
    'sent',
    by('approvals', 'addApprovalComment', (sent: Sent) => ({ ...named(sent), comment: sent.comment ?? '' })),
  ],
  announce: ['sent', announced],
  'open-door': ['door-open', by('checkins', 'enableCheckIn', door)],
  'close-door': ['door-closed', by('checkins', 'disableCheckIn', door)],
}

/** Does one thing with an event; what was refused comes back with what was entered. */
export const changeEvent = async (
  { files, ...sent }: Sent & { readonly files: Files },
  context: PageContext,
) => {
  const { eventId } = sent
  const [said, run = announced] =
    sent.do === 'picture' ? pictureDeed(chosenFiles(files)) : (deeds[sent.do] ?? [])
  const heard = await run(sent, context)
  const onward = sent.do === 'delete' ? '/my-events' : `/event/${eventId}/dashboard`
  if (heard.ok) return onwardTo(onward, said)
  const { refusal } = heard
  if (isOfPage(refusal) || refusal.status === 404) return refusedPage(context, refusal)
  return dashboardPage(context, eventId, { filled: { values: sent, refusal } })
}
