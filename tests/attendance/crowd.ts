import { type SignedIn, signedIn } from '../load/storms/visitors.ts'
import type { Agent } from '../support/agent.ts'
import type { World } from '../support/world.ts'

/** Somebody signed in at the home school: a user of it, or a guest from the sister school. */
export type Visitor = Pick<SignedIn, 'kind' | 'id' | 'globalUserId'> & { readonly device: Agent }

const inParts = async <V>(count: number, make: (at: number) => Promise<V>): Promise<V[]> => {
  const made: V[] = []
  for (let at = 0; at < count; at += 20)
    made.push(
      ...(await Promise.all(Array.from({ length: Math.min(20, count - at) }, (_, i) => make(at + i)))),
    )
  return made
}

const visitor = async (w: World, name: string, isGuest: boolean): Promise<Visitor> => {
  const school = isGuest ? w.sister : w.home
  const wanted = { name, email: w.email(name), school, home: w.home }
  const { token, writes, ...who } = await signedIn(w.runtime, w.table(), wanted)
  await w.table(school).write(writes)
  return { ...who, device: w.device({ headers: { authorization: `Bearer ${token}` } }) }
}

/** Many people at once, written past the front door; every `guestEvery`-th comes from the sister school. */
export const crowd = (
  w: World,
  count: number,
  { guestEvery = 0, name = 'visitor' } = {},
): Promise<Visitor[]> =>
  inParts(count, (at) => visitor(w, `${name}${at}`, guestEvery > 0 && at % guestEvery === guestEvery - 1))
