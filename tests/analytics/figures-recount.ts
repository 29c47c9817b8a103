import { unmarshall } from '@aws-sdk/util-dynamodb'
import { imagesAtHome } from '../support/table/whole-table.ts'
import type { World } from '../support/world.ts'

/** One look at an event, as whoever looked remembers it. */
export type Look = { readonly eventId: string; readonly at: string; readonly who: string | undefined }

// Rows as they stand in the table; nothing here is the service's.
type Row = Readonly<Record<string, ReturnType<typeof JSON.parse>>>

const dayIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  return (moment: string): string => format.format(new Date(moment))
}

const tenth = (number: number): number => Math.round(number * 10) / 10
const average = (whole: number, count: number): number => (count === 0 ? 0 : tenth(whole / count))
const rate = (part: number, whole: number): number => average(part * 100, whole)
const sum = (rows: readonly Row[], field: string): number =>
  rows.reduce((whole, row) => whole + (row[field] ?? 0), 0)

/** Everything of the home school, and what can be counted in it. */
export const recounting = async (w: World, zone: string, looks: readonly Look[]) => {
  const rows: Row[] = (await imagesAtHome(w)).map((image) => unmarshall(image as never))
  const kind = (entity: string): Row[] => rows.filter((row) => row.entity === entity)
  const dayOf = dayIn(zone)
  const now = w.clock.now().getTime()
  const events = kind('EventCard').filter(({ deletedAt }) => deletedAt === undefined)
  const people = kind('Attendee')
  const seated = people.filter(({ status, walkIn }) => status === 'attending' && !walkIn)

  const daysOf = (count: number): string[] => {
    const today = dayOf(new Date(now).toISOString())
    const noon = Date.parse(`${today}T12:00:00.000Z`)
    return Array.from({ length: count }, (_, back) =>
      new Date(noon - (count - 1 - back) * 24 * 3600 * 1000).toISOString().slice(0, 10),
    )
  }
  const of = <R extends { readonly eventId?: string }>(found: readonly R[], cards: readonly Row[]): R[] => {
    const ids = new Set(cards.map(({ eventId }) => eventId))
    return found.filter(({ eventId }) => ids.has(eventId))
  }
  /** The first look of each person at each event. */
  const firsts = looks.filter(
    (look, at) => looks.findIndex(({ eventId, who }) => eventId === look.eventId && who === look.who) === at,
  )
  const viewsOf = (card: Row): number => looks.filter(({ eventId }) => eventId === card.eventId).length
  const registrationsOf = (card: Row): number => of(seated, [card]).length

  const totalsOf = (count: number, orgId?: string) => {
    const days = new Set(daysOf(count))
    const hosted = kind('EventCard').filter(
      ({ hostingType, hostingId }) => orgId === undefined || (hostingType === 'Org' && hostingId === orgId),
    )
    const own = events.filter((card) => hosted.includes(card) && days.has(dayOf(card.start_time)))
    const seen = of(looks, own)
    const registrations = of(seated, own).length
    const expected = sum(own, 'expectedAttendance')
    return {
      own,
      totals: {
        totalEvents: own.length,
        totalExpectedAttendance: expected,
        avgExpectedAttendance: average(expected, own.length),
        totalViews: seen.length,
        totalUniqueViews: seen.filter((look) => firsts.includes(look)).length,
        totalAnonymousViews: seen.filter(({ who }) => who === undefined).length,
        totalRegistrations: registrations,
        totalUniqueRegistrations: registrations,
        totalRsvps: registrations,
        totalUniqueRsvps: registrations,
        avgEngagementRate: rate(registrations, seen.length),
      },
    }
  }

  return {
    events,
    viewsOf,
    totalsOf,
    daily: (count: number) =>
      daysOf(count).map((date) => {
        const begun = events.filter(({ start_time }) => dayOf(start_time) === date)
        const seen = of(looks, kind('EventCard')).filter(({ at }) => dayOf(at) === date)
        return {
          date,
          events: begun.length,
          registrations: of(seated, begun).length,
          views: seen.length,
          uniqueViews: seen.filter((look) => firsts.includes(look)).length,
        }
      }),
    engagement: (orgId: string) => {
      const members = kind('OrgMember').filter((row) => row.orgId === orgId && row.status === 'active')
      const ids = new Set(members.map(({ userId }) => userId))
      const hosted = kind('EventCard').filter(
        ({ hostingType, hostingId }) => hostingType === 'Org' && hostingId === orgId,
      )
      const there = of(people, hosted).filter(
        (row: Row) => row.kind === 'u' && row.status === 'attending' && ids.has(row.personId),
      )
      return {
        totalMembers: members.length,
        avgEventsPerMember: average(there.length, members.length),
        membersWithEvents: new Set(there.map(({ personId }: Row) => personId)).size,
      }
    },
    ofEvent: (card: Row) => {
      const [registrations, views] = [registrationsOf(card), viewsOf(card)]
      const signedIn = looks.filter(({ eventId, who }) => eventId === card.eventId && who !== undefined)
      const inside = of(people, [card]).filter(({ checkedIn }: Row) => checkedIn)
      const registeredInside = of(seated, [card]).filter(({ checkedIn }: Row) => checkedIn)
      return {
        analytics: {
          views: signedIn.length,
          uniqueViews: signedIn.filter((look) => firsts.includes(look)).length,
          anonymousViews: views - signedIn.length,
          registrations,
          uniqueRegistrations: registrations,
          engagementRate: rate(registrations, views),
        },
        checkIn: {
          totalCheckedIn: registeredInside.length,
          totalRegistrations: registrations,
          checkInRate: rate(registeredInside.length, registrations),
          walkIns: inside.length - registeredInside.length,
          headsCheckedIn: inside.reduce((sum, { guestCount }: Row) => sum + Number(guestCount), 0),
        },
      }
    },
    organizations: (count: number) => {
      const days = new Set(daysOf(count))
      const recent = (moment: string): boolean => days.has(dayOf(moment))
      const orgs = kind('Organization').filter(({ deletedAt }) => deletedAt === undefined)
      const members = kind('OrgMember').filter(({ status }) => status === 'active')
      return {
        totalOrgs: orgs.length,
        newOrgs: orgs.filter(({ createdAt }) => recent(createdAt)).length,
        totalMembers: members.length,
        newMembers: members.filter(({ joinedAt }) => recent(joinedAt)).length,
        uniqueUsers: new Set(members.map(({ userId }) => userId)).size,
        totalEvents: events.filter(({ createdAt }) => recent(createdAt)).length,
      }
    },
  }
}
