import { notification } from '../../../functions/notifications/repository.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { streamOf } from '../../support/streamed.ts'
import type { SheetRow } from '../row.ts'
import type { Scene } from '../scene.ts'

/** The member has been told something that asks for an answer. */
const told = async ({ w, people }: Scene): Promise<string> => {
  const to = { kind: 'users' as const, ids: [people.member.user._id] }
  const actions = [{ id: 'open', label: 'Open', type: 'link' as const, url: '/events' }]
  const row = {
    template: 'event_created',
    params: { eventTitle: 'Chess night' },
    to,
    actions,
    channels: ['in_app' as const],
  }
  await w.table().write([notificationDue(w.runtime, row)])
  await streamOf(w).drain()
  const { items } = await w
    .table()
    .list(notification, { keyParams: { to: people.member.user._id }, limit: 50 })
  return items.find((one) => one.actions?.some(({ id }) => id === 'open'))?.id ?? ''
}

export const notifications: readonly SheetRow[] = [
  {
    call: 'GET /notifications',
    as: 'member',
    sends: async (scene) => {
      await told(scene)
      return {}
    },
    reads: {
      'data[]._id': 'text',
      'data[].message': 'text',
      'data[].status': 'text',
      'data[].createdAt': 'text',
      'data[].sender.name': 'text?',
      'data[].sender.picture': 'text?',
      'data[].actions': 'list',
      'data[].actions[].id': 'text?',
      'data[].actions[].type': 'text?',
      'data[].actions[].url': 'text?',
      'data[].actions[].label': 'text?',
      'data[].actions[].style': 'text?',
      'data[].actions[].payload': 'object?',
    },
  },
  {
    call: 'PATCH /notifications/:id/read',
    as: 'member',
    sends: async (scene) => ({ path: { id: await told(scene) } }),
  },
  {
    call: 'POST /notifications/:id/actions/:actionId',
    as: 'member',
    sends: async (scene) => ({ path: { id: await told(scene), actionId: 'open' }, body: {} }),
    reads: { data: 'object' },
  },
]

export const platform: readonly SheetRow[] = [{ call: 'GET /health', reads: { ok: 'flag' } }]
