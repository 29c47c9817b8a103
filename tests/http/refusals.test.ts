import { beforeAll, describe, expect, it } from 'vitest'
import { ValidationError } from '../../lib/contract/failures.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'

let dean: Person

beforeAll(async () => {
  ;({ dean } = await admins())
})

const said = async (asked: object): Promise<string> => {
  const reply = await dean.device.createRoom(asked)
  expect(reply).toMatchObject(refused(ValidationError))
  return reply.body.details.map(({ field, message }: Record<string, string>) => `${field}: ${message}`).join()
}

describe('a request that does not fit', () => {
  it('is told for each field what to send instead, in words', async () => {
    expect(await said({})).toBe('name: This is required. Send text')
    expect(await said({ name: '' })).toBe('name: Do not leave this empty')
    expect(await said({ name: 'Hall', capacity: 'many' })).toMatch(/^capacity: /)
    expect(await said({ name: 'Hall', capacity: 0 })).toBe('capacity: Send 1 or more')
    expect(await said({ name: 'Hall', features: 7 })).toBe('features: Send a list')
    expect(await said({ name: 'Hall', size: 3 })).toContain('Leave out "size": not known here')
    const filtered = await dean.device.findSchoolUsers({ role: 'king' })
    expect(filtered.body.details).toEqual([{ field: 'role', message: 'Send admin' }])
  })
})
