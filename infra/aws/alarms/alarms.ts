import { Duration, type Stack } from 'aws-cdk-lib'
import {
  type Alarm,
  type AlarmBase,
  AlarmRule,
  AlarmState,
  CompositeAlarm,
  type IAlarmRule,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { type Stage, watchOf } from '../stage.ts'
import {
  backupAlarm,
  certificateAlarm,
  clockAlarms,
  effectAlarms,
  fewFailAlarm,
  mailAlarms,
  noticedAlarms,
  partAlarms,
  refusedAlarms,
  streamAlarms,
} from './causes.ts'
import { type AlarmName, alarmText, alarmTexts } from './texts.ts'
import type { Topics } from './topics.ts'
import type { WatchedResources } from './watch.ts'

/**
 * A cause waits this long before it notifies on its own, so that the user-facing alarms can ring first. Those notify
 * once for everything. A cause that lasts longer than they do notifies after them.
 */
const wait = Duration.minutes(15)
const after = Duration.minutes(5)

const ringing = (alarm: AlarmBase) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM)

/** An alarm, and the others that explain it: it counts only while none of them rings. */
const unless = (alarm: AlarmBase, ...others: readonly AlarmBase[]): IAlarmRule =>
  AlarmRule.allOf(ringing(alarm), ...others.map((other) => AlarmRule.not(ringing(other))))

/** One notification for several alarms. The message names the alarm that rings. */
const together = (
  stack: Stack,
  name: AlarmName,
  rules: readonly IAlarmRule[],
  actionsSuppressor?: CompositeAlarm,
): CompositeAlarm =>
  new CompositeAlarm(stack, name, {
    alarmDescription: alarmText(name),
    alarmRule: AlarmRule.anyOf(...rules),
    ...(actionsSuppressor
      ? { actionsSuppressor, actionsSuppressorWaitPeriod: wait, actionsSuppressorExtensionPeriod: after }
      : {}),
  })

const notify = (topics: Topics, name: AlarmName, alarm: AlarmBase): void => {
  const action = new SnsAction(topics[alarmTexts[name].severity])
  alarm.addAlarmAction(action)
  alarm.addOkAction(action)
}

/** Alarms about effects that people notice. A silent clock also silences the stream, because it writes nothing. */
const pages = (stack: Stack, stage: Stage, watched: WatchedResources, topics: Topics) => {
  const noticed = noticedAlarms(stack, stage)
  const clock = clockAlarms(stack, stage)
  const stream = streamAlarms(stack, stage, watched)
  const affected = together(stack, 'PeopleAffected', noticed.map(ringing))
  const background = [ringing(clock.silent), ringing(clock.late), ringing(stream.late)]
  const stopped = together(
    stack,
    'EffectsFail',
    [...background, unless(stream.silent, clock.silent)],
    affected,
  )
  notify(topics, 'PeopleAffected', affected)
  notify(topics, 'EffectsFail', stopped)
  return { affected, stream, alarms: [...noticed, ...Object.values(clock), ...Object.values(stream)] }
}

/** Alarms about causes. Those of the functions and of scarce resources notify together. */
const tickets = (
  stack: Stack,
  stage: Stage,
  watched: WatchedResources,
  topics: Topics,
  { affected, stream }: ReturnType<typeof pages>,
): readonly Alarm[] => {
  const effects = effectAlarms(stack, stage, watched)
  const parts = partAlarms(stack, stage, watched)
  const rules = watched.made.flatMap(({ domain, alarm }) => {
    if (alarm === undefined) return []
    return [domain === 'stream' ? unless(alarm, stream.late, effects.aside, effects.mail) : ringing(alarm)]
  })
  const failing = together(stack, 'PartFails', [...parts.map(ringing), ...rules], affected)
  notify(topics, 'PartFails', failing)
  const single: Readonly<Partial<Record<AlarmName, Alarm>>> = {
    DeadLetters: effects.aside,
    MailRefused: effects.mail,
    // Stays for a day, so it must not hide another alarm.
    FewFail: fewFailAlarm(stack, stage),
    CertificateEnds: certificateAlarm(stack, stage),
    ...mailAlarms(stack, stage),
    ...refusedAlarms(stack, stage),
    ...backupAlarm(stack, watched),
  }
  for (const [name, alarm] of Object.entries(single)) notify(topics, name as AlarmName, alarm)
  return [...parts, ...Object.values(single), ...watched.made.flatMap(({ alarm }) => alarm ?? [])]
}

/** Creates the alarms of a stage. Each problem notifies once, at the topic of its severity. */
export const alarms = (
  stack: Stack,
  stage: Stage,
  watched: WatchedResources,
  topics: Topics,
): readonly Alarm[] => {
  const about = pages(stack, stage, watched, topics)
  if (watchOf(stage) !== 'full') return about.alarms
  return [...about.alarms, ...tickets(stack, stage, watched, topics, about)]
}
