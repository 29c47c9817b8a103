import { ask, by, type Run } from '../ask.ts'
import { type Filled, field, hidden } from '../layout/forms.ts'
import { type Html, html, unfolded } from '../layout/page.ts'
import type { WaitingEvent } from '../staff/open-approvals.ts'
import { type AreaDeed, staffPath } from '../staff/staff.ts'

/** Lets a backup of the role decide too, such as while its holder is away. */
export const delegationForm = (event: WaitingEvent, filled: Filled): Html => {
  const name = `delegate-${event._id}`
  const isOwn = filled.values.do === 'delegate-step' && filled.values.event === event._id
  return unfolded(
    html`Delegate while you are away<span class="vh">: ${event.name}</span>`,
    html`<form class="stack" method="post" action="${staffPath}">${hidden('do', 'delegate-step')}${hidden('event', event._id)}${event.stepId ? hidden('step', event.stepId) : ''}${field({ values: isOwn ? filled.values : {} }, { name, label: 'Username of the backup', longest: 64, hint: 'A backup of your role can decide in addition to you. Administrators name the backups of each role.' })}<button class="btn plain small">Delegate decision</button></form>`,
    isOwn,
  )
}

const delegate: Run = async (sent, context) => {
  const { event = '', step } = sent
  const username = (sent[`delegate-${event}`] ?? '').trim().replace(/^@/, '')
  const person = await ask(context, 'users', 'getUserByUsername', { username })
  if (!person.ok) return person
  const userId = person.value.user._id
  return ask(context, 'approvals', 'delegateApproval', { event_id: event, stepId: step || undefined, userId })
}

export const delegationDeeds: Readonly<Record<string, AreaDeed>> = {
  'delegate-step': { part: 'waits', said: 'delegated', run: delegate },
  'acknowledge-event': {
    part: 'waits',
    said: 'acknowledged',
    run: by('approvals', 'acknowledgeEvent', ({ event = '' }) => ({ event_id: event })),
  },
}
