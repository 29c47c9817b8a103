import { beforeAll, describe, expect, it } from 'vitest'
import { managementConfig } from '../../functions/policies/index.ts'
import { type Person, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person
let made = 0

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  ada = await registered(w, 'ada', { username: 'ada' })
})

const fresh = async (): Promise<Record<string, unknown>> => {
  made += 1
  const sent = { org_name: `Fresh ${made}`, org_description: 'New' }
  return (await ada.device.createOrganization(sent)).body.org.messageSettings
}

describe('a new organization', () => {
  it('writes messages of 500 signs to members and followers where the school says nothing', async () => {
    expect(await fresh()).toMatchObject({ characterLimit: 500, visibility: 'members_and_followers' })
  })

  it.each([
    [{ defaultCharacterLimit: 900, defaultVisibility: 'members_only' }, 900, 'members_only'],
    [{ defaultCharacterLimit: 900, maxCharacterLimit: 700 }, 700, 'members_and_followers'],
    [{ defaultCharacterLimit: 20, defaultVisibility: 'public' }, 100, 'public'],
  ] as const)('starts with what the school says: %j', async (messaging, characterLimit, visibility) => {
    await w.table().put(managementConfig, { messaging, version: 1 })
    expect(await fresh()).toMatchObject({ characterLimit, visibility, allowReplies: true })
  })
})
