import { describe, expect, it } from 'vitest'
import { load } from '../../infra/derive/costs.ts'
import { everything, type Resource, resourcesOf, templatesWith } from './stack-templates.ts'

const { functions, watching, edge } = templatesWith(everything)
const ofType = (type: string): Resource[] =>
  [functions, watching].flatMap((template) => resourcesOf(template, type).map(([, resource]) => resource))

describe('the page of costs', () => {
  it('counts what alarms read as the templates do, each metric of an expression by itself', () => {
    const read = ofType('AWS::CloudWatch::Alarm').map(
      ({ Properties: { Metrics = [{ MetricStat: {} }] } }) =>
        Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat !== undefined).length,
    )
    expect(load['metrics that alarms read']).toBe(read.reduce((sum, count) => sum + count, 0))
    expect(load['alarms that look at others']).toBe(ofType('AWS::CloudWatch::CompositeAlarm').length)
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
