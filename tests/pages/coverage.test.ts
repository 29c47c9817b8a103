import { describe, expect, it } from 'vitest'
import { read } from '../house/files.ts'
import { allOperations, coveredBy, listedUnder, pageSources } from './coverage.ts'

/** Smallest share, in percent, of the operations for people that a page calls. Raise it with the pages; the target is 90. */
const leastShare = 97

const document = read('docs/pages.md')
const programs = listedUnder(document, '## Operations for programs').map(([name]) => name)
const missing = listedUnder(document, '## Operations without a page')
const missingNames = missing.map(([name]) => name)
const covered = coveredBy(pageSources())
const legacy = [...allOperations].filter(([, row]) => row.legacy).map(([name]) => name)
const all = [...allOperations.keys()]

/** The names, each with what to do about it. */
const advice = (names: readonly string[], text: string): string[] => names.map((name) => `${name}: ${text}`)

describe('operations and pages', () => {
  it('are connected, or docs/pages.md says why not', () => {
    const known = new Set([...covered, ...legacy, ...programs, ...missingNames])
    const unknown = all.filter((name) => !known.has(name))
    expect(
      advice(
        unknown,
        'no page calls it. Add a page, or a line under "Operations without a page" with a reason',
      ),
    ).toEqual([])
  })

  it('stand on a list only while no page calls them', () => {
    const lists = [...missingNames, ...programs]
    expect(
      advice(
        lists.filter((name) => covered.has(name)),
        'a page calls it now. Remove its line from docs/pages.md',
      ),
    ).toEqual([])
    expect(
      advice(
        lists.filter((name) => !allOperations.has(name)),
        'no such operation. Remove its line from docs/pages.md',
      ),
    ).toEqual([])
  })

  it('are listed once, in order, with a reason', () => {
    expect(missingNames).toEqual([...new Set(missingNames)].sort())
    expect(missingNames.filter((name) => programs.includes(name))).toEqual([])
    expect(missing.filter(([, reason]) => reason.length < 10)).toEqual([])
  })

  it('are connected for most of what people do', () => {
    const people = all.filter((name) => !legacy.includes(name) && !programs.includes(name))
    const share = (people.filter((name) => covered.has(name)).length / people.length) * 100
    expect(share, `${share.toFixed(1)}% of ${people.length} operations for people`).toBeGreaterThanOrEqual(
      leastShare,
    )
  })

  it('are found by a call or by an address, and by no comment or similar name', () => {
    const texts = ["ask(context, 'rooms', 'getRoom', {})", 'html`<a href="/calendar.ics">`']
    expect([...coveredBy(texts)]).toEqual(['calendars.getSchoolCalendar', 'rooms.getRoom'])
    expect([...coveredBy(["by('events', 'getRoom')", '"/calendar.ics.old"'])]).toEqual([])
  })
})
