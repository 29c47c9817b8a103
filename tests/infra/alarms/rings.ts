import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolverOf } from '../../deployed/resolver.ts'
import { readAssembly, type Value } from '../../deployed/template.ts'
import { platformWith } from '../stack-templates.ts'
import { metricAlarm, type State } from './metric-alarm.ts'
import type { MetricData } from './metric-data.ts'

/** An alarm of the templates with every reference resolved. `name` is its id without the stack's suffix. */
export type Watching = {
  readonly name: string
  readonly arn: string
  readonly properties: Value
  /** Of alarms that look at others: the rule. */
  readonly rule?: string
}

/** All alarms of a stage. */
export const alarmsOf = (context: Readonly<Record<string, unknown>>): readonly Watching[] => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-alarms-'))
  try {
    platformWith(context, folder).app.synth()
    const assembly = readAssembly(folder)
    const resolve = resolverOf(assembly, 'quad')
    return assembly.stacks.flatMap((stack) =>
      Object.entries(stack.resources).flatMap(([id, { Type, Properties }]) => {
        if (!/^AWS::CloudWatch::(?:Composite)?Alarm$/.test(Type)) return []
        const properties = resolve(stack, Properties)
        const arn = resolve(stack, { 'Fn::GetAtt': [id, 'Arn'] })
        const name = id.replace(/[0-9A-F]{8}$/, '')
        return [{ name, arn, properties, ...(properties.AlarmRule ? { rule: properties.AlarmRule } : {}) }]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The alarms that make a rule hold, without those that it excludes. */
export const namedIn = (rule: string): string[] =>
  [...rule.replaceAll(/NOT \(?ALARM\("[^"]+"\)/g, '').matchAll(/ALARM\("([^"]+)"\)/g)].map(
    ([, arn = '']) => arn,
  )

const holds = (rule: string, states: ReadonlyMap<string, State>): boolean => {
  const tokens = rule.match(/ALARM\("[^"]+"\)|AND|OR|NOT|[()]/g) ?? []
  let at = 0
  const any = (): boolean => {
    let held = all()
    while (tokens[at] === 'OR') {
      at += 1
      held = all() || held
    }
    return held
  }
  const all = (): boolean => {
    let held = one()
    while (tokens[at] === 'AND') {
      at += 1
      held = one() && held
    }
    return held
  }
  const one = (): boolean => {
    const token = tokens[at++] ?? ''
    if (token === 'NOT') return !one()
    if (token === '(') {
      const held = any()
      at += 1
      return held
    }
    const [arn = ''] = namedIn(token)
    const state = states.get(arn)
    if (state === undefined) throw new Error(`a rule names ${token}`)
    return state === 'ALARM'
  }
  return any()
}

/** A call: which alarm, when, and the alarms that it found ringing. */
export type Ring = { readonly minute: number; readonly name: string; readonly because: readonly string[] }

type Waiting = { since: number; wasSuppressed: boolean; rung: boolean }

/** Whether an alarm that rings may call now, or has to wait for the one that would call for it. */
const mayCall = (properties: Value, waiting: Waiting, minute: number, suppressing: boolean): boolean => {
  if (properties.ActionsSuppressor === undefined) return true
  if (suppressing) {
    Object.assign(waiting, { since: minute, wasSuppressed: true })
    return false
  }
  const seconds = waiting.wasSuppressed
    ? properties.ActionsSuppressorExtensionPeriod
    : properties.ActionsSuppressorWaitPeriod
  return minute - waiting.since >= seconds / 60
}

/**
 * Every call that the alarms make over recorded data, from minute 0 to `until`, or to the first one that `isLast` picks.
 * `idle` alarms cannot ring: nothing that they read is recorded.
 */
export const ringsOver = (
  alarms: readonly Watching[],
  data: MetricData,
  until: number,
  {
    isLast = () => false,
    idle = () => false,
  }: { readonly isLast?: (ring: Ring) => boolean; readonly idle?: (name: string) => boolean } = {},
): readonly Ring[] => {
  const states = new Map<string, State>(alarms.map(({ arn }) => [arn, 'OK']))
  const singles = alarms
    .filter(({ rule, name }) => rule === undefined && !idle(name))
    .map((alarm) => ({ ...alarm, next: metricAlarm(alarm.properties) }))
  const several = alarms.filter(({ rule }) => rule !== undefined)
  const nameAt = new Map(alarms.map(({ arn, name }) => [arn, name]))
  const waiting = new Map<string, Waiting>()
  const rings: Ring[] = []
  const look = ({ arn, properties, name, rule }: Watching, minute: number): void => {
    if (states.get(arn) === 'OK') return void waiting.delete(arn)
    const mine = waiting.get(arn) ?? { since: minute, wasSuppressed: false, rung: false }
    waiting.set(arn, mine)
    const suppressing = states.get(properties.ActionsSuppressor) === 'ALARM'
    if (mine.rung || (properties.AlarmActions ?? []).length === 0) return
    if (!mayCall(properties, mine, minute, suppressing)) return
    mine.rung = true
    const because = rule ? namedIn(rule).filter((child) => states.get(child) === 'ALARM') : [arn]
    rings.push({ minute, name, because: [...new Set(because.map((child) => nameAt.get(child) ?? ''))] })
  }
  for (let minute = 1; minute <= until; minute += 1) {
    for (const { arn, next } of singles) states.set(arn, next(data, minute, states.get(arn) ?? 'OK'))
    for (const { arn, rule = '' } of several) states.set(arn, holds(rule, states) ? 'ALARM' : 'OK')
    for (const alarm of alarms) look(alarm, minute)
    if (rings.some(isLast)) return rings
  }
  return rings
}
