import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { publicUserOf } from '../../lib/identity/person/people.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { isLive, type VerificationBody, type VerificationRequest, verificationBody } from './repository.ts'
import type { RequestView } from './shapes.ts'

type People = ReadonlyMap<string, TenantUser>

const viewOf = (
  request: VerificationRequest,
  body: VerificationBody | undefined,
  card: Organization,
  people: People,
): RequestView => {
  const { id, orgId, requestedBy, reviewedBy, escalatesAt: _, version: __, ...rest } = request
  const person = (who: string | undefined) => {
    const user = who === undefined ? undefined : people.get(who)
    return user ? publicUserOf(user) : null
  }
  const { org_name, org_description, org_profile_image } = card
  return {
    ...rest,
    _id: id,
    orgId: { _id: orgId, org_name, org_description, org_profile_image },
    requestedBy: person(requestedBy),
    reviewedBy: person(reviewedBy),
    requestData: body?.requestData ?? {},
    ...(body?.reviewNotes === undefined ? {} : { reviewNotes: body.reviewNotes }),
    attachments: [],
    createdAt: request.submittedAt,
  }
}

const findPeople = async (table: Table, ids: readonly string[]): Promise<People> => {
  const found = await table.batchGet(ids.map((id) => key(tenantUser, { id })))
  return new Map(found.flatMap((user) => (user ? [[user.id, user] as const] : [])))
}

const personIdsOf = ({ requestedBy, reviewedBy }: VerificationRequest): string[] =>
  reviewedBy === undefined ? [requestedBy] : [requestedBy, reviewedBy]

/**
 * Requests with their organizations and people, at most 100. One round trip. Leaves out those of deleted organizations.
 */
export const viewsOf = async (
  table: Table,
  requests: readonly VerificationRequest[],
): Promise<RequestView[]> => {
  if (requests.length === 0) return []
  const orgIds = [...new Set(requests.map(({ orgId }) => orgId))]
  const [cards, bodies, people] = await Promise.all([
    table.batchGet(orgIds.map((orgId) => key(organization, { orgId }))),
    table.batchGet(requests.map(({ orgId, id }) => key(verificationBody, { orgId, id }))),
    findPeople(table, requests.flatMap(personIdsOf)),
  ])
  return requests.flatMap((request, at) => {
    const card = cards[orgIds.indexOf(request.orgId)]
    return isLive(card) ? [viewOf(request, bodies[at], card, people)] : []
  })
}

/** One request, when its related items are already known. */
export const viewOne = async (
  table: Table,
  request: VerificationRequest,
  body: VerificationBody,
  card: Organization,
): Promise<RequestView> => viewOf(request, body, card, await findPeople(table, personIdsOf(request)))
