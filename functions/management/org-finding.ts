import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { type Organization, organization, orgWord } from '../../lib/identity/org-records.ts'
import { openCursor, sealCursor } from '../../lib/table/cursor.ts'
import { key } from '../../lib/table/entity.ts'
import { BadCursor } from '../../lib/table/list.ts'
import { listNumbered, mostNumbered } from '../../lib/table/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { nameKeyOf, wordsIn } from '../organizations/service.ts'
import type { OrgQuery } from './org-shapes.ts'
import { orgShelf, ownShelvesFor, shelfOf } from './org-shelves.ts'
import { campus, countIn, type OrgSize, orgSize, orgStat, shelfCount, totalRow } from './stat-rows.ts'

/** Organizations by their ids, in order, or their cards where these were read on the way. */
type Found = {
  readonly ids: readonly string[]
  readonly cards?: readonly Organization[]
  readonly total: number
  readonly more: boolean
  readonly cursor?: string | undefined
}
type Part = { readonly ids: readonly string[]; readonly cursor?: string | undefined }

/** Whether an organization is as was asked. Lists are a moment behind, cards are not. */
export const fits =
  ({ verified, lifecycleStatus, status }: OrgQuery) =>
  (card: Organization): boolean =>
    card.deletedAt === undefined &&
    (verified === undefined || String(card.verified) === verified) &&
    (lifecycleStatus === undefined || card.lifecycleStatus === lifecycleStatus) &&
    (status === undefined || card.approvalStatus === status)

const isNarrowed = (asked: OrgQuery): boolean =>
  [asked.verified, asked.lifecycleStatus, asked.status].some((each) => each !== undefined)

const isByName = ({ sortBy }: OrgQuery): boolean => sortBy === 'name' || sortBy === 'org_name'

const isDescending = (asked: OrgQuery): boolean =>
  (asked.sortOrder ?? (isByName(asked) ? 'asc' : 'desc')) === 'desc'

const idsOf = (items: readonly { readonly orgId: string }[]): string[] => items.map(({ orgId }) => orgId)

const placeOf = ({ size, orgId }: OrgSize): string => `${size}#${orgId}`

/**
 * By size among some: at most six lists of all three, each in this order, are read side by side and joined. One position
 * goes on in all of them.
 */
const bySizeAmong = async (asked: OrgQuery, table: Table): Promise<Part> => {
  const { page, limit, cursor } = pageOf(asked)
  const descending = isDescending(asked)
  const scope = `sizes of ${shelfOf(asked)} ${descending}`
  const after = cursor === undefined ? undefined : (openCursor(cursor, scope)?.at ?? fail(BadCursor))
  const skipped = after === undefined ? (page - 1) * limit : 0
  if (skipped >= mostNumbered) return { ids: [] }
  const wanted = skipped + limit
  const parts = await Promise.all(
    ownShelvesFor(asked).map((shelf) =>
      table.list(orgSize, {
        index: 'gsi2',
        holes: { shelf },
        descending,
        limit: wanted + 1,
        ...(descending ? { to: after } : { from: after }),
      }),
    ),
  )
  const items = parts
    .flatMap((part) => part.items)
    .filter((row) => placeOf(row) !== after)
    .sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1) * (descending ? 1 : -1))
  const shown = items.slice(skipped, wanted)
  const last = shown.at(-1)
  const more = items.length > wanted || parts.some((part) => part.cursor !== undefined)
  return {
    ids: idsOf(shown),
    ...(more && last ? { cursor: sealCursor({ at: placeOf(last) }, scope) } : {}),
  }
}

const ordered = async (asked: OrgQuery, table: Table): Promise<Part> => {
  const numbered = pageOf(asked)
  const descending = isDescending(asked)
  if (asked.sortBy === 'memberCount') {
    if (isNarrowed(asked)) return bySizeAmong(asked, table)
    const bySize = { index: 'gsi1' as const, holes: {}, descending }
    const { items, cursor } = await listNumbered(table, orgSize, bySize, numbered)
    return { ids: idsOf(items), cursor }
  }
  const index = isByName(asked) ? ('gsi2' as const) : ('gsi1' as const)
  const listing = { index, holes: { shelf: shelfOf(asked) }, descending }
  const { items, cursor } = await listNumbered(table, orgShelf, listing, numbered)
  return { ids: idsOf(items), cursor }
}

