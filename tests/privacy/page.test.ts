import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allPersonalData, impersonalEntities } from '../../functions/privacy/registry.ts'
import { entityFiles } from '../../infra/derive/data-model.ts'
import type { PersonalData } from '../../lib/personal-data.ts'
import { read, root, sources } from '../house/files.ts'

const page = join(root, 'docs', 'privacy.md')
const [begin, end] = ['<!-- rows: begin -->', '<!-- rows: end -->']

const once = { person: 'person', school: 'school' } as const

const keptCell = ({ kept }: PersonalData): string =>
  kept ? `${kept.why} (${Object.keys(kept.entities).join(', ')})` : '–'

const line = (row: PersonalData): string =>
  `| ${[row.name, once[row.of], row.holds, row.withheld ?? 'yes', row.removed, keptCell(row)].join(' | ')} |`

const table = [
  '| name | once per | what it holds | in the export | removed | kept |',
  '|---|---|---|---|---|---|',
  ...allPersonalData.map(line),
].join('\n')

describe('docs/privacy.md', () => {
  it('says what the rows say', () => {
    const text = readFileSync(page, 'utf8')
    const [before = '', rest = ''] = text.split(begin)
    const [, after = ''] = rest.split(end)
    const wanted = `${before}${begin}\n\n${table}\n\n${end}${after}`
    // A changed row is meant or it is a mistake: UPDATE_PRIVACY=1 writes a meant one.
    if (process.env.UPDATE_PRIVACY) writeFileSync(page, wanted)
    expect(
      readFileSync(page, 'utf8'),
      'meant: UPDATE_PRIVACY=1 npx vitest run tests/privacy/page.test.ts',
    ).toBe(wanted)
  })
})

describe('every kind of item', () => {
  // rules/privacy 13
  it('is claimed by a row of personal data, or tells nothing about anybody', async () => {
    const names = (await entityFiles()).flatMap(({ entities }) => entities.map(({ name }) => name))
    const claimed = new Set(allPersonalData.flatMap(({ entities }) => entities))
    const unclaimed = names.filter((name) => !claimed.has(name) && !(name in impersonalEntities))
    const where = 'a row in personal-data.ts of its domain, or a reason in functions/privacy/registry.ts'
    expect(unclaimed, where).toEqual([])
    expect(names.filter((name) => claimed.has(name) && name in impersonalEntities)).toEqual([])
    expect([...claimed, ...Object.keys(impersonalEntities)].filter((name) => !names.includes(name))).toEqual(
      [],
    )
  })

  it('stays only where its row claims it', () => {
    const strangers = allPersonalData.flatMap(({ entities, kept }) =>
      Object.keys(kept?.entities ?? {}).filter((name) => !entities.includes(name)),
    )
    expect(strangers).toEqual([])
  })
})

describe('the rows', () => {
  it('of every domain are registered', () => {
    const files = sources('functions').filter((file) => file.endsWith('/personal-data.ts'))
    const registry = read('functions/privacy/registry.ts')
    const path = (file: string) =>
      file === 'functions/privacy/registry.ts' ? './personal-data.ts' : file.replace('functions/', '../')
    expect(files.length).toBeGreaterThan(8)
    expect(files.filter((file) => !registry.includes(`'${path(file)}'`))).toEqual([])
  })

  // rules/privacy 14
  it('have names of their own, and a reason where they are no part of the export', () => {
    const names = allPersonalData.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(
      allPersonalData.filter(({ collect, withheld }) => (collect === undefined) === (withheld === undefined)),
    ).toEqual([])
  })
})
