import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { taskHandlers } from '../../functions/members/scheduled-tasks.ts'
import { orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import { orgHistory, orgRoleCount, orgRoleHolder } from '../../lib/identity/org/records.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { dueMark } from '../../lib/scheduled/sweep-state.ts'
import { countsStream } from '../attendance/stream.ts'
import type { Reply } from '../support/agent.ts'
import { hourMs, meddled, sweep } from '../support/due.ts'
import { type Person, password, people } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import type { World } from '../support/world.ts'
import { dayMs, idOf, inDays, newYork, termsDue } from './role-terms.ts'
import { beginnings, type Deed, deed } from './role-terms-deeds.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 3)
const noticeMs = 14 * dayMs

let w: World
let cast: readonly Person[]
/** Lets what was written be counted. */
let counted: () => Promise<void>

beforeAll(async () => {
  w = await newYork()
  cast = await people(w, 4)
  counted = (await countsStream(w)).drain
})

const now = (): number => w.clock.now().getTime()
const someone = (at: number): Person => cast[at] ?? (cast[0] as Person)

type Held = { readonly roles: readonly string[]; readonly end?: string | undefined }

/** What should be: who has which roles until when, whose terms have ended, and of whose end people were told. */
type Model = {
  readonly orgId: string
  owner: number
  readonly members: Map<number, Held>
  readonly ended: string[]
  readonly announced: Set<string>
  readonly over: Set<string>
  /** Every moment at which something may ever have been due. */
  readonly moments: Set<string>
}

const covered = (roles: readonly string[]) => roles.filter((id) => id !== 'owner' && id !== 'member')
const causeOf = ({ orgId }: Model, at: number, end: string) => `${orgId}.${idOf(someone(at))}#${end}`

const assigned = (model: Model, { to, roles, ends }: Deed & { does: 'assign' }): void => {
  const had = model.members.get(to)?.end
  const kept = had !== undefined && Date.parse(had) > now() ? had : undefined
  const said = typeof ends === 'number' ? inDays(w, ends / 24) : kept
  const end = ends === null || covered(roles).length === 0 ? undefined : said
  model.members.set(to, { roles, end })
  if (end === undefined) return
  model.moments.add(end).add(new Date(Date.parse(end) - noticeMs).toISOString())
}

const struck = (model: Model): void => {
  for (const [at, { roles, end }] of model.members) {
    if (end === undefined) continue
    const cause = causeOf(model, at, end)
    if (Date.parse(end) > now()) {
      if (Date.parse(end) - noticeMs <= now()) model.announced.add(cause)
      continue
    }
    const left = roles.filter((id) => !covered(roles).includes(id))
    model.members.set(at, { roles: left.length > 0 ? left : ['member'] })
    model.ended.push(idOf(someone(at)))
    model.over.add(cause)
  }
}

const isRefused = (one: Deed): boolean =>
  one.does === 'assign' && typeof one.ends === 'number' && covered(one.roles).length === 0

const transferred = (model: Model, to: number): void => {
  const last = model.members.get(model.owner)
  const next = model.members.get(to)
  const rest = last?.roles.filter((id) => id !== 'owner') ?? []
  model.members.set(model.owner, { ...last, roles: rest.length > 0 ? rest : ['member'] })
  model.members.set(to, { ...next, roles: ['owner', ...(next?.roles ?? [])] })
  model.owner = to
}

/** Asks the platform; undefined where the model says that there is nothing to ask. */
const asked = (model: Model, one: Deed): Promise<Reply> | undefined => {
  if (one.does === 'wait' || one.to === model.owner) return undefined
  const { orgId } = model
  const { device } = someone(model.owner)
  const of = { orgId, userId: idOf(someone(one.to)) }
  if (one.does === 'assign') {
    const ends = typeof one.ends === 'number' ? inDays(w, one.ends / 24) : one.ends
    return device.assignOrgRole({
      ...of,
      roles: one.roles,
      ...(ends === undefined ? {} : { roleTermEnd: ends }),
    })
  }
  if (!model.members.has(one.to)) return undefined
  if (one.does === 'remove') return device.removeOrgMember(of)
  if (one.does === 'leave') return someone(one.to).device.leaveOrganization({ orgId })
  return device.transferOrgOwnership({ orgId, newOwnerUserId: of.userId })
}

const wait = async (model: Model, { hours, strikes, dies }: Deed & { does: 'wait' }): Promise<void> => {
  w.clock.advance(hours * 3600)
  for (const { device, email } of hours > 0 ? cast : []) await device.login({ email, password })
  if (strikes === 0) return
  let isDead = false
  const runtime = meddled(w, ({ name, when }) => {
    if (isDead || when !== dies || name !== 'TransactWriteCommand') return
    isDead = true
    throw new Error('killed')
  })
  if (dies) await sweep(w, taskHandlers, { runtime })
  await Promise.all(Array.from({ length: strikes }, () => sweep(w, taskHandlers)))
  struck(model)
}

const perform = async (model: Model, one: Deed): Promise<void> => {
  if (one.does === 'wait') return wait(model, one)
  model.moments.add(w.clock.now().toISOString())
  const reply = await asked(model, one)
  if (!reply) return
  if (isRefused(one)) return expect(reply.status).toBe(400)
  // Whoever was made a member by others and left is not made one again for a while.
  if (reply.status === 409) return expect(reply.body.code).toBe('MEMBERSHIP_REFUSED')
  expect([one, reply.status]).toEqual([one, 200])
  if (one.does === 'assign') assigned(model, one)
  else if (one.does === 'transfer') transferred(model, one.to)
  else model.members.delete(one.to)
}

const toldOf = async (causes: Iterable<string>, template: string): Promise<readonly string[]> => {
  const rows = await Promise.all(
    [...causes].map((cause) =>
      w.table().get(notificationRow, { cause, template, page: '0000' }, { strong: true }),
    ),
  )
  return rows.flatMap((row) => row?.cause ?? [])
}

const expectTold = async (model: Model): Promise<void> => {
  const all = [...model.members].flatMap(([at, { end }]) =>
    end === undefined ? [] : [causeOf(model, at, end)],
  )
  const causes = new Set([...all, ...model.announced, ...model.over])
  for (const [template, expected] of [
    ['org_term_ending', model.announced],
    ['org_term_ended', model.over],
  ] as const)
    for (const name of [template, `${template}_of`])
      expect([name, (await toldOf(causes, name)).toSorted()]).toEqual([name, [...expected].sort()])
}

/** The table says what the model says; one person owns the organization; only what lies ahead of a term is due. */
const expectWhole = async (model: Model): Promise<void> => {
  await counted()
  const { orgId } = model
  const page = { keyParams: { orgId }, limit: 100, strong: true }
  const [roles, { items: members }, { items: counts }] = await Promise.all([
    w.table().get(orgRoles, { orgId }, { strong: true }),
    w.table().list(orgMember, page),
    w.table().list(orgRoleCount, page),
  ])
  const shown = members.map(
    ({ userId, roles: ids, roleTermEnd: end }) => [userId, { roles: ids, end }] as const,
  )
  const meant = [...model.members].map(
    ([at, { roles: ids, end }]) => [idOf(someone(at)), { roles: ids, end }] as const,
  )
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(meant))
  const owners = members.filter(({ roles: ids }) => ids.includes('owner')).map(({ userId }) => userId)
  expect([roles?.owner, owners]).toEqual([idOf(someone(model.owner)), [idOf(someone(model.owner))]])
  for (const { roleId, count } of counts) {
    const { items } = await w.table().list(orgRoleHolder, { ...page, keyParams: { orgId, roleId } })
    const holders = members.filter(({ roles: ids }) => ids.includes(roleId)).map(({ userId }) => userId)
    expect([roleId, count, items.map(({ userId }) => userId)]).toEqual([roleId, holders.length, holders])
  }
  const ahead = members.flatMap(({ userId, roleTermEnd: end }) => {
    if (end === undefined) return []
    const notice = new Date(Date.parse(end) - noticeMs).toISOString()
    return [`term-end ${orgId}.${userId} ${end}`, `term-ending ${orgId}.${userId} ${notice}`]
  })
  const isAhead = (row: string) => row.includes(orgId) && Date.parse(row.split(' ')[2] ?? '') > now()
  const dueNow = (await termsDue(w, [...model.moments])).filter(isAhead)
  expect(dueNow).toEqual(ahead.filter(isAhead).sort())
}

