import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contracts } from '../../functions/routes.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import { isForm, type Rows } from '../../lib/contract/row.ts'
import { firstFault } from '../../lib/http/validation-summary.ts'
import { admins } from '../support/administrators.ts'
import { type Reply, refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { founded } from '../support/societies.ts'

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

  // rules/http 56
  it('names its first fault in the message, without the names of the code', async () => {
    const { orgId } = await founded(dean)
    const question = (text: unknown) => ({ type: 'short', question: text, required: true })
    const form = (...questions: readonly object[]) =>
      dean.device.createForm({ orgId, form: { title: 'Sign-up', questions } })
    const room = (sent: object) => dean.device.createRoom(sent)
    const event = (sent: object) =>
      dean.device.createEvent({ name: 'Chess', start_time: '2027-05-09T18:00:00.000Z', ...sent })
    const cases: readonly [Promise<Reply>, string][] = [
      [form(question('')), 'Question 1: enter a question'],
      [form(question('Why?'), question(7)), 'Question 2: send text'],
      [form(question('Why?'), { type: 'select', question: 'Which?' }), 'Question 2, type: send one of: '],
      [room({}), 'Name: enter a name'],
      [room({ name: '' }), 'Name: enter a name'],
      [room({ name: 'Hall', capacity: 0 }), 'Capacity: send 1 or more'],
      [room({ name: 'Hall', features: ['', 3] }), 'Feature 1: enter a feature'],
      [room({ name: 'Hall', size: 3 }), 'Leave out "size": not known here'],
      [
        dean.device.updateManagementConfig({ verificationTiers: { gold: { name: '' } } }),
        'Verification tiers, gold',
      ],
      [dean.device.findSchoolUsers({ role: 'king' }), 'Role: send admin'],
      // Values with several forms: the fault of the form that was sent.
      [event({ recurrence: { frequency: 'yearly', count: 2 } }), 'Recurrence, frequency: send one of: daily'],
      [
        event({ recurrence: { frequency: 'weekly', count: 2, byDay: ['XX'] } }),
        'By day 1: expected a weekday',
      ],
      [event({ visibility: 'secret' }), 'Visibility: send one of: public'],
      [event({ waitlistEnabled: 7 }), 'Waitlist enabled: send true or false'],
      [event({ maxAttendees: [7] }), 'Max attendees: send a number'],
    ]
    for (const [sent, message] of cases) {
      const { status, body } = await sent
      expect([status, body.code], message).toEqual([400, 'VALIDATION_ERROR'])
      expect(body.message.slice(0, message.length)).toBe(message)
    }
  })

  // rules/http 56
  it('never names fields by their place or as they are written in code', async () => {
    const bodies = Object.entries(contracts).flatMap(([domain, { rows }]) =>
      Object.entries(rows as Rows).flatMap(([name, { body }]) =>
        body && !isForm(body) ? [{ name: `${domain}.${name}`, body }] : [],
      ),
    )
    let faults = 0
    for (const { name, body } of bodies) {
      const names = Object.keys((body._zod.def as { shape?: object }).shape ?? {})
      for (const value of [undefined, true, [7], [{}], { first_part: 7 }]) {
        const parsed = z.safeParse(body, Object.fromEntries(names.map((field) => [field, value])))
        for (const { path, message } of parsed.error?.issues ?? []) {
          const fault = firstFault([{ field: path.map(String).join('.'), message }]) ?? ''
          faults += 1
          expect(fault, name).toMatch(/^[A-Z][^_.]*?(: |$)/)
          expect(fault.split(': ')[0], name).not.toMatch(/[a-z][A-Z]|\d\.|\.\d/)
        }
      }
    }
    expect(faults).toBeGreaterThan(200)
  })
})
