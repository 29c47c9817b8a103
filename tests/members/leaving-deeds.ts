import fc from 'fast-check'
import { taskHandlers as attendance } from '../../functions/attendance/scheduled-tasks.ts'
import { taskHandlers as jobs } from '../../functions/jobs/scheduled-tasks.ts'
import { taskHandlers as reminders } from '../../functions/reminders/scheduled-tasks.ts'
import { replanned } from '../attendance/events.ts'
import { sweep } from '../support/due.ts'
import { type Person, password } from '../support/people.ts'
import { castSize, isInside, killed, type Model, type Real } from './leaving-model.ts'
import { withStatus } from './leaving-ways.ts'

type Reply = { readonly status: number; readonly body: unknown }
type Pick = { readonly who: number; readonly at: number; readonly guests: number }
type Deed = {
  /** Whether the model lets it happen. */
  may?(model: Model, pick: Pick): boolean
  act(real: Real, person: Person, pick: Pick): Promise<Reply | undefined>
  /** What it makes of the model where it was done. */
  after?(model: Model, pick: Pick): void
}

const placeOf = ({ events }: Real, { at }: Pick) => events[at] as Real['events'][number]
const here = ({ people }: Model, { who }: Pick) => people[who] as Model['people'][number]
const isActive = (model: Model, { who }: Pick) => isInside(model, who)
const done = async (deed: Promise<unknown>): Promise<Reply> => {
  await deed
  return { status: 200, body: undefined }
}
const leaves = (model: Model, pick: Pick): void => {
  here(model, pick).member = false
}

/** What people do, each by itself; what the platform refuses changes nothing. */
export const deeds: Readonly<Record<string, Deed>> = {
  apply: { act: ({ club: { orgId } }, { device }) => device.applyToOrganization({ orgId }) },
  approve: {
    async act({ club: { orgId, owner } }, { user }) {
      const { body } = await owner.device.listApplications({ orgId, status: 'pending' })
      const own = body.applications.find(({ user_id }: { user_id: { _id?: string } | string }) =>
        JSON.stringify(user_id).includes(user._id),
      )
      return own && owner.device.approveApplication({ orgId, applicationId: own._id })
    },
    after: (model, pick) => {
      Object.assign(here(model, pick), { member: true, suspended: false })
    },
  },
  leave: { act: ({ club: { orgId } }, { device }) => device.leaveOrganization({ orgId }), after: leaves },
  remove: {
    act: ({ club: { orgId, owner } }, { user }) => owner.device.removeOrgMember({ orgId, userId: user._id }),
    after: leaves,
  },
  suspend: {
    may: isActive,
    act: (real, person) => done(withStatus('suspended')(real, person)),
    after: (model, pick) => {
      here(model, pick).suspended = true
    },
  },
  reinstate: {
    may: (model, pick) => here(model, pick).member && here(model, pick).suspended,
    act: (real, person) => done(withStatus('active')(real, person)),
    after: (model, pick) => {
      here(model, pick).suspended = false
    },
  },
  bar: {
    act: ({ dean }, { user }) => dean.device.setUserAccess({ userId: user._id, accessSuspended: true }),
    after: (model, pick) => {
      here(model, pick).barred = true
    },
  },
  readmit: {
    may: (model, pick) => here(model, pick).barred,
    async act({ dean }, { user, device, email }) {
      const reply = await dean.device.setUserAccess({ userId: user._id, accessSuspended: false })
      await device.login({ email, password })
      return reply
    },
    after: (model, pick) => {
      here(model, pick).barred = false
    },
  },
  'delete the account': {
    may: (model, pick) => pick.guests === 3 && !here(model, pick).barred,
    act: (_, { device }) => device.deleteAccount({ password }),
    after: (model, pick) => {
      here(model, pick).gone = true
    },
  },
  'change the role': {
    may: isActive,
    act: ({ club: { orgId, owner } }, { user }, { guests }) =>
      owner.device.assignOrgRole({ orgId, userId: user._id, role: guests > 1 ? 'officer' : 'member' }),
  },
  narrow: {
    act: (real, _, pick) =>
      done(replanned(real.w, placeOf(real, pick).eventId, { visibility: 'members_only' })),
    after: (model, { at }) => {
      model.narrow[at] = true
    },
  },
  open: {
    act: (real, _, pick) => done(replanned(real.w, placeOf(real, pick).eventId, { visibility: 'public' })),
    after: (model, { at }) => {
      model.narrow[at] = false
    },
  },
  register: {
    act: (real, { device }, pick) =>
      device.registerForEvent({
        event_id: placeOf(real, pick).eventId,
        guestCount: Math.min(2, pick.guests),
      }),
  },
  withdraw: {
    act: (real, { device }, pick) => device.withdrawFromEvent({ event_id: placeOf(real, pick).eventId }),
  },
  promote: {
    act: (real, { user }, pick) =>
      real.club.owner.device.promoteFromWaitlist({ ...placeOf(real, pick), entryId: `u-${user._id}` }),
  },
  assign: {
    act: (real, { user }, pick) =>
      real.club.owner.device.createAssignment({ ...placeOf(real, pick), memberId: user._id }),
  },
  offer: { act: (real, { device }, pick) => device.createVolunteerSignup(placeOf(real, pick)) },
  'take the offer': {
    act: (real, { user }, pick) => {
      const place = placeOf(real, pick)
      const signupId = `${place.roleId}.${user._id}`
      return real.club.owner.device.decideVolunteerSignup({ ...place, signupId, status: 'approved' })
    },
  },
  'check in': {
    act: (real, { user }, pick) =>
      real.club.owner.device.checkInPerson({ eventId: placeOf(real, pick).eventId, userId: user._id }),
  },
  announce: {
    act: (real, _, pick) =>
      real.club.owner.device.announce({
        orgId: real.club.orgId,
        eventId: placeOf(real, pick).eventId,
        content: 'The doors open at eight today.',
      }),
  },
}

