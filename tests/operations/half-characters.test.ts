import { describe, expect, it } from 'vitest'
import { MalformedJson } from '../../lib/contract/failures.ts'
import { globalUser } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { world } from '../support/world.ts'

describe('half of a surrogate pair', () => {
  // rules/http 23
  it.each(['\\ud800', '\\uDFFF', 'Ada \\uD83D', '\\ude00\\ud83d', '\\ud83d\\ud83d\\ude00'])(
    'is no text: %s is refused wherever it stands',
    async (half) => {
      const w = await world()
      const ada = await registered(w, 'ada')
      for (const raw of [
        `{"name":"${half}"}`,
        `{"tags":["${half}"]}`,
        `{"onboardingResponses":{"${half}":1}}`,
        `{"${half}":1}`,
      ])
        expect(await ada.device.updateUser({}, { raw })).toMatchObject(refused(MalformedJson))
      const raw = `{"email":"${w.email('ben')}","password":"${half} and more","name":"${half}"}`
      expect(await w.device().register({}, { raw })).toMatchObject(refused(MalformedJson))
    },
  )

  it('is told from a whole one, and from a text that only looks like one', async () => {
    const w = await world()
    const name = '\u{1F600} \\ud800'
    const raw = `{"email":"${w.email('ada')}","password":"${password}","name":"\\ud83d\\ude00 \\\\ud800"}`
    const { status, body } = await w.device().register({}, { raw })
    expect([status, body.data.user.name]).toEqual([201, name])
    const { globalUserId: id } = body.data.user
    expect(await w.table().get(globalUser, { id })).toMatchObject({ name })
  })
})
