import {
  affiliatedGuard,
  providerLink,
  providerPointer,
  tenantUser,
} from '../../lib/identity/person/records.ts'
import { keyedAnswer } from '../../lib/keyed-answer.ts'
import { key } from '../../lib/table/entity.ts'
import { put } from '../../lib/table/write.ts'
import type { Agent } from '../support/agent.ts'
import { password } from '../support/people.ts'
import { type World, world } from '../support/world.ts'
import { type WholeStream, wholeStream } from './stream.ts'

/** Somebody of three schools of whom the platform holds as much as it can. */
export type Known = {
  readonly w: World
  readonly stream: WholeStream
  readonly third: string
  readonly schools: readonly string[]
  readonly device: Agent
  readonly email: string
  readonly globalUserId: string
  /** The record at each school. */
  readonly ids: readonly string[]
  /** Everything that would tell who it was: words, and ids. */
  readonly words: readonly string[]
  readonly root: Agent
}

let campuses = 0

const nameOf = (): string => `Augusta King ${campuses}x`

const linked = async (w: World, globalUserId: string, subject: string): Promise<void> => {
  const at = w.clock.now().toISOString()
  await w
    .table()
    .write([
      put(providerPointer, { issuer: 'google', subject, globalUserId }),
      put(providerLink, { issuer: 'google', subject, globalUserId, linkedAt: at }),
    ])
}

/** Gives the record at a school what no operation of these tests gives it. */
const furnished = async (w: World, school: string, id: string, address: string): Promise<void> => {
  const table = w.table(school)
  const [user] = await table.batchGet([key(tenantUser, { id })], { strong: true })
  if (!user) throw new Error('nobody')
  const more = { affiliatedEmail: address, affiliatedEmailVerified: true, version: user.version + 1 }
  const saml = {
    samlProvider: 'idp',
    samlId: `saml-${id}`,
    samlAttributes: { studentId: `4711x${campuses}x` },
  }
  await table.write([
    put(affiliatedGuard, { email: address, tenantUserId: id }),
    put(tenantUser, { ...user, ...more, ...saml }),
  ])
}

/** An organization of the administrator that the person joins, one that they follow, and one that decides later. */
const inOrganizations = async (own: Agent, founder: Agent): Promise<void> => {
  const found = async (name: string, more: object = {}): Promise<string> => {
    const sent = { org_name: `${name} ${campuses}`, org_description: 'We meet and talk', ...more }
    const { body } = await founder.createOrganization(sent)
    return body.org._id
  }
  await own.applyToOrganization({ orgId: await found('Joined') })
  await own.followOrganization({ orgId: await found('Followed') })
  const asking = await found('Asking', { requireApprovalForJoin: 'true' })
  await own.applyToOrganization({ orgId: asking })
}

/** The answer to a request of the person that may be repeated. */
const answeredOnce = async (w: World, school: string, person: string): Promise<void> => {
  const expiresAt = new Date(w.clock.now().getTime() + 23 * 3600_000).toISOString()
  const claim = { asked: 'hash', claim: 'one', flightEndsAt: expiresAt, expiresAt }
  const answer = { status: 201, type: 'application/json', body: JSON.stringify({ name: nameOf() }) }
  await w
    .table(school)
    .put(keyedAnswer, { person, operation: 'forms.x', key: 'key-0001', ...claim, ...answer })
}

/** Makes the person a member of a school and busy there. */
const busyAt = async (
  { w, device, root, globalUserId }: Pick<Known, 'w' | 'device' | 'root' | 'globalUserId'>,
  school: string,
  at: number,
): Promise<string> => {
  const own = device.on(school)
  await own.joinTenant()
  const { body } = await own.updateUser({
    name: nameOf(),
    username: `countess${campuses}x${at}x`,
    tags: ['chess'],
  })
  const id: string = body.data.user._id
  await own.registerPushToken({ pushToken: `ExponentPushToken[unheardof${campuses}x]` })
  await own.createCalendarToken()
  await own.setNotificationPreferences({ preferences: { reminder: { push: false } } })
  await furnished(w, school, id, `augusta.${campuses}.${at}@school.example.edu`)
  const told = root.on(school)
  await told.joinTenant()
  await inOrganizations(own, told)
  await answeredOnce(w, school, globalUserId)
  for (const title of ['One', 'Two', 'Three'])
    await told.createNotification({ recipient: id, title, message: `For ${nameOf()}` })
  await told.createNotificationBatch({ recipients: [id], title: 'All', message: 'To a list of people' })
  await own.requestAffiliatedEmailCode({ email: `next.${campuses}.${at}@school.example.edu` })
  return id
}

export const busyPerson = async (): Promise<Known> => {
  campuses += 1
  const address = `root.${process.pid}.${campuses}@campus.example.edu`
  const w = await world({
    settings: { PLATFORM_ADMIN_EMAILS: address, RATE_LIMIT_SCALE: '100' },
    ownTable: true,
  })
  const stream = await wholeStream(w)
  const third = `third${w.home.slice(4)}`
  const schools = [w.home, w.sister, third]
  const root = w.device()
  await root.register({ email: address, password, username: `root${campuses}` })
  const device = w.device()
  const email = w.email('augusta')
  const { body } = await device.register({ email, password, username: `ada${campuses}` })
  const { globalUserId } = body.data.user
  await linked(w, globalUserId, `google-subject-${campuses}x`)
  await w.device().login({ email, password })
  await w.device().forgotPassword({ email })
  await device.requestEmailCode()
  const ids: string[] = []
  for (const [at, school] of schools.entries())
    ids.push(await busyAt({ w, device, root, globalUserId }, school, at))
  await stream.drain()
  const names = schools.map((_, at) => `countess${campuses}x${at}x`)
  const secrets = [`unheardof${campuses}x`, `google-subject-${campuses}x`, `4711x${campuses}x`]
  const words = [email, nameOf(), ...secrets, ...names]
  return { w, stream, third, schools, device, email, globalUserId, ids, words, root }
}
