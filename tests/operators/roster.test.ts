import { beforeEach, describe, expect, it } from 'vitest'
import {
  maxChanges,
  maxRosterAddresses,
  RosterFull,
  RosterTooLong,
  RosterUnreadable,
  RosterUnseen,
} from '../../functions/operators/roster-shapes.ts'
import { BadCursor, ConcurrentChange } from '../../lib/contract/failures.ts'
import { emailPointer, globalUser } from '../../lib/identity/person/records.ts'
import { rosterEntry, rosterHead } from '../../lib/identity/school/roster.ts'
import { admins } from '../support/administrators.ts'
import { type Agent, refused } from '../support/agent.ts'
import { password } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { streamOf } from '../support/streamed.ts'
import { interrupted } from '../support/table/interrupted.ts'
import type { World } from '../support/world.ts'

let w: World
let root: Agent

beforeEach(async () => {
  const found = await admins()
  w = found.w
  root = found.root.device
  await enrolSchool(w, w.home)
})

type Wanted = { mode: 'add' | 'remove' | 'replace'; emails?: string[]; csv?: string }

const look = async (wanted: Wanted) => (await root.previewRoster(wanted)).body.data
const save = async (wanted: Wanted) => {
  const { seen } = await look(wanted)
  const { status, body } = await root.saveRoster({ ...wanted, seen })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const listed = async (): Promise<string[]> => {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await root.listRoster({ limit: '2', ...(cursor ? { cursor } : {}) })
    found.push(...body.data.entries.map(({ email }: { email: string }) => email))
    cursor = body.data.cursor
  } while (cursor)
  return found
}
const [ada, ben, eva] = ['ada@x.example.edu', 'ben@x.example.edu', 'eva@x.example.edu'] as const
const add = (...emails: string[]): Wanted => ({ mode: 'add', emails })
const many = (count: number, name = 'p') =>
  Array.from({ length: count }, (_, at) => `${name}${at}@x.example.edu`)

/** A list as a browser uploads it. */
const upload = async (
  what: 'previewRoster' | 'saveRoster',
  list: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ mode: 'add', ...fields })) form.set(name, value)
  form.set('file', new Blob([list], { type: 'text/csv' }), 'people.csv')
  const sent = new Response(form)
  const raw = Buffer.from(await sent.arrayBuffer())
  return root[what]({}, { raw, headers: { 'content-type': sent.headers.get('content-type') ?? '' } })
}

