import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/organizations/contract/failures.ts'
import { confusableKeyOf } from '../../lib/identity/person/names.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, type Society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  ada = await registered(w, 'ada')
})

const make = (org_name: string) =>
  ada.device.createOrganization({ org_name, org_description: 'We meet and talk' })

describe('two names look the same', () => {
  it.each([
    ['Modern Al Club', 'Modem AI CIub'],
    ['Chess Club', 'Сhеss Сlub'],
    ['Chess Club', 'Chess\u00A0 Cl\u200Bub\u2060'],
    ['Chess Club', 'ｃｈｅｓｓ ｃｌｕｂ'],
    ['Chess Club', '𝒞𝒽𝑒𝓈𝓈 𝐂𝐥𝐮𝐛'],
    ['Chess Club', 'Chẹss Ćlüb'],
    ['Chess Club', 'ᏟhesꜱCꓡub'.replace('ꜱC', 'ꜱ C')],
    ['Team 10', 'Team lO'],
    ["Dean's Choir", 'Dean’s Choir'],
    ['Tri-Delta', 'Tri‑Delta'],
    ['Omega', 'Οmegα'],
    ['cafe\u0301', 'CAFÉ'],
    ['Savvy', 'Sawy'],
  ])('%j and %j', (one, other) => {
    expect(confusableKeyOf(other)).toBe(confusableKeyOf(one))
  })

  it.each([
    ['Chess Club', 'Chess Clubs'],
    ['Chess Club', 'Chess-Club'],
    ['Go', 'Co'],
    ['दिल्ली', 'दल्ल'],
    ['日本', '日木'],
    ['נגן', 'נגו'],
    ['🎲', '🎯'],
  ])('%j and %j do not', (one, other) => {
    expect(confusableKeyOf(other)).not.toBe(confusableKeyOf(one))
  })
})

describe('a name that looks like another', () => {
  const lookalikes = ['Debate Сlub', 'Debate\u200B Club', 'Debate CIub', 'Débate Club', 'ＤＥＢＡＴＥ club']
  let club: Society

  beforeAll(async () => {
    club = await founded(ada, { org_name: 'Debate Club' })
  })

  // rules/organizations 3
  it.each(lookalikes)('is taken: %j', async (name) => {
    expect(await make(name)).toMatchObject(refused(failures.NameExists))
    expect(await ada.device.checkOrganizationName({ orgName: name })).toMatchObject(
      refused(failures.NameExists),
    )
    const { orgId } = await founded(ada)
    expect(await ada.device.editOrganization({ orgId, org_name: name })).toMatchObject(
      refused(failures.NameTaken),
    )
  })

  // rules/organizations 4, rules/organizations 5
  it('is its own to take, and free once it is gone', async () => {
    const { orgId } = club
    for (const org_name of ['Debate CIub', 'Debate Club', 'Debating Club']) {
      const { status, body } = await ada.device.editOrganization({ orgId, org_name })
      expect([status, body.org?.org_name]).toEqual([200, org_name])
      expect((await ada.device.getOrganizationByName({ name: org_name })).body.overview._id).toBe(orgId)
    }
    const again = await make('Debate Сlub')
    expect(again.status).toBe(201)
    expect((await ada.device.deleteOrganization({ orgId: again.body.org._id })).status).toBe(200)
    expect((await make('Debate Club')).status).toBe(201)
  })
})
