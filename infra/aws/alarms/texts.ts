/**
 * How soon a person has to act. `page` wakes somebody, `ticket` waits until the next working day, `note` needs no
 * answer.
 */
export type Severity = 'page' | 'ticket' | 'note'

export const severities: readonly Severity[] = ['page', 'ticket', 'note']

type AlarmText = {
  readonly severity: Severity
  /** The effect that users notice. */
  readonly effect: string
  /** The heading in docs/operations.md with instructions. */
  readonly heading: string
}

const signIn = 'Sign-in or registration fails or is slow'
const rejectedSignIns = 'Identity provider sign-ins are rejected'
const stream = 'The stream is behind'
const lateTasks = 'Scheduled tasks are late'
const throttled = 'Requests are turned away'

/** Every alarm by its name, with text for the person who receives it. */
export const alarmTexts = {
  PeopleAffected: {
    severity: 'page',
    effect: 'People see errors, cannot sign in, or wait for seconds.',
    heading: 'People are affected',
  },
  RequestsFail: {
    severity: 'page',
    effect: 'More than one request of a hundred ends in an error page.',
    heading: 'Requests fail',
  },
  SignInFails: { severity: 'page', effect: 'People cannot sign in with their password.', heading: signIn },
  RefreshFails: {
    severity: 'page',
    effect: 'Sessions end early: people must sign in again.',
    heading: signIn,
  },
  RsvpFails: { severity: 'page', effect: 'People cannot register for events.', heading: signIn },
  SignInSlow: { severity: 'page', effect: 'Signing in takes more than two seconds.', heading: signIn },
  RefreshSlow: { severity: 'page', effect: 'Pages hang while a session is refreshed.', heading: signIn },
  RsvpSlow: {
    severity: 'page',
    effect: 'Registering for an event takes more than a second, so people press the button again.',
    heading: signIn,
  },
  TurnedAway: {
    severity: 'page',
    effect: 'The gateway throttles requests, so pages stay empty.',
    heading: throttled,
  },
  ManyLimited: {
    severity: 'page',
    effect: 'More than one request of twenty is refused by a rate limit.',
    heading: throttled,
  },
  ProbeFails: {
    severity: 'page',
    effect: 'The platform or its sign-in does not answer from outside.',
    heading: 'The platform is unreachable',
  },
  VisitFails: {
    severity: 'page',
    effect: 'The synthetic student cannot sign in, register or withdraw, or a function does not answer.',
    heading: 'The synthetic student fails',
  },
  EffectsFail: {
    severity: 'page',
    effect: 'Mails, notifications, waitlist seats and reminders come late or not at all.',
    heading: 'Background work has stopped',
  },
  StreamLate: {
    severity: 'page',
    effect: 'Mails, notifications and waitlist seats come minutes late.',
    heading: stream,
  },
  StreamSilent: {
    severity: 'page',
    effect: 'Mails, notifications and waitlist seats do not come: no function reads the stream.',
    heading: stream,
  },
  ClockSilent: {
    severity: 'page',
    effect: 'Reminders, deadlines and escalations do not happen.',
    heading: 'The clock has stopped',
  },
  DueLate: {
    severity: 'page',
    effect: 'Reminders and deadlines come more than fifteen minutes late.',
    heading: lateTasks,
  },
  SecretRead: {
    severity: 'page',
    effect: 'The secret that signs every session was read or changed by an account that is not a function.',
    heading: 'The signing secret was read',
  },
  PartFails: {
    severity: 'ticket',
    effect: 'One part of the platform fails or is short of a resource.',
    heading: 'One part fails',
  },
  FunctionFails: {
    severity: 'ticket',
    effect: 'One function returns errors. During its deployment, the old version takes over again.',
    heading: 'A function fails',
  },
  FewFail: {
    severity: 'ticket',
    effect: 'A few requests of this day ended in an error page: too few for the alarms about people.',
    heading: 'A few requests fail',
  },
  FunctionsThrottled: {
    severity: 'ticket',
    effect: 'Requests are refused because too many functions run at once in this account.',
    heading: 'Functions are throttled',
  },
  ConcurrencyHigh: {
    severity: 'ticket',
    effect: 'More than four fifths of the concurrent executions of the account are in use.',
    heading: 'Functions are throttled',
  },
  TableThrottled: {
    severity: 'ticket',
    effect: 'Some requests are slow or fail because one part of the table is over its capacity.',
    heading: 'The table throttles',
  },
  ProbeSilent: {
    severity: 'ticket',
    effect: 'Nothing checks the platform from outside: an outage would raise no alarm.',
    heading: 'The probe has stopped',
  },
  ClockFails: {
    severity: 'ticket',
    effect: 'One kind of scheduled task fails at each run: reminders, audit seals or cleaning.',
    heading: lateTasks,
  },
  DeadLetters: {
    severity: 'ticket',
    effect: 'A change was stored without its effect: a mail, a notification or a waitlist seat.',
    heading: 'A change event was put aside',
  },
  MailRefused: {
    severity: 'ticket',
    effect: 'A mail was not sent: a code, an invitation or a reminder.',
    heading: 'Mail is rejected',
  },
  MailBounces: {
    severity: 'ticket',
    effect: 'Many mails reach nobody. Above 10 % AWS stops all mail of the account.',
    heading: 'Mail bounces',
  },
  MailComplaints: {
    severity: 'ticket',
    effect: 'People mark mails of the platform as spam. Above 0.5 % AWS stops all mail of the account.',
    heading: 'Mail bounces',
  },
  SamlRefused: {
    severity: 'ticket',
    effect: "People of a school cannot sign in: its identity provider's responses are rejected.",
    heading: rejectedSignIns,
  },
  OpenIdRefused: {
    severity: 'ticket',
    effect: 'People cannot sign in with Google or Apple.',
    heading: rejectedSignIns,
  },
  CertificateEnds: {
    severity: 'ticket',
    effect: 'In less than two weeks browsers will refuse every address of the platform.',
    heading: 'The certificate expires',
  },
  BackupFails: {
    severity: 'ticket',
    effect: 'A weekly backup of the table failed.',
    heading: 'A backup failed',
  },
  WafBlocks: {
    severity: 'note',
    effect: 'The firewall blocks more than a thousand requests in five minutes.',
    heading: 'The firewall blocks requests',
  },
  Budget: {
    severity: 'note',
    effect: 'The month costs more than planned.',
    heading: 'The month costs more than planned',
  },
} as const satisfies Record<string, AlarmText>

export type AlarmName = keyof typeof alarmTexts

/** The fragment of a heading's address. */
export const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-')

/** The alarm's text: its severity, the effect on users, and the runbook page. */
export const alarmText = (name: AlarmName): string => {
  const { severity, effect, heading } = alarmTexts[name]
  return `${severity}: ${effect} Runbook: docs/operations.md#${anchorOf(heading)}`
}
