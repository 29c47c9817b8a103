import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AlarmName, alarmTexts } from '../../../infra/aws/alarms/texts.ts'
import { sizes, student } from '../../../infra/derive/costs.ts'
import { root } from '../../../infra/derive/places.ts'
import { read } from '../../house/files.ts'
import { everything } from '../stack-templates.ts'
import { metricsOf } from './night.ts'
import { alarmsOf, ringsOver } from './rings.ts'
import { sizedFaults } from './sized-faults.ts'
import { dayOf, faultAt, type SizedFault } from './sizes.ts'

const alarms = alarmsOf(everything)
const of = metricsOf(alarms)

const busy = [...Object.keys(student), 'budgets', 'saml', 'stream', 'clock'].map((name) => name.split('.')[0])

/** Whether an alarm belongs to a function that gets no request here. */
const idle = (name: string): boolean => {
  const [, domain] = /^([A-Z]\w*)Failures$/.exec(name) ?? []
  return domain !== undefined && !busy.includes(domain.toLowerCase())
}

/** Most faults ring within the first moments. What has not rung after a day counts as never. */
const moments = [faultAt + 60, faultAt + 24 * 60]

/** The minutes until an alarm notifies, and its severity; undefined if none does. */
const firstRing = (size: number, fault: SizedFault): string | undefined => {
  for (const until of moments) {
    const data = dayOf(size, fault, of, until)
    const [ring] = ringsOver(alarms, data, until, { isLast: () => true, idle })
    if (ring) return `${ring.minute - faultAt} (${alarmTexts[ring.name as AlarmName].severity})`
  }
  return undefined
}

const rowOf = (fault: SizedFault): string =>
  `| ${[fault.name, ...sizes.map((size) => firstRing(size, fault) ?? 'never')].join(' | ')} |`

const page = (rows: readonly string[]): string => `# How soon an alarm rings

Made by \`UPDATE_ALARM_TIMES=1 npx vitest run tests/infra/alarms/times.test.ts\`: the alarms of a stage with \`watch=full\`,
evaluated as CloudWatch does over the requests that [costs.md](costs.md) assumes, evenly over the hours of a day with
requests. The table shows the minutes until an alarm notifies, and its severity. A stage with \`watch=slo\` has only
alarms of severity \`page\`. Synthetic visits notice most faults, so the number of students matters little. A defect of
one operation that no visit calls is found by the people who meet it: rare operations of a small school take longest.

| fault | ${sizes.map((size) => `${size.toLocaleString('en')} students`).join(' | ')} |
|---|${sizes.map(() => '---').join('|')}|
${rows.join('\n')}
`

describe('an alarm at a school of each size', { timeout: 300_000 }, () => {
  const path = 'docs/alarm-times.md'

  it('does not ring without a fault', () => {
    expect(firstRing(1000, { name: 'none' })).toBeUndefined()
  })

  it('rings as the page says, and for every fault at 1,000 students', () => {
    const rows = sizedFaults.map(rowOf)
    const text = page(rows)
    if (process.env.UPDATE_ALARM_TIMES) writeFileSync(join(root, path), text)
    expect(read(path)).toBe(text)
    expect(rows.filter((row) => row.split(' | ')[2] === 'never')).toEqual([])
  })
})
