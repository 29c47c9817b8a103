import { describe, expect, it } from 'vitest'
import { routes } from '../../functions/routes.ts'
import { sampleOf } from '../../infra/aws/visits/samples.ts'
import { fixedCosts, load, type WatchLevel } from '../../infra/derive/costs.ts'
import { everything, type Resource, resourcesOf, templatesWith } from './stack-templates.ts'

const templates = templatesWith(everything)
const { edge } = templates
const ofType = (
  type: string,
  { functions, watching, edge }: Partial<typeof templates> = templates,
): Resource[] =>
  [functions, watching, edge].flatMap((template) =>
    template ? resourcesOf(template, type).map(([, resource]) => resource) : [],
  )

/** Each metric of an expression counts by itself. */
const readBy = (alarms: readonly Resource[]): number =>
  alarms.reduce((sum, { Properties: { Metrics = [{ MetricStat: {} }] } }) => {
    const read = Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat !== undefined)
    return sum + read.length
  }, 0)

describe('the page of costs', () => {
  it('counts what alarms read as the templates do', () => {
    expect(load['metrics that alarms read']).toBe(readBy(ofType('AWS::CloudWatch::Alarm')))
    expect(load['alarms that look at others']).toBe(ofType('AWS::CloudWatch::CompositeAlarm').length)
    const slo = templatesWith({ ...everything, watch: 'slo' })
    expect(load['metrics that alarms read with watch=slo']).toBe(
      readBy(ofType('AWS::CloudWatch::Alarm', slo)),
    )
    expect(load['alarms that look at others with watch=slo']).toBe(
      ofType('AWS::CloudWatch::CompositeAlarm', slo).length,
    )
  })

  it('counts the requests of a visit', () => {
    const journey = 6
    expect(load['requests of a visit']).toBe(routes.map(sampleOf).length + journey)
  })

  it('asks at most a third of what a watched stage cost with a metric for each operation', () => {
    const together = (watch: WatchLevel) => fixedCosts(watch).reduce((sum, [, dollars]) => sum + dollars, 0)
    expect(together('full')).toBeLessThanOrEqual(101.37 / 3)
    expect(together('slo')).toBeLessThan(together('full'))
    expect(together('none')).toBeLessThan(1)
  })

  it('counts what AWS invokes each minute, and once more for the stream', () => {
    const rules = ofType('AWS::Events::Rule').filter(
      ({ Properties }) => Properties.ScheduleExpression === 'rate(1 minute)',
    )
    expect(load['invocations a minute of clock, stream and probe']).toBe(rules.length + 1)
  })

  it('counts the rules of the edge', () => {
    const [[, acl] = []] = edge ? resourcesOf(edge, 'AWS::WAFv2::WebACL') : []
    expect(load['rules of the edge']).toBe(acl?.Properties.Rules.length)
  })
})
