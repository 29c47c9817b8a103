import { afterEach, describe, expect, it } from 'vitest'
import { read } from './files.ts'
import { type Copy, copyWith } from './recipe/copy.ts'
import { operation, steps } from './recipe/edits.ts'

const long = 600_000
const section = read('CONTRIBUTING.md').split('## Adding an operation')[1]?.split('\n## ')[0] ?? ''

/** The commands that the recipe gives, as they stand there. */
const costs = /UPDATE_UNITS=1 [^`]+/
  .exec(section)?.[0]
  ?.replace('<domain>.<operation>', `rooms.${operation}|privacy.getMyData`)
const privacy = /UPDATE_PRIVACY=1 [^`]+/.exec(section)?.[0]
const guards = [
  'house',
  'rooms',
  'operations/every-route',
  'operations/units',
  'auth/publishing-rows',
  'privacy/page',
  'exports/school-export',
  'infra/roles',
  'infra/derive',
]
const guarding = `npx vitest run ${guards.map((one) => `tests/${one}`).join(' ')} -t '^(?!.*leaves the answer)'`

let copy: Copy | undefined
afterEach(() => copy?.remove())

const fitted = (leftOut?: string): Copy => {
  copy = copyWith(leftOut)
  return copy
}

describe('the recipe for an operation with something to remember', () => {
  it('names every place that its steps write to', () => {
    const places = steps.map(({ path }) =>
      path.replace('/rooms', '/<domain>').replace(/\/rooms\.ts$/, '/<domain>.ts'),
    )
    const named = (place: string) =>
      [place, place.replace(/^functions\/<domain>\//, ''), place.replace(/[^/]+$/, '')].some((one) =>
        section.includes(`\`${one}\``),
      )
    expect([...new Set(places)].filter((place) => !named(place))).toEqual([])
  })

  it('is enough', { timeout: long }, () => {
    const { run, changed } = fitted()
    expect(costs && privacy).toBeTruthy()
    for (const command of [
      costs ?? '',
      privacy ?? '',
      'npm run derive',
      'npm run types',
      'npm run lint',
      'npm run check:derived',
      guarding,
    ]) {
      const { passed, said } = run(command)
      expect(passed, `${command}\n${said}`).toBe(true)
    }
    const derived = /^(?:docs|events)\/|^functions\/privacy\/contract\.ts$/
    const own = new Set(steps.map(({ path }) => path))
    expect(changed().filter((path) => !own.has(path) && !derived.test(path))).toEqual([])
  })

  const missing: readonly (readonly [what: string, leftOut: string, command: string, hint: string])[] = [
    ['a function of the operation', 'rooms/operations.ts', 'npm run types', 'functions/rooms/operations.ts'],
    [
      'what makes its sample succeed',
      'tests/fixtures/',
      `npx vitest run tests/operations/units.test.ts -t rooms.${operation}`,
      'tests/fixtures/rooms.ts',
    ],
    [
      'its cost',
      'nothing',
      `npx vitest run tests/operations/units.test.ts -t rooms.${operation}`,
      'UPDATE_UNITS=1',
    ],
    [
      'who may',
      'rooms/rights',
      "npx vitest run tests/rooms/rights.test.ts -t 'whom it is for'",
      'tests/rooms/rights.test.ts',
    ],
    [
      'whether a school takes it along',
      'exports/kinds',
      "npx vitest run tests/exports/school-export.test.ts -t 'taken along, or stays'",
      'functions/exports/kinds.ts',
    ],
    [
      'where a school finds it',
      'exports/map',
      "npx vitest run tests/exports/school-export.test.ts -t 'hangs somewhere'",
      'functions/exports/map.ts',
    ],
    [
      'what it tells of a person',
      'personal-data',
      'npx vitest run tests/privacy/page.test.ts',
      'functions/privacy/registry.ts',
    ],
    ['the page of privacy', 'nothing', 'npx vitest run tests/privacy/page.test.ts', 'UPDATE_PRIVACY=1'],
    ['what is derived', 'nothing', 'npm run check:derived', 'npm run derive'],
  ]
  it.each(missing)('is told when %s is missing', { timeout: long }, (_, leftOut, command, hint) => {
    const { passed, said } = fitted(leftOut).run(command)
    expect([passed, said.includes(hint) ? hint : said]).toEqual([false, hint])
  })
})
