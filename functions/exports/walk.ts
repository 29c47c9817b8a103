import * as z from 'zod/mini'
import { organization } from '../../lib/identity/org/records.ts'
import {
  access,
  globalUser,
  Membership,
  providerLink,
  tenantUser,
} from '../../lib/identity/person/records.ts'
import { schoolOfIssuer } from '../../lib/identity/school/saml-issuer.ts'
import { fillTemplate, key } from '../../lib/table/entity.ts'
import type { RawItem } from '../../lib/table/lists/raw-items.ts'
import type { Table } from '../../lib/table/table.ts'
import { holdsOf, type RoomDay } from '../rooms/index.ts'
import { exportedKinds, omittedKinds } from './kinds.ts'
import { childNodesOf, type Fields, type Node, partitionTemplates, rootsOf } from './map.ts'

const text = z.string()
const maybe = z.optional(text)

/**
 * Data by which a person of the school signs in elsewhere: the identity, the membership here, the links of identity
 * providers. It contains no password, session or platform role, and nothing of other schools (docs/decisions/033).
 */
export const PortablePerson = z.strictObject({
  id: text,
  email: text,
  emailVerified: z.boolean(),
  name: text,
  picture: maybe,
  googleId: maybe,
  appleId: maybe,
  samlId: maybe,
  samlProvider: maybe,
  createdAt: text,
  updatedAt: text,
  membership: Membership,
  links: z.array(
    z.strictObject({ issuer: text, subject: text, linkedAt: text, trust: z.optional(z.number()) }),
  ),
})
export type PortablePerson = z.infer<typeof PortablePerson>

/** Reads a person as this table's school may export them; undefined for people who have left meanwhile. */
const readPerson = async (table: Table, globalUserId: string): Promise<PortablePerson | undefined> => {
  const kinds = [globalUser, access, providerLink] as const
  const [[user], [rights], links] = await table.collect(kinds, { id: globalUserId }, { strong: true })
  const tenant = table.tenant ?? ''
  const membership = rights?.memberships[tenant]
  if (!user || membership?.status !== 'active') return undefined
  const { samlId, samlProvider, ...rest } = user
  return {
    ...rest,
    ...(samlProvider === tenant ? { samlId, samlProvider } : {}),
    membership,
    links: links
      .filter(({ issuer }) => (schoolOfIssuer(issuer) ?? tenant) === tenant)
      .map(({ globalUserId: _, ...link }) => link),
  }
}

/** A result of the walk: an item, or a person who signs in here. */
export type WalkItem = { readonly entity: string; readonly fields: Fields }

type Page = { items: readonly RawItem[]; next?: string }

/** A list that the walk is in. A later piece continues from `after` and `pending`. */
type Frame = {
  readonly node: Node
  after?: string | undefined
  pending: readonly Node[]
  page?: Page
  at: number
}

type SavedFrame = readonly [node: Node, after: string | null, pending: readonly Node[]]

/** Items of a page. A page of the largest items fits into a few megabytes. */
const pageSize = 100
/** Lists that are read in advance. */
const maxPrefetched = 12

const emptyPage: Page = { items: [] }

const personPage = async (table: Table, { globalUserId }: NonNullable<Node['person']>): Promise<Page> => {
  const person = await readPerson(table, globalUserId)
  return person ? { items: [{ entity: 'Person', fields: person, place: globalUserId }] } : emptyPage
}

/** Events of a list whose host is gone. The walk reaches all other events through their host. */
const withoutHost = async (table: Table, items: readonly RawItem[]): Promise<readonly RawItem[]> => {
  const cards = items.filter(({ entity }) => entity === 'EventCard')
  if (cards.length === 0) return []
  const hosts = await table.batchGet(
    cards.map(({ fields }) =>
      fields.hostingType === 'Org'
        ? key(organization, { orgId: String(fields.hostingId) })
        : key(tenantUser, { id: String(fields.hostingId) }),
    ),
  )
  return cards.filter((_, at) => {
    const host = hosts[at]
    return host === undefined || ('deletedAt' in host && host.deletedAt !== undefined)
  })
}

