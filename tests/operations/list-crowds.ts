import { type FormResponse, form, formResponse } from '../../functions/form-records/repository.ts'
import { type Message, message, reply } from '../../functions/messages/repository.ts'
import { mailHashOf, orgInvite } from '../../lib/identity/org/invites.ts'
import { newMember } from '../../lib/identity/org/membership.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import {
  decidedApplication,
  orgApplication,
  organization,
  orgFollower,
  orgHistory,
  orgRoleHolder,
} from '../../lib/identity/org/records.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, type Society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

/** One organization, and everything that lists show of it or beside it, `size` times. */
export type Crowd = {
  readonly w: World
  readonly size: number
  readonly club: Society
  readonly owner: Person
  readonly follower: Person
  readonly guest: Person
  readonly formId: string
  readonly messageId: string
}

const numbered = (at: number): string => String(at).padStart(6, '0')
const moment = (at: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + at * 1000).toISOString()

const inBatches = async (w: World, writes: readonly Write[]): Promise<void> => {
  for (let at = 0; at < writes.length; at += 100) {
    const { ok } = await w.table().write(writes.slice(at, at + 100))
    if (!ok) throw new Error('the crowd could not be written')
  }
}

type Models = Omit<Crowd, 'w' | 'size'> & {
  readonly first: Message
  readonly answered: FormResponse
}

const stored = async (w: World, { club, formId, owner, messageId }: Models) => {
  const { orgId } = club
  const [user, card, asked] = await Promise.all([
    w.table().get(tenantUser, { id: owner.user._id }),
    w.table().get(organization, { orgId }),
    w.table().get(form, { formId }),
  ])
  if (!user || !card || !asked) throw new Error(`nothing to copy for ${messageId}`)
  return { user, card, asked }
}

/** Somebody new in every list of people, an organization more, a message, a form, an invitation. */
const rowsOf = (at: number, models: Models, { user, card, asked }: Awaited<ReturnType<typeof stored>>) => {
  const { club, owner, guest, first, answered } = models
  const { orgId } = club
  const id = `01CROWD${numbered(at)}0000000000000`
  const name = `Crowd ${numbered(at)}`
  const joinedAt = moment(at)
  const person = { ...user, id, username: `crowd${numbered(at)}`, name }
  const member = newMember(person, joinedAt, { orgId, roles: ['officer'] })
  const copies = { orgId, userId: id, name, username: person.username }
  const application = { ...copies, id: `${id}.x`, reason: '', createdAt: joinedAt }
  const other = `01OTHER${numbered(at)}0000000000000`
  const called = `club of number ${numbered(at)}`
  const invite = {
    inviter: { name, username: person.username },
    org: { org_name: called, org_profile_image: '' },
    roles: ['member'],
    roleNames: ['member'],
    invitedBy: owner.user._id,
    status: 'pending' as const,
    createdAt: joinedAt,
    expiresAt: '2026-03-09T00:00:00.000Z',
    purgeAt: '2026-04-09T00:00:00.000Z',
  }
  const ofOrg = (inOrg: string, email: string) => {
    const mailHash = mailHashOf(email)
    return put(orgInvite, { ...invite, orgId: inOrg, email, mailHash, id: `${inOrg}.${mailHash}.x` })
  }
  return [
    put(orgMember, member),
    put(orgRoleHolder, { ...member, roleId: 'officer' }),
    put(orgFollower, { ...copies, entryId: 'follower', at: joinedAt }),
    put(orgFollower, { ...copies, entryId: 'follower', orgId: other, userId: guest.user._id, at: joinedAt }),
    put(orgApplication, { ...application, status: 'pending' }),
    put(decidedApplication, { ...application, id: `${id}.y`, status: 'approved' }),
    put(decidedApplication, { ...application, id: `${id}.z`, status: 'rejected' }),
    put(orgHistory, {
      orgId,
      userId: guest.user._id,
      id: numbered(at),
      at: joinedAt,
      action: 'role_change',
      roles: ['member'],
      actorUserId: owner.user._id,
    }),
    put(organization, { ...card, orgId: other, org_name: called, nameKey: called }),
    // Older than the first, which has the replies.
    put(message, { ...first, id: `.${numbered(at)}` }),
    put(reply, { ...first, id: `${first.id}-${numbered(at)}`, parentMessageId: first.id }),
    put(form, { ...asked, formId: `form${numbered(at)}`, updatedAt: joinedAt }),
    put(formResponse, { ...answered, id: numbered(at) }),
    ofOrg(orgId, `${person.username}@students.example.edu`),
    ofOrg(other, guest.email),
  ]
}

const questions = [{ type: 'short', question: 'Name?', required: true }]

const modelsIn = async (w: World): Promise<Models> => {
  const named = (name: string) => registered(w, name, { username: name })
  const [owner, follower, guest] = [await named('owner'), await named('follower'), await named('guest')]
  const club = await founded(owner, { org_name: 'Zebra Riders' })
  const { orgId } = club
  await follower.device.followOrganization({ orgId })
  const made = await owner.device.createEventForm({ orgId, form: { title: 'Sign-up', questions } })
  const { _id: formId, questions: asked } = made.body.data
  const given = [{ referenceId: asked[0]._id, answer: 'Ada' }]
  const sent = await guest.device.submitFormResponse({ formId, responses: given })
  const post = { orgId, content: 'Hello', visibility: 'public' }
  const messageId = (await owner.device.postMessage(post)).body.data._id
  const [first, answered] = await Promise.all([
    w.table().get(message, { orgId, id: messageId }),
    w.table().get(formResponse, { formId, id: sent.body.formResponse._id }),
  ])
  if (!first || !answered) throw new Error('nothing to copy')
  await w.table().update(message, { orgId, id: messageId }, { set: { replyCount: 1000 } })
  return { club, owner, follower, guest, formId, messageId, first, answered }
}

export const crowd = async (size: number): Promise<Crowd> => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '10000' }, ownTable: true })
  const models = await modelsIn(w)
  const copied = await stored(w, models)
  await inBatches(w, Array.from({ length: size }, (_, at) => rowsOf(at, models, copied)).flat())
  const { first: _, answered: __, ...rest } = models
  return { w, size, ...rest }
}
