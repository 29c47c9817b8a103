import type { Seeded } from '../../seeded.ts'
import type { Answer, Ask } from '../arena.ts'
import type { SignedIn } from '../visitors.ts'
import { dayPassword, type School } from './school.ts'

export type Deed = {
  readonly operation: string
  readonly ask: Ask
  /** What has to be remembered once it was answered. */
  readonly after?: (answer: Answer) => void
}

type Kind = {
  readonly operation: string
  /** How many of a thousand requests of the day. */
  readonly weight: number
  /** Undefined when nobody can do it now. */
  readonly make: (school: School, one: SignedIn, random: Seeded) => Omit<Deed, 'operation'> | undefined
}

const refreshTokens = new WeakMap<SignedIn, string>()

const successorIn = ({ cookies }: Answer): string | undefined =>
  cookies.map((line) => /^refreshToken=([^;]+)/.exec(line)?.[1]).find((token) => token)

const one = <V>(all: readonly V[], random: Seeded): V => all[random.between(0, all.length - 1)] as V

const reading =
  (domain: Ask['domain'], path: (school: School, random: Seeded) => string): Kind['make'] =>
  (school, who, random) => ({
    ask: { domain, path: path(school, random), school: school.key, token: who.token },
  })

/** People who asked for a token may not ask again before it has come. */
const refreshing = new WeakSet<SignedIn>()

const kinds: readonly Kind[] = [
  { operation: 'list future events', weight: 220, make: reading('events', () => '/get-future-events') },
  {
    operation: 'event page',
    weight: 200,
    make: reading('events', ({ events }, random) => `/get-event/${one(events, random).eventId}`),
  },
  { operation: 'notifications', weight: 110, make: reading('notifications', () => '/notifications') },
  {
    operation: 'unread count',
    weight: 120,
    make: reading('notifications', () => '/notifications/unread-count'),
  },
  {
    operation: 'messages of a club',
    weight: 80,
    make: reading('messages', ({ orgId }) => `/org-messages/${orgId}/messages`),
  },
  {
    operation: 'page of a club',
    weight: 60,
    make: reading('organizations', ({ orgId }) => `/get-org/${orgId}`),
  },
  {
    operation: 'refresh',
    weight: 90,
    make: ({ key }, who) => {
      if (refreshing.has(who)) return undefined
      refreshing.add(who)
      const refreshToken = refreshTokens.get(who) ?? who.refreshToken
      return {
        ask: { domain: 'auth', method: 'POST', path: '/refresh-token', school: key, refreshToken },
        after: (answer) => {
          refreshTokens.set(who, successorIn(answer) ?? refreshToken)
          refreshing.delete(who)
        },
      }
    },
  },
  {
    operation: 'sign-in',
    weight: 8,
    make: ({ key, registered }, _, random) => ({
      ask: {
        domain: 'auth',
        method: 'POST',
        path: '/login',
        school: key,
        body: { email: one(registered, random), password: dayPassword },
        sourceIp: `198.51.100.${random.between(1, 250)}`,
      },
    }),
  },
  {
    operation: 'RSVP',
    weight: 60,
    make: ({ key, events, fair, expected, going, asked }, who, random) => {
      const { eventId } = random.next() < 0.4 ? fair : one(events, random)
      const name = `${eventId} ${who.id}`
      if (asked.has(name)) return undefined
      asked.add(name)
      return {
        ask: {
          domain: 'attendance',
          method: 'POST',
          path: `/rsvp/${eventId}`,
          school: key,
          token: who.token,
        },
        after: ({ text }) => {
          if (eventId !== fair.eventId) going.push({ eventId, who })
          else if (text.includes('"attending"')) expected.push(who)
        },
      }
    },
  },
  {
    operation: 'withdraw',
    weight: 8,
    make: ({ key, going }) => {
      const left = going.shift()
      return (
        left && {
          ask: {
            domain: 'attendance',
            method: 'DELETE',
            path: `/rsvp/${left.eventId}`,
            school: key,
            token: left.who.token,
          },
        }
      )
    },
  },
  {
    operation: 'post a message',
    weight: 4,
    make: ({ key, orgId, host }) => ({
      ask: {
        domain: 'messages',
        method: 'POST',
        path: `/org-messages/${orgId}/messages`,
        school: key,
        token: host.token,
        body: { content: 'See you at noon.', visibility: 'public' },
      },
    }),
  },
  {
    operation: 'check-in',
    weight: 40,
    make: ({ key, fair, expected, host }) => {
      const who = expected.shift()
      return (
        who && {
          ask: {
            domain: 'checkins',
            method: 'POST',
            path: `/events/${fair.eventId}/check-in/${who.id}`,
            school: key,
            token: host.token,
          },
        }
      )
    },
  },
]

const whole = kinds.reduce((sum, { weight }) => sum + weight, 0)

/** What somebody of some school does next, by the mix of a day. */
export const nextDeed = (schools: readonly School[], random: Seeded): Deed => {
  for (;;) {
    const school = one(schools, random)
    let left = random.next() * whole
    const kind = kinds.find(({ weight }) => {
      left -= weight
      return left < 0
    })
    const deed = kind?.make(school, one(school.students, random), random)
    if (kind && deed) return { operation: kind.operation, ...deed }
  }
}
