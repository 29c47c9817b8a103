type AlarmText = {
  /** What people notice. */
  readonly feels: string
  /** The heading of docs/operations.md that says what to do. */
  readonly heading: string
}

const slow = 'Sign-in and answers'
const fails = 'Requests fail'

/** Every alarm by its name, in words for whoever is woken by it. */
export const alarmTexts = {
  PeopleAffected: {
    feels: 'People meet errors, cannot sign in, or wait for seconds. The alarms below this one say which.',
    heading: 'People are affected',
  },
  RequestsFail: {
    feels: 'More than one request of a hundred ends in an error page.',
    heading: fails,
  },
  SignInFails: { feels: 'People cannot sign in by password.', heading: `${slow} fail or are slow` },
  RefreshFails: {
    feels: 'Sessions are not prolonged: people are asked to sign in again.',
    heading: `${slow} fail or are slow`,
  },
  RsvpFails: { feels: 'People do not get their seats.', heading: `${slow} fail or are slow` },
  SignInSlow: { feels: 'Signing in takes more than two seconds.', heading: `${slow} fail or are slow` },
  RefreshSlow: { feels: 'Pages hang while a session is prolonged.', heading: `${slow} fail or are slow` },
  RsvpSlow: {
    feels: 'Taking a seat takes more than a second: people press the button again.',
    heading: `${slow} fail or are slow`,
  },
  FunctionFails: {
    feels:
      'One part of the platform answers with errors. While it is being deployed, its old version comes back.',
    heading: 'A function fails',
  },
  FunctionsThrottled: {
    feels: 'Requests are turned away because too many functions run at once in this account.',
    heading: 'Functions are turned away',
  },
  StreamLate: {
    feels: 'Mails, notifications and seats of the waiting line come minutes late.',
    heading: 'The stream lags',
  },
  DeadLetters: {
    feels: 'Something was written and its effects never came: a mail, a notification, a freed seat.',
    heading: 'A notice was put aside',
  },
  ClockSilent: {
    feels: 'Reminders, deadlines and escalations do not happen.',
    heading: 'The clock does not run',
  },
  DueLate: {
    feels: 'Reminders and deadlines come more than a quarter of an hour late.',
    heading: 'What is due is late',
  },
  TableThrottled: {
    feels: 'Some requests are slow or fail because one part of the table is asked too much.',
    heading: 'The table throttles',
  },
  MailRefused: {
    feels: 'Codes, invitations and reminders do not leave.',
    heading: 'Mail is refused',
  },
  MailBounces: {
    feels: 'Many mails reach nobody. Above ten of a hundred AWS stops all mail of the account.',
    heading: 'Mail bounces',
  },
  MailComplaints: {
    feels:
      'People call mails of the platform spam. Above one of two hundred AWS stops all mail of the account.',
    heading: 'Mail bounces',
  },
  SecretRead: {
    feels: 'Somebody other than the functions read or changed the secret that signs everybody in.',
    heading: 'The signing secret was read',
  },
  Budget: { feels: 'The month costs more than it should.', heading: 'The month costs more' },
} as const satisfies Record<string, AlarmText>

export type AlarmName = keyof typeof alarmTexts

/** What an alarm says: what people notice, and where the runbook helps. */
export const alarmText = (name: AlarmName): string => {
  const { feels, heading } = alarmTexts[name]
  return `${feels} Runbook (docs/operations.md): "${heading}".`
}
