import type { Attendee } from '../../../functions/events/index.ts'
import { taskHandlers } from '../../../functions/planning/scheduled-tasks.ts'
import { roomKey } from '../../../functions/rooms/index.ts'
import { dayMs, hourMs, minuteMs } from '../../../lib/contract/time.ts'
import { hashPassword } from '../../../lib/identity/credential/password.ts'
import { organization, organizationBody } from '../../../lib/identity/org/records.ts'
import type { TenantUser } from '../../../lib/identity/person/records.ts'
import { platformKey } from '../../../lib/identity/school/schools.ts'
import { processRuntime, type Runtime } from '../../../lib/runtime.ts'
import { sweepHourOfNow } from '../../../lib/scheduled/sweep.ts'
import { update } from '../../../lib/table/write.ts'
import { dice } from '../campus/dice.ts'
import { enrol, signOut } from '../campus/people.ts'
import { type CampusApi, openCampusApi, type Person } from '../campus/requests.ts'
import {
  addRooms,
  type DemoLogin,
  type DemoPlace,
  type DemoRoom,
  demoCampus,
  demoSchoolRooms,
  tableOf,
} from '../demo.ts'
import { demoPassword } from '../demo-people.ts'
import { calendarOf, type Evening, postsOf, registrationsOf, whileAwake } from './calendar.ts'
import { type ClubPlan, chess, chessMembers, clubs, robotics } from './clubs.ts'
import { checkInEvening, fullEvening } from './evenings.ts'
import type { SignInLink } from './links.ts'
import { checkInHelper, president, residents, student } from './people.ts'
import { pictureKey } from './pictures.ts'
import { moreRooms } from './places.ts'
import { addMembers, countParticipation, readUsers, registerPeople } from './rows.ts'

const chessId = 'demo-org-chess'
const chessNight = 'demo-event'
const chessPlayers = 7
const firstDay = -40

/** What the furnishing of both schools needs. */
type Living = {
  readonly runtime: Runtime
  readonly now: number
  readonly mediaOrigin: string
  readonly orgIds: Map<string, string>
  readonly eventIds: Map<string, string>
}

type School = {
  readonly key: 'demo' | 'rpi'
  readonly api: CampusApi
  readonly people: readonly Person[]
  readonly users: readonly TenantUser[]
}

const inParallel = async <V, R>(
  values: readonly V[],
  act: (value: V, nth: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let nth = next++; nth < values.length; nth = next++) results[nth] = await act(values[nth] as V, nth)
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return results
}

const imageOf = (mediaOrigin: string, name: string): string => `${mediaOrigin}/${pictureKey(name)}`

const at = ({ now }: Living, days: number, minutes = 0): number => now + days * dayMs + minutes * minuteMs

const gather = async (living: Living, school: 'demo' | 'rpi', hash: string): Promise<School> => {
  const api = openCampusApi({ ...living.runtime, log: () => undefined }, { school, seed: 'living' })
  const device = { hash, until: living.now + hourMs }
  const people = await inParallel(residents[school], (one) =>
    enrol(api, at(living, firstDay), { ...one, school }, device),
  )
  const users = await readUsers(
    tableOf(living.runtime, school),
    people.map(({ userId }) => userId),
  )
  return { key: school, api, people, users }
}

/** The members of a club besides its owner. */
const membersOf = ({ name, owner, members }: ClubPlan, { users }: School): readonly TenantUser[] =>
  dice(`members of ${name}`)
    .some(users, members)
    .filter(({ id }) => id !== users[owner]?.id)

/** Gives a club its logo and banner. */
const decorate = async (living: Living, { key }: School, orgId: string, name: string): Promise<void> => {
  const picture = imageOf(living.mediaOrigin, name)
  await tableOf(living.runtime, key).write([
    update(
      organization,
      { orgId },
      { set: { org_profile_image: picture, org_banner_image: picture }, add: { version: 1 } },
    ),
    update(organizationBody, { orgId }, { set: { org_banner_image: picture }, add: { version: 1 } }),
  ])
}

