import { describe, expect, it } from 'vitest'
import { type AlarmName, alarmTexts, anchorOf } from '../../../infra/aws/alarms/texts.ts'
import { read } from '../../house/files.ts'
import { everything } from '../stack-templates.ts'
import { faults, nightWith } from './faults.ts'
import { metricsOf, quietNight, span } from './night.ts'
import { alarmsOf, namedIn, ringsOver } from './rings.ts'

const alarms = alarmsOf(everything)
const of = metricsOf(alarms)
const night = quietNight(of)

/** The function of each domain has an alarm of its own, all with one text. */
const textName = (name: string): string => (/^[A-Z]\w*Failures$/.test(name) ? 'FunctionFails' : name)
const headingOf = (name: string): string => alarmTexts[textName(name) as AlarmName].heading
const runbook = read('docs/operations.md')

/** What the runbook says below a heading. */
const pageOf = (heading: string): string => runbook.split(`\n### ${heading}\n`)[1]?.split('\n### ')[0] ?? ''

describe('every alarm', () => {
  const several = alarms.filter(({ rule }) => rule !== undefined)
  const within = new Map(several.flatMap(({ rule = '', name }) => namedIn(rule).map((arn) => [arn, name])))

  it.each(alarms.map(({ name, arn, properties }) => ({ name, arn, properties })))(
    '$name calls somebody, by itself or by one that looks at it',
    ({ arn, properties }) => {
      const calling = within.get(arn) ?? arn
      const caller = alarms.find((one) => one.arn === calling || one.name === calling)
      expect(caller?.properties.AlarmActions).toHaveLength(1)
      expect(properties.AlarmActions?.length ?? 0).toBe(within.has(arn) ? 0 : 1)
    },
  )

  it('has a page of the runbook, to which the page of the one that calls leads', () => {
    for (const { rule = '', name } of several) {
      const page = pageOf(headingOf(name))
      const children = namedIn(rule).map((arn) => alarms.find((one) => one.arn === arn)?.name ?? '')
      const wanted = new Set(children.map(headingOf).filter((heading) => heading !== headingOf(name)))
      const missing = [...wanted].filter((heading) => !page.includes(`(#${anchorOf(heading)})`))
      expect([name, missing]).toEqual([name, []])
    }
    for (const { name } of alarms) expect([name, pageOf(headingOf(name)).length > 100]).toEqual([name, true])
  })

  it('is found by one of the faults', () => {
    const found = new Set<string>(faults.map(({ alarm }) => alarm))
    const never = alarms.filter(({ name, rule }) => rule === undefined && !found.has(textName(name)))
    expect(never.map(({ name }) => name)).toEqual([])
  })
})

describe('a quiet night', () => {
  it('wakes nobody', () => {
    expect(ringsOver(alarms, night, span.until)).toEqual([])
  })
})

describe('a fault', () => {
  it('is one of forty and more', () => {
    expect(faults.length).toBeGreaterThanOrEqual(40)
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  })

  it.each(faults)('rings once, on the right page: $name', (fault) => {
    const all = ringsOver(alarms, nightWith(night, fault, of), span.until)
    // The ticket about few failures of a day comes after an incident as well.
    const rings = all.filter(({ name }) => name !== 'FewFail' || fault.alarm === 'FewFail')
    expect(rings).toHaveLength(1)
    const [{ minute, because } = { minute: 0, because: [] as readonly string[] }] = rings
    expect(because.map(textName)).toContain(fault.alarm)
    // Half an hour from its beginning at the latest.
    expect(minute - span.from).toBeLessThanOrEqual(30)
    expect(minute).toBeGreaterThan(span.from)
  })
})
