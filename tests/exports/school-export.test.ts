import { beforeAll, describe, expect, it } from 'vitest'
import { eventPartitions } from '../../functions/events/index.ts'
import { exportedKinds, omittedKinds } from '../../functions/exports/kinds.ts'
import { entityFiles } from '../../infra/derive/data-model.ts'
import { nameOfItem, readKinds } from '../../infra/local/schools/file.ts'
import { orgPartitions } from '../../lib/identity/org/records.ts'
import { credential, session } from '../../lib/identity/person/records.ts'
import { read } from '../house/files.ts'
import { rowsOf } from '../security/rows.ts'
import { type ExportedCampus, exportedCampus } from './exported-campus.ts'
import { exported, type Line, linesIn } from './school-files.ts'

let campus: ExportedCampus
let text: string
let lines: Line[]

const ofKind = (kind: string): Record<string, unknown>[] =>
  lines.flatMap(({ entity, fields }) => (entity === kind && fields ? [fields] : []))

beforeAll(async () => {
  campus = await exportedCampus()
  text = await exported(campus.w, campus.dean)
  lines = linesIn(text)
}, 120_000)

describe('the file of a school', () => {
  it('says what it is, and proves at its end that it is whole', () => {
    const { home } = campus.w
    expect(lines[0]).toMatchObject({ format: 'quad-school', version: 1, tenant: home })
    expect(lines.at(-1)).toMatchObject({ end: true, lines: lines.length - 1 })
  })

  // rules/tenants 20
  it('holds every item of the school that is taken along, each once', async () => {
    const kinds = await readKinds()
    const names = lines.flatMap(({ entity, fields }) =>
      entity && fields ? [nameOfItem(kinds, { entity, fields })] : [],
    )
    expect(names.length).toBe(new Set(names).size)
    const stored = (await rowsOf(campus.w)).filter(
      ({ pk, entity }) => pk.startsWith(`T#${campus.w.home}#`) && exportedKinds.has(entity),
    )
    const startedAt = String(lines[0]?.startedAt)
    const missing = stored
      .map(({ entity, ...fields }) => ({ entity, fields: fields as Record<string, unknown> }))
      .filter(({ entity, fields }) => entity !== 'AuditEntry' || String(fields.at) < startedAt)
      .map((item) => nameOfItem(kinds, item))
      .filter((name) => !names.includes(name))
    expect(missing).toEqual([])
    expect(new Set(stored.map(({ entity }) => entity)).size).toBeGreaterThan(50)
  })

  // rules/exports 11
  it('has every person of the school with their membership here and no other', () => {
    const people = ofKind('Person')
    expect(people).toHaveLength(ofKind('TenantUser').length)
    expect(people.find(({ id }) => id === campus.shared.user.globalUserId)).toMatchObject({
      email: campus.shared.email,
      membership: { status: 'active', tenantUserId: campus.shared.user._id },
      links: [{ issuer: 'google', subject: 'of google' }],
    })
    expect(people.find(({ id }) => id === campus.guest.user.globalUserId)).toBeUndefined()
  })

  // rules/exports 12
  it('tells of another school only whom it sent here as a guest', () => {
    const { sister } = campus.w
    const telling = lines.filter((line) => JSON.stringify(line).includes(sister)).map(({ entity }) => entity)
    expect([...new Set(telling)].sort()).toEqual(['Attendee'])
  })

  it('ends with the audit before the export itself', () => {
    const deeds = ofKind('AuditEntry').map(({ action }) => String(action))
    expect(deeds.length).toBeGreaterThan(3)
    expect(deeds.filter((action) => action.startsWith('export.'))).toEqual([])
  })

  // rules/tenants 20
  it('opens nothing: no password, session, key or token is in it', async () => {
    const { w, dean } = campus
    const { globalUserId } = dean.user
    const stored = await w.table().get(credential, { globalUserId })
    const { items } = await w.table().list(session, { keyParams: { globalUserId, id: '' }, limit: 10 })
    expect(stored?.hash).toBeTruthy()
    expect(items.length).toBeGreaterThan(0)
    for (const secret of [stored?.hash, ...items.map(({ id }) => id)]) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/"(?:refreshToken|pushToken|unsubscribeKey|platformRoles|sealed|hash":"\$)/)
  })

  // rules/exports 13
  it('names the files of its media with their hashes, wherever they are served', () => {
    const { w, picture, c } = campus
    expect(text).not.toContain('http://media.test/')
    const key = picture.replace('http://media.test/', '')
    expect(lines.filter(({ media }) => media !== undefined)).toEqual([
      { media: key, bytes: expect.any(Number), sha256: expect.stringMatching(/^[\w-]{43}$/) },
    ])
    expect(key.split('/').slice(0, 3)).toEqual(['users', w.home, c.owner.user._id])
    expect(ofKind('TenantUser').find(({ id }) => id === c.owner.user._id)?.picture).toBe(`media:/${key}`)
  })
})

describe('every kind of item of a school', () => {
  // rules/exports 14
  it('is taken along, or stays for a reason', async () => {
    const files = await entityFiles()
    const names = files.flatMap(({ entities }) =>
      entities.filter(({ keys }) => keys.scope === 'tenant').map(({ name }) => name),
    )
    const undecided = names.filter((name) => !exportedKinds.has(name) && omittedKinds[name] === undefined)
    expect(undecided, 'taken along or left out for a reason: functions/exports/kinds.ts').toEqual([])
    expect(names.filter((name) => exportedKinds.has(name) && omittedKinds[name] !== undefined)).toEqual([])
    expect([...exportedKinds, ...Object.keys(omittedKinds)].filter((name) => !names.includes(name))).toEqual(
      [],
    )
  })

  // rules/exports 14
  it('hangs somewhere when it is taken along', async () => {
    const files = await entityFiles()
    const named = [...read('functions/exports/map.ts').matchAll(/['`]([A-Z]+(?:#[^'`\n]*)?)['`]/g)]
    const places = [...named.map(([, one = '']) => one), ...eventPartitions, ...orgPartitions]
    const hangs = (pk: string): boolean => {
      const pattern = new RegExp(`^${pk.replace(/\{\w+\}/g, '[^#]+')}$`)
      return places.some((place) => pattern.test(place))
    }
    const lost = files
      .flatMap(({ entities }) => entities)
      .filter(({ name, keys }) => exportedKinds.has(name) && !hangs(keys.pk))
    expect(
      lost.map(({ name, keys }) => `${name} ${keys.pk}`),
      'say what it hangs below: functions/exports/map.ts',
    ).toEqual([])
  })
})
