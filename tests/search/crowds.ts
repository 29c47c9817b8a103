import { type EventCard, eventCard, eventWordIndex } from '../../functions/events/index.ts'
import { newMember } from '../../lib/identity/org/membership.ts'
import { type OrgMember, orgMember } from '../../lib/identity/org/organizations.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { memberWords, orgWords, personWords } from '../../lib/identity/person/names.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { rowsOf, type WordIndex, wordRow } from '../../lib/search/rows.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { cardOf } from '../events/cards.ts'
import { admins } from '../support/administrators.ts'
import type { Reply } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { naive, personName, thingName } from './names.ts'

/** Something that may be found, told by the words of a naive reading of its name. */
export type Findable = { readonly id: string; readonly words: readonly string[]; readonly facts: object }

export type Found = {
  readonly ids: readonly string[]
  readonly cursor: string | undefined
  readonly body: Reply['body']
}

/** A list that can be searched: what there is, and how it is asked. */
export type Place = {
  readonly findable: readonly Findable[]
  /** What it finds is read strongly. */
  readonly strong?: true
  ask(search: string, more?: object): Promise<Found>
}

/** What has words that begin as those of a text. */
export const expected = ({ findable }: Place, text: string): string[] => {
  const typed = naive(text)
  return findable
    .filter(({ words }) => typed.every((one) => words.some((word) => word.startsWith(one))))
    .map(({ id }) => id)
    .sort()
}

const numbered = (at: number): string => String(at).padStart(6, '0')
const moment = (at: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + at * 1000).toISOString()

type Lists = ReadonlySet<string> | undefined

const rows = function* <V>(index: WordIndex<V>, value: V, lists: Lists): Generator<Write> {
  for (const row of rowsOf(index, value)) if (!lists || lists.has(row.list)) yield put(wordRow, row)
}

type Campus = {
  readonly people: readonly TenantUser[]
  readonly cards: readonly Organization[]
  readonly members: readonly OrgMember[]
  readonly events: readonly EventCard[]
}

/** Everything that stands in the table; of the rows of words those of some lists, where these are named. */
export const writesOf = function* (
  { people, cards, members, events }: Campus,
  lists: Lists,
): Generator<Write> {
  for (const one of people) yield* [put(tenantUser, one), ...rows(personWords, one, lists)]
  for (const one of cards) yield* [put(organization, one), ...rows(orgWords, one, lists)]
  for (const one of members) yield* [put(orgMember, one), ...rows(memberWords, one, lists)]
  for (const one of events) yield* [put(eventCard, one), ...rows(eventWordIndex, one, lists)]
}

/** A school with so many of everything that can be searched, and what each list of it has. */
export const searchCampus = async (size: number) => {
  const { w, dean } = await admins()
  const owner = await registered(w, 'owner', { username: 'owner' })
  const { orgId } = await founded(owner, { org_name: 'Zzz' })
  const [user, card] = await Promise.all([
    w.table().get(tenantUser, { id: owner.user._id }),
    w.table().get(organization, { orgId }),
  ])
  if (!user || !card) throw new Error('nothing to copy')
  const all = Array.from({ length: size }, (_, at) => at)
  const people = all.map((at): TenantUser => {
    const name = personName(at)
    const username = `${naive(name).join('').slice(0, 8)}${at}`
    return {
      ...user,
      id: `01PEOPLE${numbered(at)}000000000000`,
      name,
      username,
      usernameKey: username,
      createdAt: moment(at),
    }
  })
  const cards = all.map((at): Organization => {
    const org_name = thingName(at)
    return {
      ...card,
      orgId: `01ORGS${numbered(at)}00000000000000`,
      org_name,
      nameKey: org_name.toLowerCase(),
      createdAt: moment(at),
      unlisted: at % 7 === 0,
      verified: at % 50 === 0,
      approvalStatus: at % 11 === 0 ? 'pending' : 'approved',
      lifecycleStatus: at % 13 === 0 ? 'sunset' : 'active',
    }
  })
  const members = people.map((one, at) =>
    newMember(one, moment(at), { orgId, roles: [at % 100 ? 'member' : 'officer'] }),
  )
  const events = all.map((at) =>
    cardOf({
      eventId: `01EVENTS${numbered(at)}000000000000`,
      name: thingName(at),
      start_time: moment(at + 200_000 * (at % 200)),
      visibility: at % 9 ? 'public' : 'members_only',
      status: at % 5 ? 'approved' : 'draft',
      hostingType: 'Org',
      hostingId: orgId,
    }),
  )
  const today = w.clock.now().toISOString().slice(0, 10)
  const named = (id: string, name: string, facts: object = {}): Findable => ({
    id,
    words: naive(name),
    facts,
  })
  const ids = (list: readonly { readonly _id: string }[]) => list.map(({ _id }) => _id)
  const asked =
    (ask: (query: object) => Promise<Reply>, idsIn: (body: Reply['body']) => string[]) =>
    async (search: string, more: object = {}): Promise<Found> => {
      const { status, body } = await ask({ search, limit: '20', ...more })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return {
        ids: idsIn(body),
        cursor:
          body.nextCursor ??
          (body.pagination ?? body.data?.pagination)?.cursor ??
          body.data?.pagination?.nextCursor,
        body,
      }
    }

  const places = {
    people: {
      findable: people.map(({ id, name, username }) => named(id, `${username} ${name}`)),
      ask: asked(
        ({ search, ...query }: { search?: string }) => owner.device.searchUsers({ query: search, ...query }),
        ({ data }) => ids(data),
      ),
    },
    members: {
      findable: members.map(({ userId, name, username, roles }) =>
        named(userId, `${username} ${name}`, { roles }),
      ),
      ask: asked(
        (query) => owner.device.listOrgMembers({ orgId, ...query }),
        ({ members: found }) => ids(found.map(({ user_id }: { user_id: { _id: string } }) => user_id)),
      ),
    },
    directory: {
      findable: cards
        .filter(({ unlisted, approvalStatus }) => !unlisted && approvalStatus === 'approved')
        .map(({ orgId: id, org_name }) => named(id, org_name)),
      ask: asked(
        (query) => w.device().listOrganizations(query),
        ({ orgs }) => ids(orgs),
      ),
    },
    managed: {
      strong: true,
      findable: cards.map((one) => named(one.orgId, one.org_name, one)),
      ask: asked(
        (query) => dean.device.listManagedOrganizations(query),
        ({ data }) => ids(data),
      ),
    },
    events: {
      findable: events
        .filter(({ shelf, visibility }) => shelf === 'live' && visibility === 'public')
        .filter(({ end_time }) => end_time.slice(0, 10) >= today)
        .map(({ eventId, name }) => named(eventId, name)),
      ask: asked(
        (query) => owner.device.listFutureEvents(query),
        ({ events: found }) => ids(found),
      ),
    },
    hosted: {
      findable: events.map((one) => named(one.eventId, one.name, one)),
      ask: asked(
        (query) => owner.device.listOrgEvents({ orgId, ...query }),
        ({ data }) => ids(data.events),
      ),
    },
  } satisfies Record<string, Place>
  return { w, owner, dean, orgId, campus: { people, cards, members, events }, places }
}
