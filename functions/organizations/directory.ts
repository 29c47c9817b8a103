import type { Context } from '../../lib/context.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { Organization } from '../../lib/identity/org-records.ts'
import type { Input } from '../../lib/operation.ts'
import { findSettings, hiddenFromDirectory } from '../management/service.ts'
import type { contract } from './contract.ts'
import { orgNameKey, wordsOf } from './naming.ts'
import { findCards, listByWord, listDirectory, listFollowedBy, listOwnIds } from './repository.ts'
import { cardViewOf, countsOf } from './views.ts'

type Asked = Input<(typeof contract)['rows']['listOrganizations']>
type World = Context<'optional'>

const isListed = ({ unlisted, approvalStatus }: Organization): boolean =>
  !unlisted && approvalStatus === 'approved'

const longest = (words: readonly string[]): string =>
  words.reduce((best, word) => (word.length > best.length ? word : best), '')

/** Every word that was typed begins a word of the name. */
const fits = (typed: readonly string[], { nameKey }: Organization): boolean =>
  typed.every((beginning) => wordsOf(nameKey).some((word) => word.startsWith(beginning)))

/** Looks at a hundred names that have a word with the longest beginning, and shows those that have all the others. */
const searched = async (search: string, asked: Asked, { table }: World) => {
  const typed = wordsOf(orgNameKey(search))
  const page = await listByWord(table, longest(typed), { ...pageOf(asked), limit: 100 })
  const cards = await findCards(
    table,
    page.items.map(({ orgId }) => orgId),
  )
  const found = cards.filter((card) => isListed(card) && fits(typed, card))
  return { items: found.sort((a, b) => a.nameKey.localeCompare(b.nameKey)), cursor: page.cursor }
}

/** The caller's own organizations that the directory does not show: in front of its first page. */
const ownUnlisted = async ({ includePending, page, cursor }: Asked, { table, caller }: World) => {
  const first = cursor === undefined && (page ?? '1') === '1'
  if (includePending !== 'true' || !first || !caller || caller.tenantUserId === null) return []
  const cards = await findCards(table, await listOwnIds(table, caller.tenantUserId))
  return cards.filter((card) => !isListed(card))
}

/** One page of the directory, by name (organizations.md 4.1, GET /get-orgs). */
export const directoryPage = async (asked: Asked, context: World) => {
  const search = orgNameKey(asked.search ?? '')
  const [page, own, settings] = await Promise.all([
    search === '' ? listDirectory(context.table, pageOf(asked)) : searched(search, asked, context),
    ownUnlisted(asked, context),
    findSettings(context.table),
  ])
  const shown = page.items.filter((card) => !hiddenFromDirectory(settings, card))
  const orgs = [...own, ...shown].map((card) => ({
    ...cardViewOf(card),
    ...(asked.exhaustive === 'true' ? countsOf(card) : {}),
  }))
  return { orgs, nextCursor: page.cursor }
}

/** One page of the organizations that the caller follows. */
export const followedPage = async (
  asked: Parameters<typeof pageOf>[0],
  { table, caller }: Context<'member'>,
) => {
  const { items, cursor } = await listFollowedBy(table, caller.tenantUserId, pageOf(asked))
  const cards = await findCards(
    table,
    items.map(({ orgId }) => orgId),
  )
  const orgs = cards.map((card) => ({
    _id: `${card.orgId}.${caller.tenantUserId}`,
    user_id: caller.tenantUserId,
    org_id: cardViewOf(card),
  }))
  return { orgs, nextCursor: cursor }
}
