import { describe, expect, it } from 'vitest'
import type { EventCard } from '../../functions/events/index.ts'
import type { Contract } from '../../lib/contract/row.ts'
import {
  type Actor,
  type Attempt,
  actors,
  type Cast,
  cast,
  organizers,
  through,
  throughElsewhere,
} from '../agendas/actors.ts'
import { hosted } from '../attendance/events.ts'

/** Whom operations are for, in the order of `actors`. */
export const everybody: readonly Actor[] = actors
export const signedIn = actors.filter((one) => one !== 'none')
export const school = signedIn.filter((one) => one !== 'guest')
/** Who manages events of the host, or of an organization that helps. */
export const keepers = actors.filter((one) => one === 'helper' || organizers.includes(one))
export const insiders = actors.filter((one) => one === 'member' || organizers.includes(one))
export const administrators: readonly Actor[] = ['dean', 'root']

/** A cast around live events of a club, of which a second organization helps to run each. */
export const eventCast = async (
  name: string,
  more: (c: Cast) => Partial<EventCard> | Promise<Partial<EventCard>> = () => ({}),
): Promise<Cast> => {
  const c = await cast(name)
  const make = async () => {
    const { eventId } = await hosted(c.w, c.club.orgId, {
      collaborators: [c.helper.orgId],
      ...(await more(c)),
    })
    return { orgId: c.club.orgId, eventId }
  }
  return { ...c, make }
}

/** By operation: whom it is for, and how somebody tries. */
export type Rights = Readonly<Record<string, readonly [readonly Actor[], Attempt]>>

/** The permissions of every operation of a domain: one that is not in the table fails, and so does one that is no more. */
export const everyRight = (
  { domain, rows }: Contract,
  castOf: () => Cast,
  rights: Rights,
  elsewhere: readonly string[] = [],
): void => {
  describe(`every operation of ${domain}`, () => {
    it('says whom it is for', () => {
      const named = [...Object.keys(rights), ...elsewhere]
      expect([...new Set(named)].sort(), `whom it is for: tests/${domain}/rights.test.ts`).toEqual(
        Object.keys(rows).sort(),
      )
    })

    it.each(Object.entries(rights))('is for those it is for: %s', async (_, [admitted, attempt]) => {
      expect(await through(castOf(), attempt)).toEqual(admitted)
    })

    it.each(Object.entries(rights))(
      'counts no office by the word of another school: %s',
      async (_, right) => {
        const [admitted, attempt] = right
        expect(await throughElsewhere(castOf(), attempt, admitted)).toEqual([])
      },
    )
  })
}
