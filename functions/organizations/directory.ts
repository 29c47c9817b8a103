import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { orgNameKey } from '../../lib/identity/org/name.ts'
import { type Organization, orgName } from '../../lib/identity/org/records.ts'
import { orgFactsOf, orgWords } from '../../lib/identity/person/names.ts'
import type { Input, Operation, Prefetch } from '../../lib/operation.ts'
import { prefetching } from '../../lib/operation.ts'
import { search as searchWords } from '../../lib/search/find.ts'
import type { WordRow } from '../../lib/search/rows.ts'
import { matchesPrefixes, nameWordsOf, wordsOf } from '../../lib/search/words.ts'
import { key } from '../../lib/table/entity.ts'
import { findForm, formViewOf, memberFormIdOf } from '../form-records/index.ts'
import { memberViewOf } from '../members/index.ts'
import { findSettings, isHiddenFromDirectory, managementConfig } from '../policies/index.ts'
import { OrgNotFound } from './contract/failures.ts'
import type { contract } from './contract.ts'
import {
  findCards,
  findFollows,
  findIdByName,
  findOrganizationRecord,
  findTies,
  listDirectory,
  listFollowed,
  listFollowersOf,
  listMembersOf,
  listOwnIds,
} from './repository.ts'
import { cardViewOf, countsForReader, followerViewOf, organizationViewOf } from './views.ts'

type Rows = (typeof contract)['rows']

type DirectoryQuery = Input<(typeof contract)['rows']['listOrganizations']>
type Settings = ReturnType<typeof findSettings>

/** Each card shown costs half a read unit; a page may cost forty. */
const maxResults = 50

const isListed = ({ unlisted, approvalStatus }: Pick<Organization, 'unlisted' | 'approvalStatus'>): boolean =>
  !unlisted && approvalStatus === 'approved'

/** Organizations by the beginnings of words in their names, sorted by name. A page has at most fifty. */
const searchDirectory = async (
  search: string,
  query: DirectoryQuery,
  { table }: Context<'optional'>,
  settings: Settings,
) => {
  const typed = wordsOf(search)
  const isShown = async () => {
    const known = await settings
    return (row: WordRow) => {
      const facts = orgFactsOf(row)
      return isListed(facts) && !isHiddenFromDirectory(known, facts)
    }
  }
  const { page, limit, cursor } = pageOf(query)
  const most = Math.min(maxResults, limit)
  const found = await searchWords(table, {
    index: orgWords.name,
    typed,
    keep: isShown(),
    skip: (page - 1) * most,
    limit: most,
    cursor,
    unit: 0.5,
  })
  const cards = await findCards(
    table,
    found.items.map(({ id }) => id),
  )
  const items = cards.filter((card) => isListed(card) && matchesPrefixes(typed, nameWordsOf(card.org_name)))
  return { items, cursor: found.cursor }
}

/** The caller's own organizations that the directory hides, shown before its first page. */
const listOwnUnlisted = async (
  { includePending, page, cursor, search }: DirectoryQuery,
  { table, caller }: Context<'optional'>,
) => {
  const first = cursor === undefined && (page ?? '1') === '1'
  if (includePending !== 'true' || !first || !caller || caller.tenantUserId === null) return []
  const cards = await findCards(table, await listOwnIds(table, caller.tenantUserId))
  const typed = wordsOf(search ?? '')
  return cards.filter((card) => !isListed(card) && matchesPrefixes(typed, nameWordsOf(card.org_name)))
}

/** Lists one page of the directory, by name (rules/organizations 23). */
export const listOrganizations: Operation<Rows['listOrganizations']> = async (query, context) => {
  const search = query.search?.trim() ?? ''
  const known = findSettings(context.table)
  const [page, own, settings] = await Promise.all([
    search === ''
      ? listDirectory(context.table, pageOf(query))
      : searchDirectory(search, query, context, known),
    listOwnUnlisted(query, context),
    known,
  ])
  const shown = page.items.filter((card) => !isHiddenFromDirectory(settings, card))
  const orgs = [...own, ...shown].map((card) => ({
    ...cardViewOf(card),
    ...(query.exhaustive === 'true'
      ? { ...countsForReader(card, context), eventCount: card.eventCount }
      : {}),
  }))
  return { orgs, nextCursor: page.cursor }
}