const expectHistory = async ({ orgId, ended }: Model): Promise<void> => {
  for (const person of cast) {
    const userId = idOf(person)
    const { items } = await w
      .table()
      .list(orgHistory, { keyParams: { orgId, userId }, limit: 100, strong: true })
    const ends = items.filter(({ reason }) => reason === 'role_term_ended')
    expect(ends).toHaveLength(ended.filter((id) => id === userId).length)
  }
}

describe('membership terms, after any changes and clock runs', () => {
  it('end once, after a notification, and never remove the last owner', async () => {
    const property = fc.asyncProperty(fc.array(deed, { minLength: 6, maxLength: 12 }), async (deeds) => {
      const hour = Math.floor(now() / hourMs)
      await w.table('www').put(dueMark, { name: 'sweep', hour, at: w.clock.now().toISOString() })
      const { orgId } = await founded(someone(0))
      const members = new Map<number, Held>([[0, { roles: ['owner'] }]])
      const sets = { announced: new Set<string>(), over: new Set<string>(), moments: new Set<string>() }
      const model: Model = { orgId, owner: 0, members, ended: [], ...sets }
      for (const one of [...beginnings, ...deeds]) {
        await perform(model, one)
        await expectWhole(model)
      }
      await perform(model, { does: 'wait', hours: 1, strikes: 1 })
      await expectWhole(model)
      await expectHistory(model)
      await expectTold(model)
    })
    await fc.assert(property, { numRuns: runs })
  }, 180_000)
})
