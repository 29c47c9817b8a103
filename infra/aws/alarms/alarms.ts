import { Duration, type Stack } from 'aws-cdk-lib'
import {
  type Alarm,
  AlarmRule,
  AlarmState,
  CompositeAlarm,
  type IAlarmRule,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Stage } from '../stage.ts'
import {
  clockAlarms,
  effectAlarms,
  mailAlarms,
  noticedAlarms,
  partAlarms,
  probeAlarms,
  refusedAlarms,
} from './causes.ts'
import { type AlarmName, alarmText } from './texts.ts'
import type { WatchedResources } from './watch.ts'

/**
 * A cause waits this long before it notifies on its own, so that the user-facing alarms can ring first. Those notify
 * once for everything. A cause that lasts longer than they do notifies after them.
 */
const wait = Duration.minutes(15)
const after = Duration.minutes(5)

/** One notification for several alarms. The mail names the alarm that rings. */
const together = (
  stack: Stack,
  name: AlarmName,
  alarmRule: IAlarmRule,
  actionsSuppressor?: CompositeAlarm,
): CompositeAlarm =>
  new CompositeAlarm(stack, name, {
    alarmDescription: alarmText(name),
    alarmRule,
    ...(actionsSuppressor
      ? { actionsSuppressor, actionsSuppressorWaitPeriod: wait, actionsSuppressorExtensionPeriod: after }
      : {}),
  })

const ringing = (alarm: Alarm) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM)

/** A silent clock also silences the stream, because it writes nothing. Only the clock notifies then. */
const effectsFail = (alarms: ReturnType<typeof effectAlarms>, clockSilent: Alarm): IAlarmRule => {
  const { silent, ...others } = alarms
  const alone = AlarmRule.allOf(ringing(silent), AlarmRule.not(ringing(clockSilent)))
  return AlarmRule.anyOf(...Object.values(others).map(ringing), alone)
}

/**
 * Creates the alarms of a stage. Each problem notifies once: user-facing effects through one alarm, causes through one
 * alarm for each runbook page.
 */
export const alarms = (stack: Stack, stage: Stage, watched: WatchedResources, topic: ITopic): Alarm[] => {
  const probes = probeAlarms(stack, stage)
  const noticed = [...noticedAlarms(stack, stage), ...(probes ? [probes.fails] : [])]
  const clock = clockAlarms(stack, stage)
  const effects = effectAlarms(stack, stage, watched)
  const parts = [...partAlarms(stack, watched), ...(probes ? [probes.silent] : [])]
  const single = [
    ...mailAlarms(stack, stage),
    ...refusedAlarms(stack, stage),
    ...(probes ? [probes.certificate] : []),
  ]
  const requests = watched.made.filter(({ domain }) => domain !== 'clock' && domain !== 'notices')
  const ofDomain = ({ alarm }: { alarm: Alarm }) => ringing(alarm)

  const affected = together(stack, 'PeopleAffected', AlarmRule.anyOf(...noticed.map(ringing)))
  const behind = [
    together(stack, 'PartFails', AlarmRule.anyOf(...parts.map(ringing), ...requests.map(ofDomain)), affected),
    together(
      stack,
      'EffectsFail',
      AlarmRule.anyOf(effectsFail(effects, clock.silent), ofDomain(watched.notices)),
      affected,
    ),
    together(
      stack,
      'ClockStops',
      AlarmRule.anyOf(...Object.values(clock).map(ringing), ofDomain(watched.clock)),
      affected,
    ),
  ]
  for (const alarm of [affected, ...behind, ...single]) {
    alarm.addAlarmAction(new SnsAction(topic))
    alarm.addOkAction(new SnsAction(topic))
  }
  return [...noticed, ...Object.values(clock), ...Object.values(effects), ...parts, ...single]
}