const found = async (living: Living, school: School, club: ClubPlan): Promise<void> => {
  const { api, people } = school
  const ask = api.at(at(living, firstDay + 2), `club ${club.name}`)
  const owner = people[club.owner] as Person
  const { org } = await ask(owner, 'POST /create-org', {
    org_name: club.name,
    org_description: club.about,
    weekly_meeting: club.meets,
    requireApprovalForJoin: club.asksToJoin === true,
  })
  const orgId: string = org._id
  living.orgIds.set(club.name, orgId)
  await decorate(living, school, orgId, club.name)
  for (const [nth, { content, at: posted }] of postsOf(living.now, club).entries()) {
    const post = api.at(posted, `club ${club.name} post ${nth}`)
    const visibility = 'public'
    await post(owner, `POST /org-messages/${orgId}/messages`, { content, visibility })
  }
}

const join = async (living: Living, school: School, club: ClubPlan): Promise<readonly string[]> => {
  const orgId = living.orgIds.get(club.name) ?? ''
  const moment = at(living, firstDay + 4)
  const { newId } = school.api.worldAt(moment, `members of ${club.name}`)
  const members = membersOf(club, school)
  // Earlier clubs have changed the records.
  const users = await readUsers(
    tableOf(living.runtime, school.key),
    members.map(({ id }) => id),
  )
  const joinedAt = new Date(moment).toISOString()
  await addMembers(tableOf(living.runtime, school.key), orgId, users, joinedAt, newId)
  return [...users.map(({ id }) => id), school.people[club.owner]?.userId ?? '']
}

/** A room of the school is booked; other places are only named. */
const placeOf = ({ key }: School, where: string) => {
  const rooms: readonly DemoRoom[] = key === 'demo' ? [...demoSchoolRooms, ...moreRooms.demo] : moreRooms.rpi
  const isRoom = rooms.some(({ name }) => name === where)
  return { location: where, ...(isRoom ? { resourceId: roomKey(where) } : {}) }
}

const plan = async (living: Living, school: School, evening: Evening): Promise<void> => {
  const club = clubs.find(({ name }) => name === evening.club) as ClubPlan
  const { name, type, where, about, seats, coming } = evening
  const ask = school.api.at(whileAwake(at(living, evening.createdOn)), `event ${name}`)
  const { eventId } = await ask(school.people[club.owner] as Person, 'POST /create-event', {
    orgId: living.orgIds.get(club.name),
    name,
    type,
    description: about,
    ...placeOf(school, where),
    visibility: evening.membersOnly ? 'members_only' : 'public',
    expectedAttendance: evening.needsApproval ? 200 : coming,
    ...(seats ? { maxAttendees: seats, waitlistEnabled: true } : {}),
    ...(evening.needsApproval ? { requiresApproval: true } : {}),
    start_time: evening.start,
    end_time: evening.end,
    image: imageOf(living.mediaOrigin, name),
    checkInEnabled: true,
    checkInSettings: { allowEarlyCheckIn: true },
  })
  living.eventIds.set(name, eventId)
}

const fill = async (
  living: Living,
  school: School,
  { name, day, createdOn, viewedOn }: Evening,
  users: readonly TenantUser[],
): Promise<readonly Attendee[]> => {
  const die = dice(`registrations of ${name}`)
  const [from, until] = [createdOn + 0.5, Math.min(day - 0.2, -0.05)]
  const times = users.map(() => whileAwake(at(living, from + (until - from) * die.roll())))
  times.sort((one, other) => one - other)
  const registrations = users.map((user, nth) => ({
    user,
    at: new Date(times[nth] ?? living.now).toISOString(),
    came: day < 0 && die.chance(0.8),
  }))
  const views = {
    people: Math.ceil(users.length * (1.6 + die.roll())),
    others: die.between(4, 30),
    lastAt: new Date(at(living, viewedOn)).toISOString(),
  }
  const { newId } = school.api.worldAt(at(living, from), `people of ${name}`)
  const eventId = living.eventIds.get(name) ?? ''
  return registerPeople(tableOf(living.runtime, school.key), eventId, registrations, views, newId)
}

