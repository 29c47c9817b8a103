import { describe, expect, it } from 'vitest'
import { routes } from '../../functions/routes.ts'
import { differences } from '../../infra/derive/changes/compare.ts'
import { changesBody } from '../../infra/derive/changes/page.ts'
import { lastRelease, namedIn, nextHeading, notes, notesOf } from '../../infra/derive/changes/release.ts'
import { surfaceIn, surfaceOf, surfaceText } from '../../infra/derive/changes/surface.ts'
import { openapi, schemaNames } from '../../infra/derive/openapi/openapi.ts'

const released = lastRelease()
const now = surfaceOf(openapi(routes, await schemaNames(routes)))

describe('since the last release', () => {
  it('nothing breaks a client without a note that names it', () => {
    const named = namedIn('Breaking', notesOf(nextHeading, notes()))
    const silent = differences(released.surface, now).filter(({ of, breaks }) => breaks && !named.has(of))
    expect(silent.map(({ what }) => what)).toEqual([])
  })

  it('every note of something that breaks names what does', () => {
    const broken = new Set(
      differences(released.surface, now).flatMap(({ of, breaks }) => (breaks ? [of] : [])),
    )
    const named = namedIn('Breaking', notesOf(nextHeading, notes()))
    expect([...named].filter((name) => !broken.has(name))).toEqual([])
    // Either is empty only where the other is: a note that is not read would pass in silence.
    expect(named.size > 0).toBe(broken.size > 0)
  })

  it('what will go is there, and its note has the day', () => {
    const lines = notes().split('\n')
    const dated = (name: string): boolean =>
      /until \d{4}-\d{2}-\d{2}/.test(lines.find((line) => line.includes(`\`${name}\``)) ?? '')
    const named = [...namedIn('Deprecated', notes())]
    expect(named.filter((name) => !now.addresses.has(name) || !dated(name))).toEqual([])
    expect(named.length > 0).toBe(lines.some((line) => line.startsWith('- **Deprecated** ')))
  })

  it('the notes have a heading for the release, and one for what comes next', () => {
    expect(notes()).toMatch(
      new RegExp(`^## ${released.version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, 'm'),
    )
    expect(notes().split('\n')).toContain(nextHeading)
  })

  it('the contract is kept as lines that lose nothing', () => {
    expect(surfaceText(surfaceIn(surfaceText(now)))).toBe(surfaceText(now))
    expect(released.surface.addresses.size).toBeGreaterThan(400)
  })
})

const contract = (lines: string) => surfaceIn(lines.replace(/^ +/gm, ''))
const base = `
  greet = POST /greet (optional)
  greetAlias = POST /hello (optional)
  leave = POST /leave (signed-in)
  Person < name: string
  Person < nick?: string
  greet > body: object
  greet > body.kind: "loud" | "quiet"
  greet > body.to?: object
  greet > body.to.id: string
  greet < 200: object
  greet < 200.by: Person
  greet < 200.mood?: "glad" | "sad"
`

describe('of two contracts', () => {
  const broken = (from: string, to: string): readonly string[] =>
    differences(contract(base), contract(base.replace(from, to)))
      .filter(({ breaks }) => breaks)
      .map(({ of }) => of)

  it.each([
    ['an operation is gone', 'leave = POST /leave (signed-in)\n', '\n', 'leave'],
    ['another address of it is gone', 'greetAlias = POST /hello (optional)\n', '\n', 'greetAlias'],
    ['its address is another', 'POST /greet ', 'POST /salute ', 'greet'],
    ['its method is another', 'POST /greet ', 'PUT /greet ', 'greet'],
    ['it wants a sign-in', 'POST /greet (optional)', 'POST /greet (signed-in)', 'greet'],
    ['a field is no longer taken', 'greet > body.to.id: string\n', '\n', 'greet'],
    ['a field has to be there', 'greet > body.to?:', 'greet > body.to:', 'greet'],
    [
      'a further field has to be there',
      'greet > body.to?:',
      'greet > body.from: string\ngreet > body.to?:',
      'greet',
    ],
    ['a value is no longer taken', '"loud" | "quiet"', '"quiet"', 'greet'],
    ['a field is of another kind', 'greet > body.to.id: string', 'greet > body.to.id: integer', 'greet'],
    ['an answer lacks a field', 'greet < 200.by: Person\n', '\n', 'greet'],
    ['a field may be missing from an answer', 'greet < 200.by:', 'greet < 200.by?:', 'greet'],
    ['an answer may be null', '200.by: Person', '200.by: Person | null', 'greet'],
    ['a named shape lacks a field', 'Person < name: string\n', '\n', 'Person'],
    [
      'a field of a named shape is of another kind',
      'Person < name: string',
      'Person < name: integer',
      'Person',
    ],
  ])('it breaks clients where %s', (_, from, to, of) => {
    expect(base).toContain(from)
    expect(broken(from, to)).toContain(of)
  })

  it.each([
    ['an operation is new', 'leave =', 'arrive = POST /arrive (signed-in)\nleave ='],
    ['a sign-in is not wanted any more', 'POST /leave (signed-in)', 'POST /leave (anyone)'],
    ['a further field may be sent', 'greet > body.to?:', 'greet > body.note?: string\ngreet > body.to?:'],
    [
      'a new object asks for fields',
      'greet > body.to?:',
      'greet > body.at?: object\ngreet > body.at.id: string\ngreet > body.to?:',
    ],
    ['a field may be left out', 'greet > body.kind:', 'greet > body.kind?:'],
    ['a further value is taken', '"loud" | "quiet"', '"kind" | "loud" | "quiet"'],
    ['an answer has a further field', 'greet < 200.by:', 'greet < 200.at: string\ngreet < 200.by:'],
    ['an answer has a further value', '"glad" | "sad"', '"calm" | "glad" | "sad"'],
    ['a field is always in an answer', 'greet < 200.mood?:', 'greet < 200.mood:'],
  ])('it breaks nobody where %s', (_, from, to) => {
    expect(base).toContain(from)
    expect(differences(contract(base), contract(base.replace(from, to)))).not.toEqual([])
    expect(broken(from, to)).toEqual([])
  })

  it('it is no difference where a shape has another name', () => {
    expect(differences(contract(base), contract(base.replaceAll('Person', 'Human')))).toEqual([])
  })

  it('a further field breaks nobody under another name of its shape, one that is gone does', () => {
    const renamed = base.replaceAll('Person', 'Human')
    const line = renamed.split('\n').find((each) => each.includes('Human <')) ?? ''
    expect(differences(contract(base), contract(`${renamed}\nHuman < more: string`))).toEqual([])
    expect(
      differences(contract(base), contract(renamed.replace(`${line}\n`, ''))).some(({ breaks }) => breaks),
    ).toBe(true)
  })

  it('the notes name what breaks, before their colon', () => {
    const text =
      '## Next\n\n- **Breaking** `greet`, `Person`: not `leave`.\n- **Added** `arrive`: all.\n\n## 1.0.0 (2026-01-01)\n\n- **Breaking** `leave`: gone.\n'
    expect([...namedIn('Breaking', notesOf('## Next', text))]).toEqual(['greet', 'Person'])
  })

  it('the page says the notes and each difference', () => {
    const before = { version: '1.0.0', surface: contract(base) }
    const page = changesBody(
      before,
      contract(base.replace('POST /greet ', 'PUT /greet ')),
      '# Title\n\nWhat <b> means.\n\n## Next\n\n- **Breaking** `greet`: other method.\n',
    )
    expect(page).toContain('What &lt;b&gt; means.')
    expect(page).toContain('<li><b>Breaking</b> <code>greet</code>: other method.</li>')
    expect(page).toContain('<li><b>greet</b> POST /greet → PUT /greet</li>')
  })
})
