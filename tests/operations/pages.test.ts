import { beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { hosted } from '../attendance/events.ts'
import type { Reply } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { type Crowd as Copied, crowd } from './list-crowds.ts'
import { listsWithoutCrowd } from './pages-without-crowd.ts'

/** The event with people in it is the first of several. */
type Crowd = Copied & { readonly eventId: string }
type Asked = { readonly limit: string; readonly page?: string; readonly cursor?: string }
type Body = Reply['body']
type PageCase = readonly [
  ask: (crowd: Crowd, asked: Asked) => Promise<Reply>,
  rows: (body: Body) => unknown[],
]

const named = (name: string) => (body: Body) => body[name]

/** Lists that are walked page by page, in a world where each has three pages or more. */
const cases: Readonly<Record<string, PageCase>> = {
  'organizations.listOrganizations': [
    ({ guest }, asked) => guest.device.listOrganizations({ exhaustive: 'true', ...asked }),
    named('orgs'),
  ],
  'organizations.listFollowedOrganizations': [
    ({ guest }, asked) => guest.device.listFollowedOrganizations(asked),
    named('orgs'),
  ],
  'organizations.listOrganizationMembers': [
    ({ owner, club: { orgId } }, asked) => owner.device.listOrganizationMembers({ orgId, ...asked }),
    named('members'),
  ],
  'organizations.listForms': [
    ({ owner, club: { orgId } }, asked) => owner.device.listForms({ orgId, ...asked }),
    named('forms'),
  ],
  'members.listOrgMembers': [
    ({ owner, club: { orgId } }, asked) => owner.device.listOrgMembers({ orgId, ...asked }),
    named('members'),
  ],
  'members.listRoleMembers': [
    ({ owner, club: { orgId } }, asked) =>
      owner.device.listRoleMembers({ orgId, roleName: 'officer', ...asked }),
    named('members'),
  ],
  'members.listApplications': [
    ({ owner, club: { orgId } }, asked) =>
      owner.device.listApplications({ orgId, status: 'approved', ...asked }),
    named('applications'),
  ],
  'messages.listMessages': [
    ({ owner, club: { orgId } }, asked) => owner.device.listMessages({ orgId, ...asked }),
    named('messages'),
  ],
  'invites.listInvites': [
    ({ owner, club: { orgId } }, asked) => owner.device.listInvites({ orgId, ...asked }),
    named('data'),
  ],
  'forms.listFormResponses': [
    ({ owner, formId }, asked) => owner.device.listFormResponses({ formId, ...asked }),
    named('responses'),
  ],
  'forms.listEventForms': [
    ({ owner, club: { orgId } }, asked) => owner.device.listEventForms({ orgId, ...asked }),
    named('data'),
  ],
  'events.listFutureEvents': [({ guest }, asked) => guest.device.listFutureEvents(asked), named('events')],
  'events.listAllEvents': [({ guest }, asked) => guest.device.listAllEvents(asked), named('events')],
  'attendance.listAttendees': [
    ({ owner, eventId }, asked) => owner.device.listAttendees({ event_id: eventId, ...asked }),
    named('attendees'),
  ],
  'organizations.listOrganizationEvents': [
    ({ owner, club: { orgId } }, asked) => owner.device.listOrganizationEvents({ orgId, ...asked }),
    named('events'),
  ],
  'planning.listOrgEvents': [
    ({ owner, club: { orgId } }, asked) => owner.device.listOrgEvents({ orgId, ...asked }),
    (body) => body.data.events,
  ],
}

/** Every operation whose query asks for a part of a list. */
const listOperations = Object.entries(contracts).flatMap(([domain, { rows }]) =>
  Object.entries(rows).flatMap(([name, row]) => {
    const shape = 'query' in row && row.query ? (row.query as { shape?: object }).shape : undefined
    return ['page', 'limit', 'cursor'].some((part) => part in (shape ?? {})) ? [`${domain}.${name}`] : []
  }),
)

let place: Crowd
beforeAll(async () => {
  const size = 5
  const copied = await crowd(size)
  const { w, club } = copied
  const ids: string[] = []
  for (let at = 0; at < size; at += 1) {
    ids.push((await hosted(w, club.orgId, {})).eventId)
  }
  const [eventId = ''] = ids
  for (let at = 0; at < size; at += 1) {
    const { device } = await registered(w, `going${at}`)
    expect((await device.registerForEvent({ event_id: eventId })).status).toBe(201)
  }
  place = { ...copied, eventId }
})

const most = 20
const limit = '2'
const cursorIn = ({ nextCursor, pagination, data }: Body): string | undefined =>
  nextCursor ?? pagination?.nextCursor ?? data?.nextCursor ?? data?.pagination?.nextCursor ?? undefined
const totalIn = ({ total, pagination }: Body): number | undefined => total ?? pagination?.total

const placed = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row))

describe('the table of lists', () => {
  it('has every operation that answers a list in parts', () => {
    const known = [...Object.keys(cases), ...listsWithoutCrowd]
    expect([...known].sort()).toEqual([...listOperations].sort())
  })
})

describe.each(Object.entries(cases))('%s', (_, [ask, rows]) => {
  const asked = async (more: Omit<Asked, 'limit'> & { limit?: string }) => {
    const { status, body } = await ask(place, { limit, ...more })
    expect([status, body.message]).toEqual([200, body.message])
    return body
  }
  const whole = async () => placed(rows(await asked({ limit: '100' })))

  it('reaches every row once behind the cursor, and no page that goes on is empty', async () => {
    const all = await whole()
    expect(all.length).toBeGreaterThan(4)
    const seen: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < most; page += 1) {
      const body = await asked(cursor === undefined ? {} : { cursor })
      // The table learns that a list ends with a full page when it looks behind it.
      if (rows(body).length === 0) expect(cursorIn(body)).toBeUndefined()
      expect(totalIn(body)).not.toBe(0)
      seen.push(...placed(rows(body)))
      cursor = cursorIn(body)
      if (cursor === undefined) break
    }
    expect(seen).toEqual(all)
  })

  it('reaches every row once by numbers of pages', async () => {
    const all = await whole()
    const seen: string[] = []
    for (let page = 1; page <= Math.ceil(all.length / Number(limit)); page += 1)
      seen.push(...placed(rows(await asked({ page: String(page) }))))
    expect(seen).toEqual(all)
  })
})
