type AlarmText = {
  /** The effect that users notice. */
  readonly feels: string
  /** The heading in docs/operations.md with instructions. */
  readonly heading: string
}

const signing = 'Sign-in and answers fail or are slow'
const fails = 'Requests fail'
const clock = 'The clock does not run'
const outside = 'Nobody reaches the platform'
const away = 'Requests are turned away'

/** Every alarm by its name, with text for the person it wakes. */
export const alarmTexts = {
  PeopleAffected: {
    feels:
      'People meet errors, cannot sign in, or wait for seconds. The alarm that this mail names says which.',
    heading: 'People are affected',
  },
  RequestsFail: {
    feels: 'More than one request of a hundred ends in an error page.',
    heading: fails,
  },
  SignInFails: { feels: 'People cannot sign in by password.', heading: signing },
  RefreshFails: { feels: 'Sessions are not prolonged: people are asked to sign in again.', heading: signing },
  RsvpFails: { feels: 'People do not get their seats.', heading: signing },
  SignInSlow: { feels: 'Signing in takes more than two seconds.', heading: signing },
  RefreshSlow: { feels: 'Pages hang while a session is prolonged.', heading: signing },
  RsvpSlow: {
    feels: 'Taking a seat takes more than a second: people press the button again.',
    heading: signing,
  },
  TurnedAway: { feels: 'The gateway turns requests away: pages stay empty.', heading: away },
  ManyLimited: {
    feels: 'More than one request in twenty was refused by a rate limit.',
    heading: away,
  },
  ProbeFails: {
    feels: 'From outside, the platform or its sign-in does not answer: a name, a certificate, or everything.',
    heading: outside,
  },
  PartFails: {
    feels:
      'One part of the platform fails or is short of something. The alarm that this mail names says which.',
    heading: 'One part fails',
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
  TableThrottled: {
    feels: 'Some requests are slow or fail because one part of the table is asked too much.',
    heading: 'The table throttles',
  },
  ProbeSilent: {
    feels: 'Nobody asks for the platform from outside any more: an outage would raise no alarm.',
    heading: 'The probe does not run',
  },
  EffectsFail: {
    feels:
      'What was written has no effect, or a late one: mails, notifications, freed seats. The alarm that this mail names says which.',
    heading: 'Effects do not come',
  },
  StreamLate: {
    feels: 'Mails, notifications and seats of the waiting line come minutes late.',
    heading: 'The stream lags',
  },
  StreamSilent: {
    feels: 'Mails, notifications and seats of the waiting line do not come: nobody reads the stream.',
    heading: 'The stream lags',
  },
  DeadLetters: {
    feels: 'Something was written and its effects never came: a mail, a notification, a freed seat.',
    heading: 'A notice was put aside',
  },
  MailRefused: {
    feels: 'A mail did not leave: a code, an invitation or a reminder.',
    heading: 'Mail is refused',
  },
  ClockStops: {
    feels:
      'Reminders, deadlines and escalations do not happen or come late. The alarm that this mail names says why.',
    heading: clock,
  },
  ClockSilent: { feels: 'Reminders, deadlines and escalations do not happen.', heading: clock },
  ClockFails: {
    feels:
      'One kind of what is done by the minute or the hour fails each time: reminders, sealing, cleaning.',
    heading: 'What is due is late',
  },
  DueLate: {
    feels: 'Reminders and deadlines come more than a quarter of an hour late.',
    heading: 'What is due is late',
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
  SamlRefused: {
    feels: 'People of a school cannot sign in: the answers of its identity provider are refused.',
    heading: 'Answers of identity providers are refused',
  },
  OpenIdRefused: {
    feels: 'People cannot sign in with Google or Apple.',
    heading: 'Answers of identity providers are refused',
  },
  CertificateEnds: {
    feels: 'In less than two weeks browsers will refuse every address of the platform.',
    heading: 'The certificate ends',
  },
  SecretRead: {
    feels: 'Somebody other than the functions read or changed the secret that signs everybody in.',
    heading: 'The signing secret was read',
  },
  Budget: { feels: 'The month costs more than it should.', heading: 'The month costs more' },
} as const satisfies Record<string, AlarmText>

export type AlarmName = keyof typeof alarmTexts

/** The alarm's text: the effect on users, and the runbook page. */
export const alarmText = (name: AlarmName): string => {
  const { feels, heading } = alarmTexts[name]
  return `${feels} Runbook (docs/operations.md): "${heading}".`
}
