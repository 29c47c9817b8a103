import { expect, it } from 'vitest'
import { missesOf, undeclared } from './reading.ts'
import { replyOf } from './replay.ts'

it('the sheet sees what is missing, of another kind, or promised by nobody', () => {
  const body = {
    events: [
      { name: 'a', host: { roles: [] } },
      { name: 1, host: null },
    ],
  }
  expect(missesOf(body, { 'events[].name': 'text', 'events[].host.roles': 'list?' })).toHaveLength(1)
  expect(missesOf(body, { 'events[].host.roles': 'list', 'events[].image': 'text?' })).toHaveLength(1)
  expect(missesOf({ events: [] }, { 'events[].name': 'text' })).toHaveLength(1)
  const reply = replyOf('GET /get-all-events')
  expect(reply && undeclared(reply, ['events[].hostingId.roles', 'events[].hostingId.email'])).toEqual([
    'events[].hostingId.email',
  ])
})
