import { type AreaAction, adminPath } from '../admin/admin.ts'
import type { WaitingEvent } from '../admin/open-approvals.ts'
import { call, type FormAction, operation } from '../call.ts'
import { type Filled, field, hidden } from '../layout/forms.ts'
import { collapsible, type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'

/** Lets a backup of the role decide too, such as while its holder is away. */
export const delegationForm = (event: WaitingEvent, filled: Filled): Html => {
  const name = `delegate-${event._id}`
  const isOwn = filled.values.do === 'delegate-step' && filled.values.event === event._id
  const backupField = field(
    { values: isOwn ? filled.values : {} },
    {
      name,
      label: t('Username of the backup'),
      longest: 64,
      hint: t(
        'A backup of your role can decide in addition to you. Administrators name the backups of each role.',
      ),
    },
  )
  return collapsible(
    html`${t('Delegate while you are away')}<span class="vh">: ${event.name}</span>`,
    html`<form class="stack" method="post" action="${adminPath}">${hidden('do', 'delegate-step')}${hidden('event', event._id)}${event.stepId ? hidden('step', event.stepId) : ''}${backupField}<button class="btn plain small">${t('Delegate decision')}</button></form>`,
    isOwn,
  )
}

const delegate: FormAction = async (input, context) => {
  const { event = '', step } = input
  const username = (input[`delegate-${event}`] ?? '').trim().replace(/^@/, '')
  const person = await call(context, 'users', 'getUserByUsername', { username })
  if (!person.ok) return person
  const userId = person.value.user._id
  return call(context, 'approvals', 'delegateApproval', {
    event_id: event,
    stepId: step || undefined,
    userId,
  })
}

export const delegationActions: Readonly<Record<string, AreaAction>> = {
  'delegate-step': { part: 'waits', done: 'delegated', run: delegate },
  'acknowledge-event': {
    part: 'waits',
    done: 'acknowledged',
    run: operation('approvals', 'acknowledgeEvent', ({ event = '' }) => ({ event_id: event })),
  },
}
