import { clockAndStream, consume, type Fault, ofClock, ofStream, strike } from './fault.ts'
import { say, span } from './night.ts'

/** Faults of what runs without a request. */
export const behind: readonly Fault[] = [
  {
    name: 'the rule of the clock is switched off',
    alarm: 'ClockSilent',
    gone: clockAndStream,
    minute: () => {},
  },
  {
    name: 'the clock crashes at its start every minute',
    alarm: 'ClockSilent',
    gone: clockAndStream,
    minute: (data, minute, of) => data.put(of('ClockFailures', 'crashes'), minute, 1),
  },
  {
    name: 'the clock takes longer than its time',
    alarm: 'ClockSilent',
    gone: ofClock,
    minute: (data, minute, of) => data.put(of('ClockFailures', 'crashes'), minute, 1),
  },
  {
    name: 'the clock may not write its log any more',
    alarm: 'ClockSilent',
    gone: ofClock,
    minute: () => {},
  },
  {
    name: 'one schedule fails every minute',
    alarm: 'ClockFails',
    minute: (data, minute) => strike(data, minute, 1),
  },
  {
    name: 'every schedule fails',
    alarm: 'ClockFails',
    minute: (data, minute, of) => {
      strike(data, minute, 6)
      data.put(of('ClockFailures', 'crashes'), minute, 1)
    },
  },
  {
    name: 'reminders pile up',
    alarm: 'DueLate',
    minute: (data, minute) => say(data, minute, { operation: 'clock.due', measured: { DueLate: 1800 } }),
  },
  { name: 'nobody reads the stream', alarm: 'StreamSilent', gone: ofStream, minute: () => {} },
  {
    name: 'the stream brings more than its consumer can do',
    alarm: 'StreamLate',
    minute: (data, minute, of) => data.put(of('StreamLate'), minute, 600_000),
  },
  {
    name: 'one notice fails six times and is put aside',
    alarm: 'DeadLetters',
    minute: (data, minute, of) => {
      if (minute === span.from) consume(data, minute, 2, 6)
      else data.put(of('DeadLetters'), minute, 1)
    },
  },
  {
    name: 'the consumer crashes at its start',
    alarm: 'StreamSilent',
    gone: ['StreamLag', 'ChangeEventFailures'],
    minute: (data, minute, of) => {
      data.put(of('StreamFailures', 'crashes'), minute, 6)
      data.put(of('StreamLate'), minute, (minute - span.from) * 60_000)
    },
  },
  {
    name: 'one mail is refused for good',
    alarm: 'MailRefused',
    minute: (data, minute) => {
      if (minute === span.from) say(data, minute, { operation: 'stream.mail', measured: { MailRefused: 1 } })
    },
  },
  {
    name: 'SES takes no mail',
    alarm: 'MailRefused',
    minute: (data, minute) => {
      consume(data, minute, 5, 5)
      say(data, minute, { operation: 'stream.mail', measured: { MailRefused: 1 } })
    },
  },
  {
    name: 'a weekly backup fails',
    alarm: 'BackupFails',
    minute: (data, minute, of) => {
      if (minute === span.from) data.put(of('BackupFails'), minute, 1)
    },
  },
  {
    name: 'mails bounce',
    alarm: 'MailBounces',
    gone: ['Reputation.BounceRate'],
    minute: (data, minute, of) => data.put(of('MailBounces'), minute, 0.07),
  },
  {
    name: 'people complain of mails',
    alarm: 'MailComplaints',
    gone: ['Reputation.ComplaintRate'],
    minute: (data, minute, of) => data.put(of('MailComplaints'), minute, 0.002),
  },
]
