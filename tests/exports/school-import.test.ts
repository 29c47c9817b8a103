import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareSchools } from '../../infra/local/schools/comparison.ts'
import { exportSchool, lineLimits, readKinds } from '../../infra/local/schools/file.ts'
import { importSchool } from '../../infra/local/schools/school-import.ts'
import { checkSchool } from '../../lib/identity/audit/check.ts'
import { access } from '../../lib/identity/person/records.ts'
import { rowsOf } from '../security/rows.ts'
import { password } from '../support/people.ts'
import type { World } from '../support/world.ts'
import { type ExportedCampus, exportedCampus } from './exported-campus.ts'
import { elsewhere, exported, fileFolder, linesIn, placeIn, resealed } from './school-files.ts'
import { inserted } from './school-notices.ts'

const files = fileFolder()
let campus: ExportedCampus
let home: string
let file: string
let text: string

const oldMedia = (key: string) => campus.w.runtime.gateways.media.read(key)

const importInto = (to: World, path = file) => importSchool(placeIn(to), path, oldMedia)

const exportedAgain = async (w: World, name: string): Promise<string> => {
  const path = files.path(name)
  const startedAt = campus.w.clock.now().toISOString()
  await exportSchool({ table: w.table(home), startedAt, media: w.runtime.gateways.media }, path)
  return path
}

beforeAll(async () => {
  campus = await exportedCampus()
  home = campus.w.home
  text = await exported(campus.w, campus.dean)
  file = files.save('first.jsonl', text)
}, 120_000)

afterAll(files.drop)

/** What is due for the school, in an install. */
const dueIn = async (w: World): Promise<string[]> => {
  const rows = await rowsOf(w, 'G#DUE#')
  return rows
    .filter(
      ({ entity, tenantKey, kind }) =>
        entity === 'DueRow' && tenantKey === home && !String(kind).startsWith('exports.'),
    )
    .map(({ pk, sk }) => `${pk} ${sk}`)
    .sort()
}

describe('a school that is imported into an empty install', () => {
  let to: World

  beforeAll(async () => {
    to = await elsewhere()
    await importInto(to)
  }, 60_000)

  // rules/exports 15
  it('exports as the same, byte for byte', async () => {
    const second = await exportedAgain(to, 'second.jsonl')
    expect(await compareSchools(await readKinds(), file, second)).toEqual([])
    expect(readFileSync(second, 'utf8')).toBe(text)
  })

  // rules/exports 15
  it('has the same due: reminders, ends of events, escalations, ends of terms', async () => {
    const due = await dueIn(campus.w)
    expect(due.length).toBeGreaterThan(3)
    expect(due.filter((row) => row.includes('members.term-')).length).toBe(2)
    expect(await dueIn(to)).toEqual(due)
  })

  it('has its media and an audit that is as it was', async () => {
    const key = campus.picture.replace('http://media.test/', '')
    expect(await to.runtime.gateways.media.read(key)).toEqual(await oldMedia(key))
    const { problems } = await checkSchool(to.table('www'), home, campus.w.clock.now())
    expect(problems).toEqual([])
  })

  // rules/tenants 23
  it('tells nobody and counts nothing again when the stream brings it', async () => {
    const before = readFileSync(await exportedAgain(to, 'before.jsonl'), 'utf8')
    await to.deliver(await inserted(to, home))
    expect(to.mails).toEqual([])
    expect(readFileSync(await exportedAgain(to, 'after.jsonl'), 'utf8')).toBe(before)
  })

  // rules/tenants 23
  it('lets its people in with a new password, as who they were', async () => {
    const { dean, c, eventId } = campus
    const device = to.device({ tenant: home })
    expect((await device.login({ email: dean.email, password })).status).toBe(401)
    await device.forgotPassword({ email: dean.email })
    await to.deliver(await inserted(to, home, 'OutboxMail'))
    const code = to.codeFor(dean.email)
    await device.verifyCode({ email: dean.email, code })
    const { status, body } = await device.resetPassword({
      email: dean.email,
      code,
      newPassword: 'another good one',
    })
    expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)])
    await device.login({ email: dean.email, password: 'another good one' })
    expect((await device.getOrganizationAnalytics()).status).toBe(200)
    const { body: seen } = await device.getEvent({ event_id: eventId })
    expect(seen.event).toMatchObject({
      name: 'Spring Open',
      registrationCount: 2,
      hostingId: { _id: c.orgId },
    })
  })
})

