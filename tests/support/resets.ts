import { credential } from '../../lib/identity/person/records.ts'
import type { Agent } from './agent.ts'
import { type Person, registered } from './people.ts'
import type { World } from './world.ts'

export const fresh = 'a wholly new password'

/** The status of a login. */
export const loginOf = async (device: Agent, email: string, word: string): Promise<number> =>
  (await device.login({ email, password: word })).status

// Limits of a network address are those of all schools, so every request comes from another one.
let addresses = 0
export const somewhere = () => {
  addresses += 1
  return { sourceIp: `198.51.100.${addresses}` }
}

/** Asks for a code and reads it in the mail. */
export const requestCode = async (w: World, email: string): Promise<string> => {
  await w.device().forgotPassword({ email }, somewhere())
  await w.deliver()
  return w.codeFor(email)
}

export const reset = async (w: World, { email }: Pick<Person, 'email'>, newPassword = fresh) => {
  const code = await requestCode(w, email)
  return w.device().resetPassword({ email, code, newPassword })
}

/** Another six digits. */
export const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000')

/** The same person without a password, as after signing up by a provider. */
export const withoutPassword = async (w: World, name: string): Promise<Person> => {
  const person = await registered(w, name)
  await w.table().remove(credential, { globalUserId: person.user.globalUserId })
  return person
}
