import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ApprovalCampus, approvalCampus, flowIs, pendingEvent } from './campus.ts'

let campus: ApprovalCampus
let reads: () => number

beforeAll(async () => {
  campus = await approvalCampus()
  await flowIs(campus.dean, { role: 'safety officer' })
  let asked = 0
  const { documents } = campus.w.runtime.client
  const send = documents.send.bind(documents) as (command: unknown) => Promise<unknown>
  vi.spyOn(documents, 'send').mockImplementation((async (command: { input?: object }) => {
    if (JSON.stringify(command.input ?? {}).includes('STAKEHOLDERS"')) asked += 1
    return send(command)
  }) as never)
  reads = () => {
    const since = asked
    asked = 0
    return since
  }
})

afterAll(() => {
  vi.restoreAllMocks()
})

describe('rules and flow of the school', () => {
  it('are read once where an event is submitted', async () => {
    const event_id = await pendingEvent(campus.c, { asDraft: true })
    reads()
    const { status } = await campus.c.owner.device.publishEvent({ eventId: event_id })
    expect([status, reads()]).toEqual([200, 1])
  })

  it('are read once where the edit of an event asks for its way before and after', async () => {
    const event_id = await pendingEvent(campus.c)
    reads()
    const { status } = await campus.c.owner.device.updateEvent({ event_id, description: 'With a band' })
    expect([status, reads()]).toEqual([200, 1])
  })
})