/**
 * Lists one page of the organizations that the caller follows. The index may miss the caller's last follows, so these
 * are read by key and come first (rules/organizations 48).
 */
export const listFollowedOrganizations: Operation<Rows['listFollowedOrganizations']> = async (
  query,
  { table, caller, counts },
) => {
  const numbered = pageOf(query)
  const isFirst = numbered.cursor === undefined && numbered.page === 1
  const changed = counts.changedIds('followers')
  const [{ items, cursor }, last] = await Promise.all([
    listFollowed(table, caller.tenantUserId, numbered),
    isFirst ? findFollows(table, caller.tenantUserId, changed) : [],
  ])
  const listed = items.filter(({ orgId }) => !changed.includes(orgId))
  const cards = await findCards(
    table,
    [...last, ...listed].map(({ orgId }) => orgId),
  )
  const orgs = cards.map((card) => ({
    _id: `${card.orgId}.${caller.tenantUserId}`,
    user_id: caller.tenantUserId,
    org_id: cardViewOf(card),
  }))
  return { orgs, nextCursor: cursor }
}

/** Clients announce features that are missing here as coming soon. */
const betaFeatureKeys = ['org_budgeting', 'org_lifecycle', 'org_tasks', 'org_verification_requests']

/** Members and followers on an organization's page; the counters count all of them. */
const newest = { page: 1, limit: 50 }

type CallerContext = Context<'caller'>

const tiesOf = async ({ table, caller }: CallerContext, orgId: string) =>
  caller.tenantUserId === null
    ? { member: undefined, follower: undefined, application: undefined }
    : findTies(table, orgId, caller.tenantUserId)

/** The school's reason, as long as the organization is refused (rules/management 33). */
const refusalOf = ({ approvalStatus, refusedAt: at = '', refusalReason: reason = '' }: Organization) =>
  approvalStatus === 'rejected' ? { refusal: { reason, at } } : {}

/** Items that an organization's page reads first. */
export const prefetchPage: Prefetch = ({ params: { name = '' } }) => {
  const nameKey = orgNameKey(name)
  return { strong: [key(managementConfig, {}), ...(nameKey === '' ? [] : [key(orgName, { nameKey })])] }
}

/**
 * Returns an organization's page by its name. One round trip after the caller's. `exhaustive` adds counters, live
 * events included.
 */
export const getOrganizationByName: Operation<Rows['getOrganizationByName']> = prefetching(
  prefetchPage,
  async ({ name, exhaustive: given }, context) => {
    const exhaustive = given === 'true'
    const { table } = context
    const orgId = (await findIdByName(table, orgNameKey(name))) ?? fail(OrgNotFound)
    const [whole, ties, members, followers, form, settings] = await Promise.all([
      findOrganizationRecord(table, orgId),
      tiesOf(context, orgId),
      listMembersOf(table, orgId, newest),
      listFollowersOf(table, orgId, newest),
      findForm(table, memberFormIdOf(orgId)),
      findSettings(table),
    ])
    if (!whole) return fail(OrgNotFound)
    const { card, body, roles } = whole
    const counts = countsForReader(card, context)
    const { minCharacterLimit, maxCharacterLimit } = settings.messaging
    const tiers = Object.entries(settings.verificationTiers)
    const org = {
      overview: {
        ...organizationViewOf(card, body, roles),
        ...counts,
        memberForm: card.memberForm && form ? formViewOf(form) : null,
        ...(ties.member?.status === 'active' ? refusalOf(card) : {}),
        renewal: ties.member?.status === 'active' ? card.renewal : undefined,
        messagingLimits: { minCharacterLimit, maxCharacterLimit },
        betaFeatureKeys,
        verificationTiers: Object.fromEntries(
          tiers.map(([key, { name, description, benefits }]) => [key, { name, description, benefits }]),
        ),
      },
      members: members.items
        .filter(({ status }) => status === 'active')
        .map((member) => memberViewOf(member, roles)),
      followers: followers.items.map(followerViewOf),
      isMember: ties.member?.status === 'active',
      isFollower: ties.follower !== undefined,
      isPending: ties.application !== undefined,
    }
    return { org, ...org, exhaustive: exhaustive ? { ...counts, eventCount: card.eventCount } : null }
  },
)