describe('an import', () => {
  const problemOf = (path: string, to?: World) =>
    (to ? Promise.resolve(to) : elsewhere())
      .then((w) => importInto(w, path))
      .then(
        () => 'imported',
        (error: Error) => error.message,
      )

  // rules/tenants 22
  it('that dies goes on with the same file, and with no other', async () => {
    const to = await elsewhere()
    const dying = importSchool(placeIn(to), file, () => Promise.reject(new Error('the line is dead')))
    await expect(dying).rejects.toThrow('the line is dead')
    const lines = linesIn(text)
    const other = resealed(lines.filter(({ entity }) => entity !== 'Message'))
    expect(await problemOf(files.save('other.jsonl', other), to)).toMatch(/begun from another file/)
    expect(await problemOf(file, to)).toBe('imported')
    expect(readFileSync(await exportedAgain(to, 'gone-on.jsonl'), 'utf8')).toBe(text)
    expect(await problemOf(file, to)).toMatch(/brought here already/)
  }, 60_000)

  // rules/tenants 21
  it('is refused where the school exists', async () => {
    expect(await problemOf(file, campus.w)).toMatch(/A school .* exists here/)
  })

  // rules/tenants 21, rules/exports 17
  it('believes no file that is torn, changed or of another version, and writes nothing of it', async () => {
    const lines = linesIn(text)
    const torn = text.slice(0, -400)
    const changed = text.replace('Welcome', 'Farewell')
    const shorter = text.split('\n').toSpliced(5, 1).join('\n')
    const longer = `${text}${text.split('\n')[5]}\n`
    const newer = resealed(lines.map((line, at) => (at === 0 ? { ...line, version: 2 } : line)))
    const strange = resealed(lines.toSpliced(5, 0, { entity: 'Credential', fields: {} }))
    const wrong = resealed(
      lines.map((line) =>
        line.entity === 'Organization' ? { ...line, fields: { ...line.fields, memberCount: '7' } } : line,
      ),
    )
    const cases: [string, RegExp][] = [
      [torn, /torn/],
      [changed, /not as it was written/],
      [shorter, /not as it was written/],
      [longer, /after its end mark/],
      [newer, /version 2; this install reads version 1/],
      [strange, /Line 6: this install knows no Credential/],
      [wrong, /Organization is not as this install keeps it: memberCount/],
      ['{}\n', /no file of a school/],
      ['x'.repeat(lineLimits.characters + 1), /Line 1 is longer than 4194304 characters/],
      [`${text.split('\n')[0]}\n${'['.repeat(41)}`, /Line 2 nests deeper/],
      [`[${'0,'.repeat(lineLimits.values)}0]`, /Line 1 nests deeper than 40 levels, or holds more/],
    ]
    const to = await elsewhere()
    for (const [content, words] of cases)
      expect(await problemOf(files.save('refused.jsonl', content), to)).toMatch(words)
    expect((await rowsOf(to, home)).filter(({ pk }) => pk.startsWith(`T#${home}#`))).toEqual([])
  }, 60_000)

  // rules/exports 13
  it('takes no media that is not what was exported, or that belongs elsewhere', async () => {
    const to = await elsewhere()
    const forged = importSchool(placeIn(to), file, async () => Buffer.from('something else'))
    await expect(forged).rejects.toThrow('not the file that was exported')
    const lines = linesIn(text).map((line) =>
      line.media ? { ...line, media: 'users/elsewhere/x/y.gif' } : line,
    )
    expect(await problemOf(files.save('media.jsonl', resealed(lines)))).toMatch(/no place for media/)
  }, 60_000)

  it('says which media are nowhere to be had', async () => {
    const { missingMedia } = await importSchool(placeIn(await elsewhere()), file, async () => undefined)
    expect(missingMedia).toEqual([campus.picture.replace('http://media.test/', '')])
  }, 60_000)
})

describe('what is compared', () => {
  it('is named where it differs', async () => {
    const lines = linesIn(text)
    const other = lines
      .filter(({ entity }) => entity !== 'Like')
      .map((line) =>
        line.entity === 'Reply' ? { ...line, fields: { ...line.fields, content: 'No' } } : line,
      )
    const differences = await compareSchools(
      await readKinds(),
      file,
      files.save('other.jsonl', resealed(other)),
    )
    expect(differences.map(({ what, fields }) => [what, fields])).toEqual(
      expect.arrayContaining([
        ['only in the first', undefined],
        ['differs', ['content']],
      ]),
    )
  })
})

describe('a person of two schools', () => {
  // rules/exports 16
  it('is one person where both are imported, with what each says and nothing more', async () => {
    const to = await elsewhere()
    const { w, shared } = campus
    const { globalUserId } = shared.user
    await importInto(to)
    const second = files.path('sister.jsonl')
    const media = w.runtime.gateways.media
    await exportSchool({ table: w.table(w.sister), startedAt: w.clock.now().toISOString(), media }, second)
    await importInto(to, second)
    const rights = await to.table().get(access, { globalUserId })
    expect(Object.keys(rights?.memberships ?? {}).sort()).toEqual([w.home, w.sister].sort())
    expect(rights).toMatchObject({ platformRoles: [], version: 2 })
    expect(readFileSync(await exportedAgain(to, 'beside.jsonl'), 'utf8')).toBe(text)
  }, 60_000)

  // rules/exports 16
  it('is nobody else, whatever a file says of an address that is taken', async () => {
    const to = await elsewhere()
    await importInto(to)
    const { w, shared } = campus
    const path = files.path('sister.jsonl')
    const media = w.runtime.gateways.media
    await exportSchool({ table: w.table(w.sister), startedAt: w.clock.now().toISOString(), media }, path)
    const lines = linesIn(readFileSync(path, 'utf8')).map((line) =>
      line.entity === 'Person' && line.fields?.id === shared.user.globalUserId
        ? { ...line, fields: { ...line.fields, id: 'an impostor' } }
        : line,
    )
    const forged = importInto(to, files.save('forged.jsonl', resealed(lines)))
    await expect(forged).rejects.toThrow('belongs to another account here')
  }, 60_000)
})