/** Completes past events, as the clock did at their end. */
const completePast = async (living: Living, { api }: School): Promise<void> => {
  const run = sweepHourOfNow(taskHandlers)
  for (const hour of [...api.dueHours]
    .filter((one) => (one + 1) * hourMs <= living.now)
    .sort((a, b) => a - b)) {
    const moment = (hour + 1) * hourMs - 1
    const context = api.worldAt(moment, `clock ${hour}`)
    await run({ ...context, table: api.tableAt(moment, platformKey), time: new Date(moment) })
  }
}

/** A budget at the finance office, an application, a verification request: work for the president and the dean. */
const govern = async (living: Living, { api, people }: School): Promise<void> => {
  const orgId = living.orgIds.get(robotics) ?? ''
  const [owner, helper] = [people[president] as Person, people[checkInHelper] as Person]
  const roles = api.at(at(living, -30), 'roles')
  const checkIn = {
    name: 'check-in',
    displayName: 'Check-in',
    permissions: ['manage_event_registrations'],
  }
  await roles(owner, `POST /org-roles/${orgId}/roles`, checkIn)
  await roles(owner, `POST /org-roles/${orgId}/members/${helper.userId}/role`, {
    roles: ['member', 'check-in'],
  })
  const money = api.at(at(living, -5), 'budget')
  const budgets = `/org-budgets/${orgId}/budgets`
  const { data } = await money(owner, `POST ${budgets}`, { templateKey: 'annual_club' })
  const lineItems = [
    { key: 'operating', amount: 1850 },
    { key: 'summary', textValue: 'Motor drivers, a second sumo ring, and travel to the regional final' },
  ]
  await money(owner, `PATCH ${budgets}/${data._id}`, { lineItems })
  await money(owner, `POST ${budgets}/${data._id}/submit`)
  await money(owner, `PUT ${budgets}/${data._id}/stages/officer/approve`)
}

const otherWork = async (living: Living, { api, people, users }: School): Promise<void> => {
  const robots = clubs.find(({ name }) => name === robotics) as ClubPlan
  const inside = new Set(
    dice(`members of ${robotics}`)
      .some(users, robots.members)
      .map(({ id }) => id),
  )
  const outside = people.filter(({ userId }, nth) => nth > student && !inside.has(userId)).slice(0, 2)
  for (const [nth, person] of outside.entries()) {
    const ask = api.at(at(living, -1, nth * 40), `application ${nth}`)
    await ask(person, `POST /${living.orgIds.get(robotics)}/apply-to-org`, {})
  }
  const hiking = clubs.find(({ name }) => name === 'Hiking Club') as ClubPlan
  await api.at(at(living, -3), 'verification')(
    people[hiking.owner] as Person,
    'POST /org-management/verification-requests',
    { orgId: living.orgIds.get(hiking.name), requestType: 'verification', verificationType: 'basic' },
  )
}

/** Members and registrations of the club that the demo account Ada has founded just now. */
const fillChessClub = async (living: Living, school: School): Promise<void> => {
  const { api, key, users } = school
  const { newId } = api.worldAt(living.now, `members of ${chess}`)
  const [table, moment] = [tableOf(living.runtime, key), new Date(living.now).toISOString()]
  const chosen = dice(`members of ${chess}`).some(users, chessMembers)
  const members = await readUsers(
    table,
    chosen.map(({ id }) => id),
  )
  await decorate(living, school, chessId, chess)
  await addMembers(table, chessId, members, moment, newId)
  const players = members.slice(0, chessPlayers).map((user) => ({ user, at: moment, came: false }))
  const seated = await registerPeople(
    table,
    chessNight,
    players,
    { people: 12, others: 5, lastAt: moment },
    newId,
  )
  await countParticipation(table, seated, new Map([[chessId, new Set(members.map(({ id }) => id))]]))
}

