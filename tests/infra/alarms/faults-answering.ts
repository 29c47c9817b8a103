import { clockAndStream, type Fault, fail, ofPeople, ofProbe, outage, refuse, slow, strike } from './fault.ts'
import { ask, probeRound, visitRound } from './night.ts'

/** Faults of signing in. */
export const signingIn: readonly Fault[] = [
  {
    name: "a school's identity provider signs with a new key",
    alarm: 'SamlRefused',
    minute: (data, minute) => refuse(data, minute, 'saml.receiveSamlResponse', 'SamlRefusals', 400),
  },
  {
    name: 'the clock of an identity provider is wrong for half of the answers and more',
    alarm: 'SamlRefused',
    minute: (data, minute) => {
      refuse(data, minute, 'saml.receiveSamlResponse', 'SamlRefusals', 400)
      ask(data, minute, 'saml.receiveSamlResponse', 1, { more: { SamlSignIns: 1 } })
    },
  },
  {
    name: 'Google gives tokens for another client',
    alarm: 'OpenIdRefused',
    minute: (data, minute) => refuse(data, minute, 'providers.googleLogin', 'OpenIdRefusals', 401),
  },
  {
    name: "Apple's key has run out, and its answers lead back to the sign-in page",
    alarm: 'OpenIdRefused',
    minute: (data, minute) => refuse(data, minute, 'providers.appleCallback', 'OpenIdRefusals', 302),
  },
  { name: 'sign-in fails', alarm: 'SignInFails', minute: fail('auth.login', 2, 6) },
  { name: 'refresh fails', alarm: 'RefreshFails', minute: fail('auth.refreshToken', 2, 6) },
  { name: 'taking a seat fails', alarm: 'RsvpFails', minute: fail('attendance.setRsvp', 2, 6) },
  { name: 'sign-in is slow', alarm: 'SignInSlow', minute: slow('auth.login', 3000) },
  { name: 'refresh is slow', alarm: 'RefreshSlow', minute: slow('auth.refreshToken', 1500) },
  { name: 'taking a seat is slow', alarm: 'RsvpSlow', minute: slow('attendance.setRsvp', 1400) },
]

/** Faults of what answers requests, and of what leads to it. */
export const answering: readonly Fault[] = [
  {
    name: 'somebody sets the throttle of the gateway to 0',
    alarm: 'ProbeFails',
    gone: [...ofPeople, ...ofProbe],
    minute: (data, minute, of) => {
      data.put(of('TurnedAway', 'part'), minute, 9)
      outage(data, minute)
    },
  },
  {
    name: 'one client takes the throttle of all schools',
    alarm: 'TurnedAway',
    minute: (data, minute, of) => data.put(of('TurnedAway', 'part'), minute, 4000),
  },
  {
    name: 'one client runs into the limits again and again',
    alarm: 'ManyLimited',
    minute: (data, minute) => ask(data, minute, 'auth.login', 30, { status: 429 }),
  },
  {
    name: 'the certificate has run out',
    alarm: 'ProbeFails',
    gone: [...ofPeople, ...ofProbe],
    minute: outage,
  },
  {
    name: 'the record of the domain is gone',
    alarm: 'ProbeFails',
    gone: [...ofPeople, ...ofProbe],
    minute: outage,
  },
  { name: 'the mapping of the schools is gone', alarm: 'ProbeFails', gone: ofProbe, minute: outage },
  { name: 'the probe is switched off', alarm: 'ProbeSilent', gone: ofProbe, minute: () => {} },
  {
    name: 'the certificate is not renewed',
    alarm: 'CertificateEnds',
    gone: ofProbe,
    minute: (data, minute) => probeRound(data, minute, 0, 9),
  },
  {
    name: 'the function of sign-in crashes at its start',
    alarm: 'ProbeFails',
    gone: ofProbe,
    minute: (data, minute, of) => {
      data.put(of('AuthFailures', 'crashes'), minute, 4)
      data.put(of('RequestsFail', 'unanswered'), minute, 4)
      outage(data, minute)
    },
  },
  {
    name: 'a busy operation has a defect',
    alarm: 'RequestsFail',
    minute: fail('events.listFutureEvents', 5, 5),
  },
  {
    name: 'an operation that few ask for has a defect',
    alarm: 'FunctionFails',
    minute: (data, minute) => {
      ask(data, minute, 'events.listFutureEvents', 500)
      if (minute % 4 === 0) ask(data, minute, 'budgets.getBudget', 3, { faults: true, status: 500 })
    },
  },
  {
    name: 'a function takes longer than its time',
    alarm: 'FunctionFails',
    minute: (data, minute, of) => {
      ask(data, minute, 'events.listFutureEvents', 500)
      data.put(of('ExportsFailures', 'crashes'), minute, 3)
      data.put(of('RequestsFail', 'unanswered'), minute, 3)
    },
  },
  {
    name: 'the table does not answer',
    alarm: 'ProbeFails',
    gone: ['StreamLag', 'IteratorAge', 'ClockLate', 'ScheduleFailures', ...ofProbe, ...ofPeople],
    minute: (data, minute, of) => {
      for (const operation of ['auth.refreshToken', 'events.listFutureEvents', 'auth.validateToken'])
        ask(data, minute, operation, 3, { faults: true, status: 503 })
      strike(data, minute, 6)
      data.put(of('ClockFailures', 'crashes'), minute, 1)
      outage(data, minute)
    },
  },
  {
    name: 'no function may run in the account',
    alarm: 'RequestsFail',
    gone: [...ofPeople, ...clockAndStream, ...ofProbe],
    minute: (data, minute, of) => {
      data.put(of('RequestsFail', 'unanswered'), minute, 9)
      data.put(of('FunctionsThrottled'), minute, 12)
    },
  },
  {
    name: 'the synthetic student cannot register',
    alarm: 'VisitFails',
    gone: ['VisitFailures'],
    minute: (data, minute) => visitRound(data, minute, 1),
  },
  {
    name: 'an operation fails for a handful of people in a day',
    alarm: 'FewFail',
    minute: (data, minute) => {
      if (minute % 20 === 10) ask(data, minute, 'budgets.getBudget', 1, { faults: true, status: 500 })
    },
  },
  {
    name: 'a crowd uses most of the concurrent executions',
    alarm: 'ConcurrencyHigh',
    gone: ['ConcurrentExecutions'],
    minute: (data, minute, of) => data.put(of('ConcurrencyHigh'), minute, 850),
  },
  {
    name: 'the firewall blocks an attack',
    alarm: 'WafBlocks',
    minute: (data, minute, of) => data.put(of('WafBlocks'), minute, 900),
  },
  {
    name: 'some functions are turned away',
    alarm: 'FunctionsThrottled',
    minute: (data, minute, of) => data.put(of('FunctionsThrottled'), minute, 1),
  },
  {
    name: 'one event takes all that a partition of an index gives',
    alarm: 'TableThrottled',
    minute: (data, minute, of) => data.put(of('TableThrottled', 'm3'), minute, 40),
  },
  {
    name: 'reading the table is turned away, and people notice',
    alarm: 'RequestsFail',
    minute: (data, minute, of) => {
      data.put(of('TableThrottled', 'm0'), minute, 400)
      ask(data, minute, 'events.listFutureEvents', 3, { faults: true, status: 503 })
    },
  },
]