/** Newest first of all, from the cards themselves. */
const newest = async (asked: OrgQuery, table: Table) => {
  const listing = { index: 'gsi2' as const, holes: {}, descending: isDescending(asked) }
  const { items, cursor } = await listNumbered(table, organization, listing, pageOf(asked))
  return { ids: idsOf(items), cards: items, cursor }
}

/** Rows of words that one answer looks at (TABLE decision 11). */
const mostExamined = 100

const longest = (words: readonly string[]): string =>
  words.reduce((best, word) => (word.length > best.length ? word : best), '')

const comparison = (asked: OrgQuery) => {
  const sign = isDescending(asked) ? -1 : 1
  return (one: Organization, other: Organization): number => {
    const by =
      asked.sortBy === 'memberCount'
        ? one.memberCount - other.memberCount
        : isByName(asked)
          ? one.nameKey.localeCompare(other.nameKey)
          : Date.parse(one.createdAt) - Date.parse(other.createdAt)
    return (by || (one.orgId < other.orgId ? -1 : 1)) * sign
  }
}

/**
 * Names with words that begin as was typed: a hundred rows of the longest word at a time, and of these organizations
 * those with all the others, in the order that was asked for. Pages count within the hundred; behind the last of them the
 * cursor goes on with the next hundred.
 */
const searched = async (search: string, asked: OrgQuery, table: Table): Promise<Found> => {
  const { page, limit, cursor: given } = pageOf(asked)
  const typed = wordsIn(search)
  const beginning = longest(typed)
  const scope = `search ${search} ${shelfOf(asked)} ${asked.sortBy} ${isDescending(asked)}`
  const place = given === undefined ? undefined : (openCursor(given, scope) ?? fail(BadCursor))
  const from = place?.from ?? '0'
  const listing = { holes: {}, from: beginning, to: `${beginning}\u{10FFFF}`, limit: mostExamined }
  const words = await table.list(orgWord, { ...listing, cursor: place?.words, filters: search })
  const begins = (word: string): boolean => word.startsWith(beginning)
  const ids = [...new Set(idsOf(words.items))]
  const found = ids.length === 0 ? [] : await table.batchGet(ids.map((orgId) => key(organization, { orgId })))
  const firstWords = new Set(words.items.map(({ word, orgId }) => `${word} ${orgId}`))
  const matches = found
    .filter((card) => card !== undefined)
    .filter(fits(asked))
    .filter(({ nameKey, orgId }) => {
      const own = wordsIn(nameKey)
      // With its first word that fits, an organization shows in one hundred only.
      const [first = ''] = own.filter(begins).sort()
      return firstWords.has(`${first} ${orgId}`) && typed.every((word) => own.some((o) => o.startsWith(word)))
    })
    .sort(comparison(asked))
  const start = place === undefined ? (page - 1) * limit : Number(from)
  const cards = matches.slice(start, start + limit)
  const next = start + limit < matches.length ? { from: String(start + limit) } : undefined
  const behind = next ? place?.words : words.cursor
  const goesOn = next !== undefined || behind !== undefined
  return {
    ids: idsOf(cards),
    cards,
    total: matches.length,
    more: words.cursor !== undefined,
    cursor: goesOn
      ? sealCursor({ ...next, ...(behind === undefined ? {} : { words: behind }) }, scope)
      : undefined,
  }
}

/**
 * Finds a page of organizations as administrators ask for it. Orders and filters are those of indexes: what is read does
 * not depend on how many organizations there are. `total` is exact to 500, of a search among what it looked at.
 */
export const findOrganizations = async (asked: OrgQuery, table: Table): Promise<Found> => {
  const search = nameKeyOf(asked.search ?? '')
  if (search !== '') return searched(search, asked, table)
  const plain = !isNarrowed(asked) && (asked.sortBy === undefined || asked.sortBy === 'createdAt')
  const [part, counts] = await Promise.all([
    plain ? newest(asked, table) : ordered(asked, table),
    table.get(orgStat, { subject: campus, month: totalRow }),
  ])
  const all = isNarrowed(asked)
    ? ownShelvesFor(asked).reduce((sum, shelf) => sum + countIn(counts, shelfCount(shelf)), 0)
    : countIn(counts, 'orgs')
  return { ...part, total: Math.min(all, mostNumbered), more: all > mostNumbered }
}
