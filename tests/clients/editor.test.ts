import { expect, it } from 'vitest'
import { happened, scene } from './scene.ts'

/** Fields that the editor of an event sends, each as it was read, or as an empty one is shown. */
const sent = [
  'name',
  'description',
  'type',
  'visibility',
  'expectedAttendance',
  'contact',
  'externalLink',
  'start_time',
  'end_time',
  'classroom_id',
  'location',
  'customFields',
] as const

it('saving the title of an event as the editor does changes nothing else', async () => {
  const { people, orgId, eventId } = await scene()
  const { device } = people.owner
  const read = async () => (await happened(device.getEventDashboard({ orgId, eventId }))).body.data.event
  const before = await read()
  const fields = Object.fromEntries(sent.map((field) => [field, before[field] ?? null]))
  await happened(device.updateOrgEvent({ orgId, eventId, ...fields, name: 'Autumn Open', resourceId: null }))
  const { name, version: _, updatedAt: __, ...after } = await read()
  const { name: ___, version: ____, updatedAt: _____, ...same } = before
  expect(name).toBe('Autumn Open')
  expect(after).toEqual(same)
})
