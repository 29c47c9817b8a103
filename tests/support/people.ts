import type { Agent } from './agent.ts'
import type { World } from './world.ts'

export const password = 'correct horse battery'

export type Person = {
  readonly device: Agent
  readonly user: {
    readonly _id: string
    readonly username: string
    readonly name: string
    readonly globalUserId: string
  }
  readonly email: string
}

/** Somebody with an account of a school and a browser that is signed in there. */
export const registered = async (
  w: World,
  name = 'ada',
  more: object = {},
  tenant = w.home,
): Promise<Person> => {
  const device = w.device({ tenant })
  const email = w.email(name)
  const { status, body } = await device.register({ email, password, ...more })
  if (status !== 201) throw new Error(`${name} could not register: ${JSON.stringify(body)}`)
  return { device, user: body.data.user, email }
}

/** Several people of the home school: `person0`, `person1` and so on. */
export const people = async (w: World, count: number): Promise<Person[]> => {
  const all: Person[] = []
  for (let at = 0; at < count; at += 1)
    all.push(await registered(w, `person${at}`, { username: `person${at}` }))
  return all
}