const expectAnswered = (what: string, reply: Reply | undefined): void => {
  const fine = reply === undefined || reply.status === 503 || reply.status < 500
  if (!fine) throw new Error(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`)
}

export type Check = (model: Model, real: Real) => Promise<void>

const named = (what: string, pick: object, check: Check, run: (m: Model, r: Real) => Promise<void>) => ({
  check: () => true,
  run: async (model: Model, real: Real) => {
    await run(model, real)
    await real.stream.note()
    await check(model, real)
  },
  toString: () => `${what} ${Object.values(pick).join(' ')}`,
})

const pick = fc.record<Pick>({
  who: fc.nat(castSize - 1),
  at: fc.constantFrom(0, 0, 1),
  guests: fc.integer({ min: 1, max: 3 }),
})

const deed = (what: string, check: Check) =>
  pick.map((one) =>
    named(what, one, check, async (model, real) => {
      const { may, act, after } = deeds[what] as Deed
      const person = real.cast[one.who] as Person
      if (model.people[one.who]?.gone || may?.(model, one) === false) return
      real.w.clock.advance(1)
      const reply = await act(real, person, one)
      expectAnswered(what, reply)
      if (!reply || reply.status >= 300) return
      real.done.add(what)
      after?.(model, one)
    }),
  )

/** Somebody is given a place while they go. */
const race = (check: Check) =>
  fc
    .tuple(pick, fc.constantFrom('register', 'assign', 'offer'), fc.constantFrom('leave', 'remove', 'bar'))
    .map(([one, gives, ends]) =>
      named(`${gives} while they ${ends}`, one, check, async (model, real) => {
        const person = real.cast[one.who] as Person
        if (!isInside(model, one.who)) return
        real.w.clock.advance(1)
        const [given, ended] = await Promise.all([
          deeds[gives]?.act(real, person, one),
          deeds[ends]?.act(real, person, one),
        ])
        for (const reply of [given, ended]) expectAnswered(gives, reply)
        if (ended && ended.status < 300) deeds[ends]?.after?.(model, one)
      }),
    )

/** The stream comes by, and dies behind so many writes; what it did not finish comes again. */
const stream = (check: Check) =>
  fc
    .integer({ min: 0, max: 40 })
    .map((writes) => named('stream', { writes }, check, (_, real) => real.stream.carry(writes)))

const handlers = [...attendance, ...jobs, ...reminders]

const clock = (check: Check) =>
  fc.record({ writes: fc.nat(6), minutes: fc.constantFrom(1, 8, 16, 40) }).map(({ writes, minutes }) =>
    named('clock', { writes, minutes }, check, async (_, real) => {
      real.w.clock.advance(minutes * 60)
      await killed(real.w, writes, () => sweep(real.w, handlers))
      await sweep(real.w, handlers)
    }),
  )

const frequent = [
  'apply',
  'approve',
  'approve',
  'register',
  'register',
  'register',
  'assign',
  'offer',
  'take the offer',
  'leave',
  'reinstate',
  'readmit',
  'withdraw',
]

export const commandsWith = (check: Check) => [
  ...[...Object.keys(deeds), ...frequent].map((what) => deed(what, check)),
  race(check),
  stream(check),
  stream(check),
  clock(check),
]

export const sweepAll = ({ w }: Real): Promise<unknown> => sweep(w, handlers)
