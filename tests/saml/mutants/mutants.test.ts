import { describe, expect, it } from 'vitest'
import { type Checks, createChecks } from '../../../functions/saml/config/checks.ts'
import { requireResponse } from '../../../functions/saml/sign-in/response.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { answerOf, facts } from '../idp.ts'
import { answerTo, begin, samlSchool, send } from '../school.ts'
import { honest } from './honest-mutants.ts'
import { demands, expected, now, provider, request, written } from './judging.ts'
import { without } from './lenient.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'

const verdict = async (seen: Checks, mutant: Mutant): Promise<string> => {
  try {
    await requireResponse(seen, written(mutant), demands(mutant), expected)
    return 'taken'
  } catch {
    return seen.done.find(({ ok }) => !ok)?.name ?? 'refused without a word'
  }
}

describe('a response', () => {
  it('is taken as the identity provider wrote it', async () => {
    const statement = await requireResponse(createChecks(), written(), demands(), expected)
    expect(statement).toMatchObject({ nameId: 'ada@students.example.edu', sessionIndex: '_session1' })
    expect(statement.attributes.get('role')).toEqual(['student', 'member'])
  })

  // rules/saml 10
  it.each(['message', 'both'] as const)('is taken with a signature over %s', async (parts) => {
    const xml = answerOf(provider, facts(provider, request, now), { parts })
    const open = demands({ config: { wantAssertionsSigned: false } })
    expect((await requireResponse(createChecks(), xml, open, expected)).nameId).toBeDefined()
  })

  it('comes in many wrong kinds, each of its own name', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(80)
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  })

  // rules/saml 9
  it.each(mutants)('is refused: $name', async (mutant) => {
    expect(await verdict(createChecks(), mutant)).toBe(mutant.check)
  })

  it.each(honest.filter(({ alone }) => alone !== false))(
    'would be taken if "$check" were not looked at: $name',
    async (mutant) => {
      expect(await verdict(without(mutant.check), mutant)).toBe('taken')
    },
  )
})

describe('at the door', () => {
  const school = samlSchool()

  // rules/saml 9
  it.each(mutants.filter(({ config }) => config === undefined))('$name signs nobody in', async (mutant) => {
    const { w } = await school
    const begun = await begin(await school)
    const device = w.device()
    const usual = facts(provider, { ...(await school).places, requestId: begun.requestId }, w.clock.now())
    const change = mutant.change(w.clock.now(), usual)
    const xml = answerTo(await school, begun, { ...change, facts: { ...usual, ...change.facts } })
    const reply = await send(device, xml, begun.relay)
    expect([reply.status, reply.body.message]).toEqual([401, 'SAML authentication failed'])
    expect(Object.keys(reply.body).sort()).toEqual(['code', 'data', 'message', 'success'])
    expect([...device.jar.keys()]).toEqual([])
  })

  it('has made no user of any of them', async () => {
    const { w } = await school
    const { items } = await w.table().list(tenantUser, { index: 'gsi1', keyParams: {}, limit: 100 })
    expect(items.map(({ username }) => username)).toEqual(['dean'])
  })
})
