import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import { consume } from '../../functions/stream/handler.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { orgWords } from '../../lib/identity/person/names.ts'
import { indexOnChange, rowsOf, syncWords, type WordRow } from '../../lib/search/rows.ts'
import { cardOf, hostedBy } from '../events/cards.ts'
import { wholeStream } from '../privacy/stream.ts'
import { password, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { changeNotice } from '../support/table/storing.ts'
import { imagesAtHome } from '../support/table/whole-table.ts'
import { type World, world } from '../support/world.ts'

const place = ({ list, word, id }: WordRow): string => `${list} ${word} ${id}`

const standing = async (w: World): Promise<string[]> =>
  (await imagesAtHome(w, 'WORDS#org'))
    .map((image) => unmarshall(image as never) as WordRow)
    .map((row) => `${place(row)} ${row.text} ${row.facts ?? ''}`)
    .sort()

const wanted = (cards: readonly Organization[]): string[] =>
  cards
    .flatMap((card) => rowsOf(orgWords, card))
    .map((row) => `${place(row)} ${row.text} ${row.facts ?? ''}`)
    .sort()

const names = [
  'Chess Club',
  'Chess',
  'Éclair Club',
  'eclair CLUB',
  'Club of Clubs',
  '♥',
  'a b c d e f g h i j k l m',
]

const deed = fc.record({
  at: fc.nat(2),
  name: fc.constantFrom(...names),
  verified: fc.boolean(),
  pending: fc.boolean(),
  state: fc.constantFrom('active', 'sunset'),
  gone: fc.constantFrom('no', 'no', 'softly', 'wholly'),
})

describe('rows of words', () => {
  // rules/table 10
  it('are those of the cards, however often and late their notices come', async () => {
    const w = await world({ ownTable: true })
    const { orgId } = await founded(await registered(w))
    const model = await w.table().get(organization, { orgId })
    if (!model) throw new Error('nothing to copy')
    await syncWords(w.table(), [], rowsOf(orgWords, model))
    const carry = consume([indexOnChange(orgWords)], () => w.runtime)
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(11), { maxLength: 6 }),
        async (deeds, again) => {
          const cards = new Map<string, Organization>()
          const notices: DynamoDBRecord[] = []
          for (const [step, { at, name, verified, pending, state, gone }] of deeds.entries()) {
            const id = `org${at}`
            const before = cards.get(id)
            const after: Organization | undefined =
              gone === 'wholly'
                ? undefined
                : {
                    ...model,
                    orgId: id,
                    org_name: name,
                    verified,
                    approvalStatus: pending ? 'pending' : 'approved',
                    lifecycleStatus: state,
                    version: step,
                    ...(gone === 'softly' ? { deletedAt: model.createdAt } : {}),
                  }
            if (after) await w.table().put(organization, after)
            else await w.table().remove(organization, { orgId: id })
            if (after) cards.set(id, after)
            else cards.delete(id)
            if (before || after) notices.push(changeNotice(w, organization, before, after))
          }
          // The stream may begin once more at any place that it has passed.
          const repeated = again.flatMap((from) => notices.slice(from))
          const { batchItemFailures } = await carry({ Records: [...notices, ...repeated] })
          expect(batchItemFailures).toEqual([])
          expect(await standing(w)).toEqual(wanted([...cards.values()]))
          for (const id of cards.keys()) {
            const card = cards.get(id)
            await w.table().remove(organization, { orgId: id })
            await carry({ Records: [changeNotice(w, organization, card, undefined)] })
          }
          expect(await standing(w)).toEqual([])
        },
      ),
      { numRuns: 15 },
    )
  }, 60_000)

  // rules/table 11
  it('find an organization from its first moment on, and never by a name that it had', async () => {
    const w = await world()
    const eve = await registered(w, 'eve')
    const { orgId } = await founded(eve, { org_name: 'Alpine Walking Party' })
    const found = async (search: string) => (await w.device().listOrganizations({ search })).body.orgs.length
    expect(await found('party alp')).toBe(1)
    await eve.device.editOrganization({ orgId, org_name: 'Alpine Reading Circle' })
    expect([await found('circle'), await found('alpine read'), await found('walking')]).toEqual([1, 1, 0])
    await eve.device.deleteOrganization({ orgId })
    expect([await found('circle'), await found('alpine')]).toEqual([0, 0])
  })

  it('of a long name go along as far as a transaction has room, those of single words first', async () => {
    const w = await world()
    const eve = await registered(w, 'eve')
    const org_name = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima'
    await founded(eve, { org_name })
    const found = async (search: string) => (await w.device().listOrganizations({ search })).body.orgs.length
    for (const word of org_name.split(' ')) expect([word, await found(word)]).toEqual([word, 1])
  })
})

describe('what the stream brings', () => {
  it('lets people, members and events be found by several words, and by no name that is no more', async () => {
    const w = await world({ ownTable: true })
    const stream = await wholeStream(w)
    const [owner, zoe] = [await registered(w, 'owner'), await registered(w, 'zoe', { username: 'zoe' })]
    await zoe.device.updateUser({ name: 'Zoë Álvarez' })
    const club = await founded(owner)
    await joined(club, zoe)
    const event = cardOf({ name: 'Søren reads aloud', ...hostedBy(club) })
    await w.table().put(eventCard, event)
    await w.table().put(eventCard, cardOf({ name: 'Tove reads on', ...hostedBy(club) }))
    await stream.drain()
    const people = async (query: string) => (await owner.device.searchUsers({ query })).body.data.length
    const members = async (search: string) =>
      (await owner.device.listOrgMembers({ orgId: club.orgId, search })).body.members.length
    const events = async (search: string) =>
      (await w.device().listFutureEvents({ search })).body.events.length
    const { pagination } = (await w.device().listFutureEvents({ search: 'reads', limit: '1' })).body
    expect(pagination).toMatchObject({ total: 2, totalIsLowerBound: false, totalPages: 2 })
    expect([await people('zoe alv'), await members('alv zo'), await events('reads sor')]).toEqual([1, 1, 1])
    await zoe.device.updateUser({ name: 'Ann Other' })
    expect(await people('alv')).toBe(0)
    await w.table().put(eventCard, { ...event, visibility: 'members_only', version: 2 })
    expect(await events('reads sor')).toBe(0)
    await stream.drain()
    expect([await people('ann other'), await members('zoe ann'), await members('alv')]).toEqual([1, 1, 0])
    await zoe.device.deleteAccount({ password })
    expect([await people('ann other'), await members('zoe ann')]).toEqual([0, 0])
    await stream.drain()
    const left = (await imagesAtHome(w, 'WORDS#')).map((image) => String(image.text?.S))
    expect(left.filter((text) => /zoe|other|alvarez/.test(text))).toEqual([])
    expect(left.filter((text) => text === 'soren reads aloud').length).toBeGreaterThan(0)
    const byLetter = await imagesAtHome(w, 'WORDS#event:s')
    expect(byLetter.map((image) => String(image.text?.S))).toEqual(['tove reads on'])
  })
})