describe('a roster', () => {
  // rules/auth 46
  it('is extended, replaced and reduced as previewed, and read in pages', async () => {
    expect(await look(add(ben, ada))).toMatchObject({ added: 2, removed: 0, kept: 0, total: 2 })
    expect(await listed()).toEqual([])
    expect(await save(add(ben, ada))).toEqual({ added: 2, removed: 0, total: 2, changesLeft: 0 })
    const replacement = { mode: 'replace' as const, emails: [eva, ben] }
    expect(await look(replacement)).toMatchObject({ added: 1, removed: 1, kept: 1, total: 2 })
    await save(replacement)
    expect(await listed()).toEqual([ben, eva])
    await save(add(ada))
    expect(await listed()).toEqual([ada, ben, eva])
    expect(await save({ mode: 'remove', emails: [ben, 'nobody@x.example.edu'] })).toEqual({
      added: 0,
      removed: 1,
      total: 2,
      changesLeft: 0,
    })
    expect(await listed()).toEqual([ada, eva])
    const one = (await root.listRoster({ email: 'ADA@x.example.edu' })).body.data
    expect([one.entries.length, one.total]).toEqual([1, 2])
    expect((await root.listRoster({ email: ben })).body.data.entries).toEqual([])
    expect(await root.listRoster({ cursor: 'x' })).toMatchObject(refused(BadCursor))
  })

  // rules/auth 46
  it.each([
    ['a heading', `name,E-Mail\n"Lovelace, Ada",Ada@X.example.edu.\nBen,${ben}\n`],
    ['semicolons and a mark of order', `\uFEFFemail;name\r\n${ada};Ada\r\n${ben};Ben\r\n`],
    ['no heading', `${ada},Ada\n\n ${ben} \n${ada},again\n`],
  ])('is read from a table with %s', async (_, csv) => {
    expect(await look({ mode: 'add', csv })).toMatchObject({ added: 2, wrong: 0 })
    await save({ mode: 'add', csv })
    expect(await listed()).toEqual([ada, ben])
  })

  // rules/auth 46
  it('skips entries that are no addresses, and reports them', async () => {
    const found = await look(add(ada, 'nobody', ' ', 'a b@x.example.edu'))
    expect(found).toMatchObject({ added: 1, wrong: 2, wrongEmails: ['nobody', 'a b@x.example.edu'] })
  })

  // rules/http 54
  it.each([
    ['UTF-16, little end first', Buffer.from(`\uFEFFname\temail\r\nZoë\t${ada}\r\n`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFFname;email\nZoë;${ada}\n`, 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', Buffer.from(`email,name\n${ada},Zoë`, 'utf16le')],
    ['Windows-1252', Buffer.from(`Name;Email\r\nZo\u00EB;${ada}\r\n`, 'latin1')],
    ['UTF-8 with a separator line', Buffer.from(`sep=;\r\nemail;name\r\n${ada};Zoë\r\n`)],
  ])('is read from a file in %s', async (_, bytes) => {
    const { status, body } = await upload('previewRoster', Uint8Array.from(bytes))
    expect([status, body.data?.wrong], JSON.stringify(body)).toEqual([200, 0])
  })

  // rules/http 54
  it('names the rows of a table that are wrong', async () => {
    const csv = `email\n${ada}\n\nnobody\n`
    expect((await look({ mode: 'add', csv })).wrongRows).toEqual([{ row: 4, value: 'nobody' }])
    const { status, body } = await root.previewRoster({ mode: 'add', csv: `${ada}\n"a" b\n` })
    expect([status, body.code, body.details[0].row]).toEqual([400, RosterUnreadable.code, 2])
    expect(body.message).toContain('Row 2')
    const damaged = await upload('previewRoster', `${ada}\r\n${ben}\r\n\0${eva}`)
    expect([damaged.body.code, damaged.body.details]).toEqual([
      RosterUnreadable.code,
      [expect.objectContaining({ field: 'file', row: 3 })],
    ])
  })

  // rules/auth 46
  it('is saved only after a preview of its current version', async () => {
    const { seen } = await look(add(ada))
    for (const other of [add(ben), add(ada, ben), { mode: 'replace' as const, emails: [ada] }])
      expect(await root.saveRoster({ ...other, seen })).toMatchObject(refused(RosterUnseen))
    await save(add(ben))
    expect(await root.saveRoster({ ...add(ada), seen })).toMatchObject(refused(RosterUnseen))
    const last = (await look(add(eva))).seen
    expect((await root.saveRoster({ ...add(eva), seen: last })).status).toBe(200)
    expect(await root.saveRoster({ ...add(ada), seen: last })).toMatchObject(refused(RosterUnseen))
    expect(await listed()).toEqual([ben, eva])
  })

  // rules/auth 46
  it('is changed by one of two requests at the same moment, and an interrupted change continues', async () => {
    const [one, other] = [add(...many(120)), { mode: 'replace' as const, emails: [ada] }]
    const { seen } = await look(one)
    const late = await interrupted(
      w,
      () => root.saveRoster({ ...one, seen }),
      () => save(other),
      2,
    )
    expect(late).toMatchObject(refused(ConcurrentChange))
    expect(await listed()).toEqual([ada])
    const again = await look(one)
    const broken = await interrupted(
      w,
      () => root.saveRoster({ ...one, seen: again.seen }),
      () => Promise.reject(new Error('gone')),
      2,
    )
    expect(broken.status).toBe(500)
    expect((await root.listRoster()).body.data.total).toBe(91)
    const { body } = await root.saveRoster({ ...one, seen: again.seen })
    expect(body.data).toEqual({ added: 30, removed: 0, total: 121, changesLeft: 0 })
    expect(await root.saveRoster({ ...one, seen: again.seen })).toMatchObject({ status: 200 })
    expect(await listed()).toHaveLength(121)
    const head = await w.table().get(rosterHead, { name: 'HEAD' }, { strong: true })
    expect(head?.count).toBe(121)
  })

  // rules/auth 46
  it('takes a long list by repeating the request, additions first', async () => {
    await save(add(...many(120, 'old')))
    const wanted = { mode: 'replace' as const, csv: many(maxChanges).join('\n') }
    const { seen, ...shown } = await look(wanted)
    expect(shown).toMatchObject({ added: maxChanges, removed: 120, total: maxChanges })
    const first = (await root.saveRoster({ ...wanted, seen })).body.data
    expect(first).toEqual({ added: maxChanges, removed: 0, total: maxChanges + 120, changesLeft: 120 })
    expect((await root.listRoster({ email: 'old7@x.example.edu' })).body.data.entries).toHaveLength(1)
    const rest = (await root.saveRoster({ ...wanted, seen })).body.data
    expect(rest).toEqual({ added: 0, removed: 120, total: maxChanges, changesLeft: 0 })
    expect((await root.listRoster({ email: 'old7@x.example.edu' })).body.data.entries).toEqual([])
    await streamOf(w).drain()
    const { entries } = (await root.listAuditEntries()).body.data
    const logged = entries.filter(({ action }: { action: string }) => action === 'tenant.roster')
    const numbers = logged.map(({ detail }: { detail: object }) => detail)
    expect(numbers.slice(0, 2)).toEqual([
      { mode: 'replace', added: '0', removed: '120' },
      { mode: 'replace', added: String(maxChanges), removed: '0' },
    ])
    const told = w.mails.filter(({ text }) => text.includes('was changed: 2000 new, 120 removed'))
    expect([told.length > 0, new Set(told.map(({ to }) => to)).size]).toEqual([true, told.length])
  })

  // rules/auth 46
  it('does not continue a list once another administrator has changed the roster', async () => {
    const wanted = add(...many(maxChanges + 1))
    const { seen } = await look(wanted)
    expect((await root.saveRoster({ ...wanted, seen })).body.data.changesLeft).toBe(1)
    await save({ mode: 'remove', emails: many(1) })
    expect(await root.saveRoster({ ...wanted, seen })).toMatchObject(refused(RosterUnseen))
  })

  // rules/auth 46
  it('is read from a file, which may be larger than other bodies', async () => {
    const rows = many(3000).map((email) => `${'A long name '.repeat(8)},${email}`)
    const text = `name,email\n${rows.join('\n')}`
    expect(text.length).toBeGreaterThan(256 * 1024)
    const { status, body } = await upload('previewRoster', text)
    expect([status, body.data.added, body.data.wrong]).toEqual([200, 3000, 0])
    const line = JSON.stringify(w.logs.findLast(({ operation }) => operation === 'operators.previewRoster'))
    expect(Number(/"ReadUnits":(\d+)/.exec(line)?.[1])).toBeLessThan(100)
    const saved = await upload('saveRoster', text, { seen: body.data.seen })
    expect(saved.body.data).toMatchObject({ added: maxChanges, changesLeft: 1000 })
    const picture = await upload('previewRoster', Uint8Array.of(0xff, 0xfe, 0))
    expect([picture.status, picture.body.code]).toEqual([400, RosterUnreadable.code])
  })

  // rules/auth 46
  it('has a maximum size', async () => {
    const csv = 'a@x.example.edu\n'.repeat(maxRosterAddresses + 1)
    expect(await upload('previewRoster', csv)).toMatchObject(refused(RosterTooLong))
    await save(add('p1@x.example.edu'))
    await w.table().update(rosterHead, { name: 'HEAD' }, { set: { count: maxRosterAddresses } })
    expect(await root.previewRoster(add(ada))).toMatchObject(refused(RosterFull))
    expect((await look({ mode: 'remove', emails: ['p1@x.example.edu'] })).removed).toBe(1)
  })

  // rules/auth 46
  it('notifies the administrators once and is audited without addresses', async () => {
    await save(add(ada, ben))
    await w.deliver()
    const { entries } = (await root.listAuditEntries()).body.data
    const found = entries.filter(({ action }: { action: string }) => action === 'tenant.roster')
    expect(found).toMatchObject([{ detail: { mode: 'add', added: '2', removed: '0' } }])
    expect(JSON.stringify(found)).not.toContain(ada)
  })

  // rules/auth 44, 45
  it('admits a listed person by a mailed code, and is shown to a person who has proven the address', async () => {
    const email = w.email('fay')
    await save(add(email.toUpperCase()))
    const open = { ways: ['password', 'google', 'apple', 'saml', 'passkey'], breakGlass: [] }
    const policy = { ...open, newMembers: 'rostered' }
    const plain = (await root.previewDoor(open)).body.data
    expect((await root.setDoor({ ...policy, seen: plain.seen })).body.code).toBe('DOOR_UNSEEN')
    const { seen, people } = (await root.previewDoor(policy)).body.data
    expect(people).toEqual([])
    expect((await root.setDoor({ ...policy, seen })).body.data.newMembers).toBe('rostered')
    w.clock.advance(2.1)
    const device = w.device()
    await device.register({ email, password })
    await w.deliver()
    expect((await device.register({ email, password, code: w.codeFor(email) })).status).toBe(201)
    await save({ mode: 'remove', emails: [email] })
    expect((await device.validateToken()).status).toBe(200)
    await w.table().put(rosterEntry, { email, addedAt: w.clock.now().toISOString() })
    const rosterOf = async () => {
      const { schools } = (await device.getMyData()).body.data
      return schools[0].data.roster.rows
    }
    expect(await rosterOf()).toMatchObject([{ email }])
    const { globalUserId: id = '' } = (await w.table().get(emailPointer, { email }, { strong: true })) ?? {}
    await w.table().update(globalUser, { id }, { set: { emailVerified: false } })
    expect(await rosterOf()).toEqual([])
  })
})
