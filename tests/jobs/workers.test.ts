import { expect, it } from 'vitest'
import { staged } from '../agendas/events.ts'
import { listed, tell } from '../support/inboxes.ts'
import { workOf } from './work.ts'

// rules/jobs 20
it('a notification for those who work at an event reaches whoever has confirmed, and nobody else', async () => {
  const s = await staged('workers')
  const work = workOf(s)
  const { at } = await s.hosted()
  const roleId = await work.jobIn(at, { requiredCount: 9 })
  const [confirmed, declined] = [await work.member(), await work.member()]
  await work.assigned(at, roleId, confirmed)
  await work.assigned(at, roleId, declined, { status: 'declined' })
  const to = { kind: 'event', eventId: at.eventId, who: 'workers' } as const
  await tell(s.w, to, { template: 'event_reminder', params: { eventTitle: 'Chess night' } })
  const heard = async (person: typeof confirmed) =>
    (await listed(person)).data.filter(({ type }: { type: string }) => type === 'reminder').length
  expect([await heard(confirmed), await heard(declined)]).toEqual([1, 0])
})
