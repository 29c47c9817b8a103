import { hostedBy, stored } from '../events/cards.ts'
import { admins } from '../support/administrators.ts'
import type { Agent } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { founded, society } from '../support/societies.ts'
import { itemAt } from './events.ts'

export const actors = [
  'none',
  'guest',
  'outsider',
  'member',
  'officer',
  'admin',
  'owner',
  'helper',
  'stranger',
  'dean',
  'root',
] as const
export type Actor = (typeof actors)[number]

/** Who manages the events of the hosting organization, asked under its own address. */
export const organizers: readonly Actor[] = ['officer', 'admin', 'owner', 'dean', 'root']
export const insiders: readonly Actor[] = ['member', ...organizers]

/** Somebody with an office, by the word of another school: nothing of it counts here, they are but what `as` is. */
type Vouched = { readonly agent: Agent; readonly as: Actor }

/** Everybody who may have to do with an event of an organization, and the event. `helper` owns one that helps. */
export const cast = async (name: string) => {
  const { w, root, dean } = await admins()
  const club = await society(w, name)
  const own = async (who: string) => founded(await registered(w, who, { username: who }))
  const [helper, other] = [await own(`helper${name}`), await own(`other${name}`)]
  const guest = await registered(w, 'guest', { username: 'guest' }, w.sister)
  const agents: Record<Actor, Agent> = {
    none: w.device(),
    guest: guest.device.on(w.home),
    outsider: club.outsider.device,
    member: club.member.device,
    officer: club.officer.device,
    admin: club.admin.device,
    owner: club.owner.device,
    helper: helper.owner.device,
    stranger: other.owner.device,
    dean: dean.device,
    root: root.device,
  }
  const vouched: Vouched[] = [
    { agent: await vouchedFor(w, club.officer, w.sister), as: 'member' },
    { agent: await vouchedFor(w, helper.owner, w.sister), as: 'outsider' },
    { agent: await vouchedFor(w, dean, w.sister), as: 'outsider' },
  ]
  const make = async () => {
    const { eventId } = await stored(w, { ...hostedBy(club), collaborators: [helper.orgId] })
    const at = { orgId: club.orgId, eventId }
    await club.owner.device.saveAgenda({ ...at, items: [itemAt(9, { id: 'item' })] })
    return at
  }
  return { w, club, helper, other, agents, vouched, make }
}
export type Cast = Awaited<ReturnType<typeof cast>>

export type Place = Awaited<ReturnType<Cast['make']>>
export type Attempt = (agent: Agent, at: Place) => Promise<{ status: number; body: unknown }>

const refusals: Partial<Record<Actor, readonly number[]>> = { none: [401] }

/**
 * Who gets through; everybody else has to be refused for who they are, and not for what they sent. Who is refused has
 * changed nothing, so that the next one finds the same place; whoever gets through leaves a new one to who follows.
 */
export const through = async (
  { agents, make }: Cast,
  attempt: Attempt,
  placeFor: (at: Place, actor: Actor) => Place = (at) => at,
): Promise<readonly Actor[]> => {
  const passed: Actor[] = []
  let fresh: Place | undefined
  for (const actor of actors) {
    fresh ??= await make()
    const { status, body } = await attempt(agents[actor], placeFor(fresh, actor))
    if (status < 300) {
      passed.push(actor)
      fresh = undefined
    } else if (!(refusals[actor] ?? [403, 404]).includes(status))
      throw new Error(`${actor}: ${status} ${JSON.stringify(body)}`)
  }
  return passed
}

/** Where those get through whom another school vouches for although they would not as plain members. */
export const throughElsewhere = async (
  { vouched, make }: Cast,
  attempt: Attempt,
  admitted: readonly Actor[],
): Promise<readonly Actor[]> => {
  const passed: Actor[] = []
  let fresh: Place | undefined
  for (const { agent, as } of vouched) {
    if (admitted.includes(as)) continue
    fresh ??= await make()
    if ((await attempt(agent, fresh)).status >= 300) continue
    passed.push(as)
    fresh = undefined
  }
  return passed
}
