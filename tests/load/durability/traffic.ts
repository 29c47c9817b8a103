import { acknowledged, type Client, Entered, type Question, type Reply, refused, Tokens } from '../client.ts'
import type { Seeded } from '../seeded.ts'
import {
  type Device,
  type Ledger,
  otherSchool,
  type Person,
  password,
  profileOf,
  schools,
  total,
} from './ledger.ts'

export type Campus = { readonly ask: Client; readonly ledger: Ledger; readonly random: Seeded }

/** Sends one write and keeps count of what became of it. */
const write = async ({ ask, ledger }: Campus, name: string, question: Question): Promise<Reply> => {
  ledger.sent += 1
  const reply = await ask(question)
  if (acknowledged(reply)) ledger.acknowledged.set(name, (ledger.acknowledged.get(name) ?? 0) + 1)
  else if (refused(reply)) ledger.refusals.push(`${name}: ${reply.status} ${JSON.stringify(reply.body)}`)
  else ledger.unanswered += 1
  return reply
}

const enter = (person: Person, body: unknown): void => {
  const { data } = Entered.parse(body)
  person.id = data.user._id
  person.globalUserId = data.user.globalUserId
  person.devices.push({ refreshToken: data.refreshToken, accessToken: data.accessToken, state: 'in' })
}

/** Registers a person. What got no answer stays open, to be repeated after the next start. */
export const register = async (campus: Campus, person: Person): Promise<void> => {
  const { email, school } = person
  const body = { email, password }
  const reply = await write(campus, 'register', { method: 'POST', path: '/register', school, body })
  if (!acknowledged(reply)) {
    campus.ledger.open.push(person)
    return
  }
  enter(person, reply.body)
  campus.ledger.people.push(person)
}

const newPerson = ({ ledger }: Campus, run: string): Person => {
  const number = total(ledger.acknowledged) + ledger.sent
  const school = schools[number % schools.length] ?? schools[0]
  const email = `person${run}x${number}@students.example.edu`
  return { number, email, school, profile: 0, profileAsked: 0, joined: false, mailDue: false, devices: [] }
}

const changeProfile = async (campus: Campus, person: Person, { accessToken }: Device): Promise<void> => {
  person.profileAsked += 1
  const change = person.profileAsked
  const reply = await write(campus, 'updateUser', {
    method: 'POST',
    path: '/update-user',
    school: person.school,
    bearer: accessToken,
    body: profileOf(person, change),
  })
  if (acknowledged(reply)) person.profile = change
}

const refresh = async (campus: Campus, { school }: Person, device: Device): Promise<void> => {
  const question = { method: 'POST', path: '/refresh-token', school, refresh: device.refreshToken } as const
  const reply = await write(campus, 'refreshToken', question)
  if (acknowledged(reply)) Object.assign(device, Tokens.parse(reply.body))
}

const signIn = async (campus: Campus, person: Person): Promise<void> => {
  const { school, email } = person
  const body = { email, password }
  const reply = await write(campus, 'login', { method: 'POST', path: '/login', school, body })
  if (acknowledged(reply)) enter(person, reply.body)
}

const signOut = async (campus: Campus, { school }: Person, device: Device): Promise<void> => {
  device.state = 'unsure'
  const question = { method: 'POST', path: '/logout', school, refresh: device.refreshToken } as const
  if (acknowledged(await write(campus, 'logout', question))) device.state = 'out'
}

const join = async (campus: Campus, person: Person, { accessToken }: Device): Promise<void> => {
  const school = otherSchool(person.school)
  const question = { method: 'POST', path: '/auth/join-tenant', school, bearer: accessToken } as const
  if (acknowledged(await write(campus, 'joinTenant', question))) person.joined = true
}

const askForMail = async (campus: Campus, person: Person): Promise<void> => {
  const { school, email } = person
  const question = { method: 'POST', path: '/forgot-password', school, body: { email } } as const
  if (acknowledged(await write(campus, 'forgotPassword', question))) person.mailDue = true
}

const act = async (campus: Campus, person: Person): Promise<void> => {
  const { random } = campus
  const devices = person.devices.filter(({ state }) => state === 'in')
  const device = devices[random.between(0, devices.length - 1)]
  const dice = random.next()
  if (!device || (dice < 0.08 && person.devices.length < 5)) return signIn(campus, person)
  if (dice < 0.15 && devices.length > 1) return signOut(campus, person, device)
  if (dice < 0.25 && !person.joined) return join(campus, person, device)
  if (dice < 0.32 && !person.mailDue) return askForMail(campus, person)
  return dice < 0.65 ? refresh(campus, person, device) : changeProfile(campus, person, device)
}

const somebodyIdle = ({ ledger, random }: Campus): Person | undefined => {
  const { people, busy } = ledger
  const person = people[random.between(0, people.length - 1)]
  return person && !busy.has(person) ? person : undefined
}

/** One write of one person. A person does one thing at a time, so that the order of acknowledgements is known. */
export const step = async (campus: Campus, run: string): Promise<void> => {
  const person = campus.random.next() < 0.2 ? undefined : somebodyIdle(campus)
  if (!person) return register(campus, newPerson(campus, run))
  campus.ledger.busy.add(person)
  try {
    await act(campus, person)
  } finally {
    campus.ledger.busy.delete(person)
  }
}
