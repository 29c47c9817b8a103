import { beforeAll, describe, expect, it } from 'vitest'
import { approvalGroup } from '../../lib/identity/org/approval-groups.ts'
import { organizationBody } from '../../lib/identity/org/records.ts'
import { countsStream } from '../attendance/stream.ts'
import { everyItem, wholeStream } from '../privacy/stream.ts'
import type { Agent } from '../support/agent.ts'
import { type Person, people, registered } from '../support/people.ts'
import { founded, type Society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

/** More of each kind than one page of a purge removes. */
const crowdSize = Number(process.env.PURGE_SIZE ?? 30)
const days = 24 * 3600

let w: World
let ada: Person
let crowd: readonly Person[]

const form = { title: 'Joining', questions: [{ type: 'short', question: 'Why?', required: true }] }
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '10000' }, ownTable: true })
  ada = await registered(w, 'ada', { username: 'ada' })
  crowd = await people(w, crowdSize)
})

const applications = async (club: Society): Promise<void> => {
  const { orgId } = club
  const { body } = await ada.device.getOrganizationByName({ name: club.name })
  const referenceId = body.overview.memberForm.questions[0]._id
  for (const [at, { device, user }] of crowd.entries()) {
    await device.applyToOrganization({ orgId, formResponse: [{ referenceId, answer: 'To play' }] })
    const applicationId = (await ada.device.listApplications({ orgId, status: 'pending' })).body
      .applications[0]._id
    if (at % 2) await ada.device.rejectApplication({ orgId, applicationId })
    else if (at % 5 === 0) await device.withdrawApplication({ orgId, applicationId })
    else await ada.device.approveApplication({ orgId, applicationId, roles: ['officer'] })
    if (at % 4 === 0) await ada.device.removeOrgMember({ orgId, userId: user._id })
    else await device.followOrganization({ orgId })
  }
}

const conversation = async ({ orgId }: Society): Promise<void> => {
  for (let at = 0; at < 12; at += 1) {
    const { body } = await ada.device.postMessage({ orgId, content: `News ${at}`, visibility: 'public' })
    const messageId = body.data._id
    const readers: readonly Agent[] = at === 0 ? crowd.map(({ device }) => device) : [ada.device]
    for (const device of readers) await device.likeMessage({ orgId, messageId })
    const reply = await ada.device.replyToMessage({ orgId, messageId, content: 'And more' })
    await ada.device.likeMessage({ orgId, messageId: reply.body.data._id })
    if (at === 1) await ada.device.deleteMessage({ orgId, messageId })
  }
}

const questions = async ({ orgId }: Society): Promise<readonly string[]> => {
  const made = await ada.device.createEventForm({ orgId, form })
  const { _id: formId, questions: asked } = made.body.data
  const responses = [{ referenceId: asked[0]._id, answer: 'Ada' }]
  for (const { device } of crowd) await device.submitFormResponse({ formId, responses })
  await ada.device.updateEventForm({ orgId, formId, form: { title: 'Joining again' } })
  return [formId]
}

const invitations = async ({ orgId }: Society): Promise<void> => {
  const invites = Array.from({ length: 30 }, (_, at) => ({ email: w.email(`new${at}`), role: 'officer' }))
  await ada.device.inviteBatch({ orgId, invites })
}

/** What the trail of the school, and inboxes of people, say of it; and work that the minute's sweep carries out. */
const elsewhere = new Set(['AuditEntry', 'Notification', 'DueRow'])

/** Every kind of row that an organization leaves; all of them are there before. */
const kinds = [
  'ApprovalGroup',
  'DecidedApplication',
  'DeletedMessage',
  'Form',
  'FormAnswered',
  'FormResponse',
  'FormVersion',
  'Like',
  'Message',
  'MessageCount',
  'OrgFollower',
  'OrgHistory',
  'OrgInvite',
  'OrgMember',
  'OrgName',
  'OrgRoleCount',
  'OrgRoleHolder',
  'OrgRoles',
  'Organization',
  'OrganizationBody',
  'Reply',
  'RoleOffer',
  'WithdrawnApplication',
]

const kindsOf = (items: Awaited<ReturnType<typeof everyItem>>): ReadonlySet<string> =>
  new Set(items.map(({ entity }) => String(entity)))

/** A banner that is kept for it. */
const banner = async ({ orgId }: Society): Promise<string> => {
  const key = `orgs/${w.home}/${orgId}/banner.png`
  const { media } = w.runtime.gateways
  await media.put(key, pixel, 'image/png')
  const org_banner_image = media.addressOf(key)
  await w.table().update(organizationBody, { orgId }, { set: { org_banner_image } })
  return key
}

describe('an organization that was deleted 30 days ago', () => {
  // rules/organizations 37
  it('is in no row of the table, and its pictures are gone', async () => {
    const club = await founded(ada, { requireApprovalForJoin: true, memberForm: form })
    const { orgId } = club
    const picture = await banner(club)
    await applications(club)
    const counts = await countsStream(w)
    await conversation(club)
    await counts.drain()
    const forms = await questions(club)
    await invitations(club)
    const group = { orgId, escalationTimeout: 72, autoEscalate: true, madeAt: '', madeBy: 'root', version: 1 }
    await w.table().put(approvalGroup, group)
    const stream = await wholeStream(w)
    const before = kindsOf(await everyItem(w))
    expect(kinds.filter((kind) => !before.has(kind))).toEqual([])
    expect((await ada.device.deleteOrganization({ orgId })).status).toBe(200)
    await stream.drain()
    w.clock.advance(31 * days)
    await stream.sweep()
    await stream.drain(2)
    w.clock.advance(8 * days)
    await stream.sweep()
    const left = (await everyItem(w)).filter(({ entity }) => !elsewhere.has(String(entity)))
    const telling = left.filter((item) => {
      const text = JSON.stringify(item)
      return [orgId, ...forms].some((id) => text.includes(id))
    })
    expect(telling.map(({ pk, sk, entity }) => `${entity} ${pk} ${sk}`)).toEqual([])
    expect(await w.runtime.gateways.media.read(picture)).toBeUndefined()
    const hanging = left.filter(({ entity }) => ['Reply', 'Like', 'Message'].includes(String(entity)))
    expect(hanging).toEqual([])
  }, 120_000)
})
