import { type Person, registered } from './people.ts'
import type { World } from './world.ts'

/** An organization that somebody made through the front door. */
export type Society = {
  readonly orgId: string
  readonly name: string
  readonly owner: Person
}

let societies = 0

const digits = 'bdghjlmnqz'

/**
 * A number as one word without vowels: others read like words that no name may hold. Of one length however many there
 * were, so that items keep their size.
 */
const spelled = (number: number): string =>
  [...String(number).padStart(4, '0')].map((digit) => digits[Number(digit)]).join('')

/** Makes an organization of `owner`; fields of the request may be given. */
export const founded = async (owner: Person, more: Record<string, unknown> = {}): Promise<Society> => {
  societies += 1
  const name = `Society ${spelled(societies)}`
  const sent = { org_name: name, org_description: 'We meet and talk', ...more }
  const { status, body } = await owner.device.createOrganization(sent)
  if (status !== 201) throw new Error(`${name} could not be made: ${status} ${JSON.stringify(body)}`)
  return { orgId: body.org._id, name: body.org.org_name, owner }
}

/** Lets somebody join, and have other roles than the member's. */
export const joined = async (
  { orgId, owner }: Society,
  person: Person,
  roles: readonly string[] = [],
): Promise<Person> => {
  const reply = await person.device.applyToOrganization({ orgId })
  if (reply.status !== 201) throw new Error(`could not join: ${JSON.stringify(reply.body)}`)
  if (roles.length > 0) {
    const assigned = await owner.device.assignOrgRole({ orgId, userId: person.user._id, roles })
    if (assigned.status !== 200) throw new Error(`could not be given: ${JSON.stringify(assigned.body)}`)
  }
  return person
}

/** People around one organization: owner, admin, officer, member, and somebody who has nothing to do with it. */
export const society = async (w: World, name: string, more: Record<string, unknown> = {}) => {
  const named = (who: string) => registered(w, `${who}${name}`, { username: `${who}${name}` })
  const owner = await named('owner')
  const club = await founded(owner, more)
  const [admin, officer, member, outsider] = [
    await joined(club, await named('admin'), ['admin']),
    await joined(club, await named('officer'), ['officer']),
    await joined(club, await named('member')),
    await named('outside'),
  ]
  return { ...club, admin, officer, member, outsider }
}

/** An organization of somebody's in which another holds a role of its own, of rank 1 unless said. */
export const withDeputy = async (
  owner: Person,
  deputy: Person,
  {
    permissions,
    order = 1,
  }: { readonly permissions: readonly string[]; readonly order?: number | undefined },
): Promise<Society> => {
  const club = await founded(owner)
  const { orgId } = club
  const role = { name: 'deputy', displayName: 'Deputy', permissions, order }
  const made = await owner.device.createRole({ orgId, ...role })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  await joined(club, deputy, ['deputy'])
  return club
}
