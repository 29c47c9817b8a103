import { type Client, Entered, type Reply, Standing, Tokens } from '../client.ts'
import { type Device, type Ledger, otherSchool, type Person, password, profileOf } from './ledger.ts'

/** What was checked, how often, and what of it is lost. */
export type Verdict = { readonly checked: Map<string, number>; readonly lost: string[] }

type Check = (what: string, held: boolean, detail: string) => void

const brief = ({ status, body }: Reply): string => `${status} ${JSON.stringify(body)?.slice(0, 200)}`

const expectedProfiles = (person: Person): Set<string> => {
  const changes = Array.from(
    { length: person.profileAsked - person.profile + 1 },
    (_, at) => person.profile + at,
  )
  return new Set(changes.map((change) => Object.values(profileOf(person, change)).join(' ')))
}

const checkSignIn = async (ask: Client, person: Person, check: Check): Promise<void> => {
  const { email, school, id, globalUserId } = person
  const reply = await ask({ method: 'POST', path: '/login', school, body: { email, password } })
  const entered = Entered.safeParse(reply.body)
  const user = entered.data?.data.user
  const same = user?._id === id && user?.globalUserId === globalUserId
  check('registration', reply.status === 200 && same, `${email} does not sign in: ${brief(reply)}`)
  if (!user || person.profile === 0) return
  const shown = `${user.name} ${user.username}`
  const wanted = expectedProfiles(person)
  check('profile', wanted.has(shown), `${email} shows ${shown} instead of ${[...wanted].join(' or ')}`)
}

const checkDevice = async (ask: Client, person: Person, device: Device, check: Check): Promise<void> => {
  const { email, school, joined } = person
  const question = { method: 'POST', path: '/refresh-token', school, refresh: device.refreshToken } as const
  const reply = await ask(question)
  if (device.state === 'out') {
    check('signed out', reply.status === 401, `${email} is signed in again: ${brief(reply)}`)
    return
  }
  check('session', reply.status === 200, `${email} lost a session: ${brief(reply)}`)
  const bearer = Tokens.safeParse(reply.body).data?.accessToken
  if (!bearer || !joined) return
  const standing = await ask({ method: 'GET', path: '/validate-token', school, bearer })
  const communities = Standing.safeParse(standing.body).data?.data.communities ?? []
  check(
    'joined school',
    communities.includes(otherSchool(school)),
    `${email} lost a school: ${brief(standing)}`,
  )
}

const checkPerson = async (ask: Client, person: Person, check: Check): Promise<void> => {
  for (const device of person.devices) {
    if (device.state !== 'unsure') await checkDevice(ask, person, device, check)
  }
  await checkSignIn(ask, person, check)
}

/** Asks the platform for everything it has ever acknowledged, 16 people at a time. */
export const survivors = async (
  ask: Client,
  { people }: Ledger,
  told: (done: number) => void,
): Promise<Verdict> => {
  const verdict: Verdict = { checked: new Map(), lost: [] }
  const check: Check = (what, held, detail) => {
    verdict.checked.set(what, (verdict.checked.get(what) ?? 0) + 1)
    if (!held) verdict.lost.push(`${what}: ${detail}`)
  }
  const left = [...people]
  const work = async (): Promise<void> => {
    for (let person = left.pop(); person; person = left.pop()) {
      await checkPerson(ask, person, check)
      told(people.length - left.length)
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))
  return verdict
}