const readPage = async (table: Table, node: Node, after?: string): Promise<Page> => {
  if (node.person) return after === undefined ? personPage(table, node.person) : emptyPage
  const page = await table.listRawItems({ pk: node.pk, index: node.index, after, limit: pageSize })
  return node.hostless ? { ...page, items: await withoutHost(table, page.items) } : page
}

const nameOf = ({ pk, index, person }: Node): string => `${index ?? ''} ${person?.globalUserId ?? ''} ${pk}`

const isRoomOf = (fields: Fields, event: unknown): boolean =>
  holdsOf(fields as RoomDay)
    .map(({ eventId }) => eventId)
    .sort()[0] === event

/** The walk item of a row; undefined for rows that the file does not contain. */
const itemToExport = ({ entity, fields }: RawItem, { index, event }: Node): WalkItem | undefined => {
  if (index !== undefined || omittedKinds[entity] !== undefined) return undefined
  if (entity !== 'Person' && !exportedKinds.has(entity))
    throw new Error(`${entity} is listed neither as exported nor as omitted`)
  // The walk reaches a room's day through each of its events, and exports it with the first.
  if (entity === 'RoomDay' && !isRoomOf(fields, event)) return undefined
  return { entity, fields }
}

/**
 * Walks through all data of a school, from the roots downwards, one item after the other. `saved` continues a walk that
 * stopped; `until` is the moment the export began. The school's own keys reach all of it, so the cost depends on the
 * school's size alone.
 */
export const walkSchool = (table: Table, until: string, saved?: string) => {
  const root: Node = { pk: '' }
  const frames: Frame[] = saved
    ? (JSON.parse(saved) as SavedFrame[]).map(([node, after, pending]) => ({
        node,
        after: after ?? undefined,
        pending,
        at: 0,
      }))
    : [{ node: root, pending: rootsOf(until), at: 0, page: emptyPage }]
  const reading = new Map<string, Promise<Page>>()

  const readAhead = (nodes: readonly Node[]): void => {
    for (const node of nodes.slice(0, maxPrefetched)) {
      const page = readPage(table, node)
      // The failure surfaces when the page is used; an unused page must not raise it.
      page.catch(() => undefined)
      reading.set(nameOf(node), page)
    }
  }

  const enter = async (node: Node): Promise<void> => {
    const name = nameOf(node)
    const page = reading.get(name)
    reading.delete(name)
    frames.push({ node, pending: [], at: 0, page: await (page ?? readPage(table, node)) })
  }

  const nextItem = async (frame: Frame): Promise<RawItem | undefined> => {
    if (frame.node.pk === '' && !frame.node.person) return undefined
    frame.page ??= await readPage(table, frame.node, frame.after)
    while (frame.at >= frame.page.items.length) {
      if (frame.page.next === undefined) return undefined
      frame.page = await readPage(table, frame.node, frame.page.next)
      frame.at = 0
    }
    const item = frame.page.items[frame.at]
    frame.at += 1
    return item
  }

  const nodesBelow = (frame: Frame, { entity, fields }: RawItem): readonly Node[] => {
    if (frame.node.index === undefined) return childNodesOf(entity, fields)
    const pk = fillTemplate(partitionTemplates[entity] ?? '{nowhere}', fields)
    return pk === undefined ? [] : [{ pk }]
  }

  return {
    /** The next item; undefined at the end. */
    async next(): Promise<WalkItem | undefined> {
      for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
        const [child, ...rest] = frame.pending
        if (child) {
          frame.pending = rest
          await enter(child)
          continue
        }
        const item = await nextItem(frame)
        if (!item) {
          frames.pop()
          continue
        }
        frame.after = item.place
        frame.pending = nodesBelow(frame, item)
        readAhead(frame.pending)
        const found = itemToExport(item, frame.node)
        if (found) return found
      }
      return undefined
    },
    /** Position of the walk, for `saved`. */
    saved: (): string =>
      JSON.stringify(frames.map(({ node, after, pending }) => [node, after ?? null, pending])),
  }
}
