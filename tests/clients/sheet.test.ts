import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SheetRow } from './row.ts'

const folder = import.meta.dirname
const shapeOf = (call: string): string => call.replace(/:\w+/g, '*')

/** What existing clients call, one use a line, as it was found before anything was mended: fine, a small difference, or broken. */
const uses = readFileSync(join(folder, 'sheet.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [found = '', ...rest] = line.split(' ')
    return { found, calls: rest.join(' ').split(', ') }
  })

/** Uses of which the platform refuses some, and why: rules of the platform win there, and the client shows what they say. */
const choices: Readonly<Record<string, string>> = {
  'POST /register': 'an invitation is for its own address',
  'POST /refresh-token': 'nobody is signed in',
  'POST /apple-login': 'nothing that Apple has signed: tests/providers has a provider that signs',
  'POST /update-user': 'an address is changed by operations of its own, which prove it',
  'POST /manage-roles': 'a school gives the roles that it has',
  'POST /rsvp/*': 'who registers is known: strangers sign in or make an account',
  'POST /update-event-agenda/*':
    'agendas of organizations are kept by those who may, at paths of the organization',
  'POST /events/*/check-in': 'a link that was taken back opens nothing',
  'POST /api/domain/*/approval-events/*/reject': 'whoever is rejected reads why',
  'PUT /admin/platform/tenants/*':
    'what is done by hand is seen by the platform itself, and never ticked off',
  'PUT /org-event-management/*/events/*': 'a way to check in that nothing offers is no setting',
  'GET /org-event-management/*/analytics': 'ranges are 7, 30 and 90 days',
  'DELETE /org-roles/*/roles/*': 'a role that somebody holds stays',
}

const modules = readdirSync(join(folder, 'rows'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => import(join(folder, 'rows', path)))
const exported = (await Promise.all(modules)).flatMap((module: object) => Object.entries(module))
const lists = exported.flatMap(([name, value]): [string, readonly SheetRow[]][] =>
  Array.isArray(value) ? [[name, value]] : [],
)
const rows = lists.flatMap(([, list]) => list)
const played = new Set(rows.map(({ call }) => shapeOf(call)))

describe('the sheet of what existing clients use', () => {
  it('has every use', () => {
    const count = (wanted: string) => uses.filter(({ found }) => found === wanted).length
    expect([count('ok'), count('small'), count('broken')]).toEqual([145, 26, 42])
  })

  it('is played whole', () => {
    expect(uses.flatMap(({ calls }) => calls.filter((call) => !played.has(call)))).toEqual([])
  })

  it('is answered as the client wants it, but for choices that are named with their reason', () => {
    const all = new Set(uses.flatMap(({ calls }) => calls))
    const refused = rows.filter((row) => row.refused !== undefined).map(({ call }) => shapeOf(call))
    expect([...new Set(refused)].filter((call) => all.has(call)).sort()).toEqual(Object.keys(choices).sort())
  })

  it('works in each use but two, whatever is refused beside it', () => {
    const works = new Set(rows.filter((row) => row.refused === undefined).map(({ call }) => shapeOf(call)))
    const lost = uses.flatMap(({ calls }) => calls.filter((call) => !works.has(call)))
    expect(lost).toEqual(['POST /apple-login', 'POST /api/domain/*/approval-events/*/reject'])
  })

  it('has no list of rows that nothing plays', () => {
    const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts'))
    const said = tests.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
    expect(lists.filter(([name]) => !new RegExp(`^ {2}${name},|[{ ]${name}[, }]`, 'm').test(said))).toEqual(
      [],
    )
  })
})
