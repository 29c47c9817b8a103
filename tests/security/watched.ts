import { afterAll, expect } from 'vitest'
import { type World, type WorldOptions, world } from '../support/world.ts'

const worlds: World[] = []
const secrets = new Set<string>()

/** A text that must never turn up in a log line of this file. */
export const secret = <T extends string>(text: T): T => {
  secrets.add(text)
  return text
}

export const password = secret('correct horse battery')

/** A world whose log is read when the file is done: no address, no password, no token, no cookie. */
export const watched = async (options: WorldOptions = {}): Promise<World> => {
  const made = await world(options)
  worlds.push(made)
  return made
}

/** A person with a device that is signed in at the home school. */
export const signedIn = async (w: World, name = 'ada', { host }: { host?: string } = {}) => {
  const email = secret(w.email(name))
  const device = w.device()
  const reply = await device.register({ email, password }, host === undefined ? {} : { host })
  expect(reply.status).toBe(201)
  const { _id: memberId, globalUserId } = reply.body.data.user
  return {
    device,
    email,
    memberId: String(memberId),
    globalUserId: String(globalUserId),
    accessToken: device.jar.get('accessToken') ?? '',
    refreshToken: device.jar.get('refreshToken') ?? '',
  }
}

export type Person = Awaited<ReturnType<typeof signedIn>>

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** What must not be in a log line: what was marked as secret, anything like a token, an address or a cookie. */
const leaks = (line: string): string[] => [
  ...[...secrets].filter((text) => line.includes(text)),
  ...(line.match(/eyJ[\w-]+/g) ?? []),
  ...(line.match(/[\w.+-]+@[\w-]+\.[a-z]+/gi) ?? []),
  ...(line.match(/(access|refresh)Token=|"cookies?"|"authorization"|\$argon2|argon2id\$/gi) ?? []),
]

afterAll(() => {
  const lines = worlds.flatMap(({ logs }) => logs.map((line) => JSON.stringify(line)))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.flatMap(leaks)).toEqual([])
})