const furnish = async (living: Living, school: School): Promise<void> => {
  await addRooms(
    tableOf(living.runtime, school.key),
    new Date(living.now).toISOString(),
    moreRooms[school.key],
  )
  const own = clubs.filter((club) => club.school === school.key)
  await inParallel(own, (club) => found(living, school, club))
  const members = new Map<string, ReadonlySet<string>>()
  // One after another: a person's record lists all of their clubs.
  for (const club of own)
    members.set(living.orgIds.get(club.name) ?? '', new Set(await join(living, school, club)))
  const planned = calendarOf(living.now).filter(({ club }) => own.some(({ name }) => name === club))
  await inParallel(planned, (evening) => plan(living, school, evening))
  const mayCome = ({ club, name, membersOnly }: Evening, { id }: TenantUser): boolean =>
    name === fullEvening
      ? id !== school.users[student]?.id
      : !membersOnly || members.get(living.orgIds.get(club) ?? '')?.has(id) === true
  const registrations = registrationsOf(planned, school.users, mayCome)
  const open = planned.filter(({ name }) => registrations.has(name))
  const seated = await inParallel(open, (evening) =>
    fill(living, school, evening, registrations.get(evening.name) ?? []),
  )
  await countParticipation(tableOf(living.runtime, school.key), seated.flat(), members)
  await completePast(living, school)
}

const linksOf = ({ orgIds, eventIds }: Living): readonly SignInLink[] => {
  const emailOf = (nth: number): string => residents.demo[nth]?.email ?? ''
  return [
    { role: 'student', host: 'demo', email: emailOf(student), path: '/' },
    {
      role: 'president',
      host: 'demo',
      email: emailOf(president),
      path: `/club-dashboard/${orgIds.get(robotics)}`,
    },
    { role: 'dean', host: 'demo', email: 'dean@demo.example.edu', path: '/admin' },
    {
      role: 'check-in',
      host: 'demo',
      email: emailOf(checkInHelper),
      path: `/event/${eventIds.get(checkInEvening)}/door`,
    },
    { role: 'platform', host: 'www', email: 'root@platform.example.edu', path: '/admin' },
  ]
}

/** Creates the demo campus and fills both schools. Times count from the first start. */
export const livingCampus = async (
  place: DemoPlace & { readonly mediaOrigin: string },
): Promise<{ logins: readonly DemoLogin[]; links: readonly SignInLink[] }> => {
  const { logins } = await demoCampus(place, (name) => imageOf(place.mediaOrigin, name))
  const runtime = processRuntime()
  const now = runtime.now().getTime()
  const living: Living = {
    runtime,
    now,
    mediaOrigin: place.mediaOrigin,
    orgIds: new Map(),
    eventIds: new Map(),
  }
  const hash = await hashPassword(demoPassword)
  for (const key of ['demo', 'rpi'] as const) {
    const school = await gather(living, key, hash)
    await furnish(living, school)
    if (key === 'demo') {
      await govern(living, school)
      await otherWork(living, school)
      await fillChessClub(living, school)
    }
    await signOut(school.api, now, school.people, { shouldStop: () => false })
  }
  const added = (nth: number, about: string): DemoLogin => {
    return { tenant: 'demo', email: residents.demo[nth]?.email ?? '', password: demoPassword, about }
  }
  return {
    logins: [
      ...logins,
      added(president, `president of the ${robotics}`),
      added(checkInHelper, 'check-in helper'),
      added(student, 'student in several clubs'),
    ],
    links: linksOf(living),
  }
}
