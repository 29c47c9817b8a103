import { beforeAll, describe, expect, it } from 'vitest'
import { admins } from '../support/administrators.ts'
import type { Agent } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { registered } from '../support/people.ts'
import type { World } from '../support/world.ts'

const actors = [
  'none',
  'guest',
  'outsider',
  'follower',
  'member',
  'officer',
  'admin',
  'owner',
  'dean',
  'root',
] as const
type Actor = (typeof actors)[number]

let w: World
let c: Club
let agents: Record<Actor, Agent>

beforeAll(async () => {
  const campus = await admins()
  w = campus.w
  c = await club(w)
  const guest = await registered(w, 'guest', { username: 'guest' }, w.sister)
  agents = {
    none: w.device(),
    guest: guest.device.on(w.home),
    outsider: c.outsider.device,
    follower: c.follower.device,
    member: c.member.device,
    officer: c.officer.device,
    admin: c.admin.device,
    owner: c.owner.device,
    dean: campus.dean.device,
    root: campus.root.device,
  }
})

let mails = 0
const post = async (visibility: string, by = c.officer): Promise<string> =>
  (await by.device.postMessage({ orgId: c.orgId, content: 'Hello', visibility })).body.data._id

const makeForm = async (more: object = {}): Promise<{ _id: string; questions: { _id: string }[] }> => {
  const form = { title: 'Sign-up', questions: [{ type: 'short', question: 'Name?' }], ...more }
  return (await c.owner.device.createEventForm({ orgId: c.orgId, form })).body.data
}

const invite = async (): Promise<string> => {
  mails += 1
  const email = `rights${mails}@b.example`
  return (await c.owner.device.invite({ orgId: c.orgId, email })).body.data.inviteId
}

type Attempt = (agent: Agent) => Promise<{ status: number; body: unknown }>
type Row = readonly [name: string, allowed: readonly Actor[], attempt: () => Promise<Attempt>]

const school: readonly Actor[] = actors.slice(2)
const insiders: readonly Actor[] = ['member', 'officer', 'admin', 'owner', 'dean', 'root']
const posters: readonly Actor[] = ['officer', 'admin', 'owner', 'dean', 'root']
const eventManagers = posters
const managers: readonly Actor[] = ['admin', 'owner', 'dean', 'root']
const signedIn: readonly Actor[] = actors.slice(1)
const everybody: readonly Actor[] = actors

const of = (make: () => Promise<Attempt> | Attempt) => async () => make()
const at = () => ({ orgId: c.orgId })
const asked = { title: 'Sign-up', questions: [{ type: 'short', question: 'Name?' }] }
const mailed = () => {
  mails += 1
  return `right${mails}@b.example`
}

const onMessage =
  (visibility: string, attempt: (agent: Agent, messageId: string) => ReturnType<Attempt>) => async () => {
    const messageId = await post(visibility)
    return (agent: Agent) => attempt(agent, messageId)
  }
const get = (agent: Agent, messageId: string) => agent.getMessage({ ...at(), messageId })
const likeIt = (agent: Agent, messageId: string) => agent.likeMessage({ ...at(), messageId })
const reply = (agent: Agent, messageId: string) => agent.replyToMessage({ ...at(), messageId, content: 'ok' })
const remove = (agent: Agent, messageId: string) => agent.deleteMessage({ ...at(), messageId })

const onForm =
  (attempt: (agent: Agent, formId: string, questionId: string) => ReturnType<Attempt>, more = {}) =>
  async () => {
    const { _id, questions } = await makeForm(more)
    return (agent: Agent) => attempt(agent, _id, questions[0]?._id ?? '')
  }
const submit = (agent: Agent, formId: string, referenceId: string) =>
  agent.submitFormResponse({ formId, responses: [{ referenceId, answer: 'x' }] })

const rows: readonly Row[] = [
  ['postMessage', posters, of(() => (agent) => agent.postMessage({ ...at(), content: 'Hi' }))],
  [
    'postMessage for the organization',
    posters,
    of(() => (agent) => agent.postMessage({ ...at(), content: 'Hi', sendAsOrg: true })),
  ],
  ['listMessages', school, of(() => (agent) => agent.listMessages(at()))],
  ['getMessage public', school, onMessage('public', get)],
  ['getMessage for followers', ['follower', ...insiders], onMessage('members_and_followers', get)],
  ['getMessage for members', insiders, onMessage('members_only', get)],
  ['likeMessage public', school, onMessage('public', likeIt)],
  ['likeMessage for members', insiders, onMessage('members_only', likeIt)],
  ['replyToMessage', insiders, onMessage('public', reply)],
  ['deleteMessage', posters, onMessage('public', remove)],
  ['listForms', managers, of(() => (agent) => agent.listForms(at()))],
  ['createForm', managers, of(() => (agent) => agent.createForm({ ...at(), form: asked }))],
  [
    'updateForm',
    managers,
    onForm((agent, formId) => agent.updateForm({ ...at(), formId, form: { title: 'x' } })),
  ],
  ['deleteForm', managers, onForm((agent, formId) => agent.deleteForm({ ...at(), formId }))],
  ['deleteEventForm', eventManagers, onForm((agent, formId) => agent.deleteEventForm({ ...at(), formId }))],
  ['listEventForms', eventManagers, of(() => (agent) => agent.listEventForms(at()))],
  ['createEventForm', eventManagers, of(() => (agent) => agent.createEventForm({ ...at(), form: asked }))],
  [
    'updateEventForm',
    eventManagers,
    onForm((agent, formId) => agent.updateEventForm({ ...at(), formId, form: { title: 'x' } })),
  ],
  ['getForm', everybody, onForm((agent, id) => agent.getForm({ id }))],
  ['submitFormResponse', signedIn, onForm(submit)],
  [
    'submitFormResponse without a name',
    everybody,
    onForm(submit, { allowAnonymous: true, collectGuestDetails: false }),
  ],
  ['listFormResponses', eventManagers, onForm((agent, formId) => agent.listFormResponses({ formId }))],
  ['invite', managers, of(() => (agent) => agent.invite({ ...at(), email: mailed() }))],
  ['previewInvites', managers, of(() => (agent) => agent.previewInvites({ ...at(), emails: [] }))],
  ['inviteBatch', managers, of(() => (agent) => agent.inviteBatch({ ...at(), invites: [] }))],
  ['listInvites', managers, of(() => (agent) => agent.listInvites(at()))],
  [
    'revokeInvite',
    managers,
    async () => {
      const inviteId = await invite()
      return (agent) => agent.revokeInvite({ ...at(), inviteId })
    },
  ],
  ['listPendingInvites', school, of(() => (agent) => agent.listPendingInvites())],
  [
    "acceptInvite of somebody else's",
    [],
    async () => {
      const inviteId = await invite()
      return (agent) => agent.acceptInvite({ inviteId })
    },
  ],
  [
    "declineInvite of somebody else's",
    [],
    async () => {
      const inviteId = await invite()
      return (agent) => agent.declineInvite({ inviteId })
    },
  ],
]

const cases = rows.flatMap(([name, allowed, make]) =>
  actors.map((who) => ({ name, who, may: allowed.includes(who), make })),
)

describe('the right to', () => {
  // rules/messages 1, rules/messages 19
  it.each(cases)('$name of $who: $may', async ({ who, may, make }) => {
    const attempt = await make()
    const { status, body } = await attempt(agents[who])
    const refusal = who === 'none' ? 401 : 403
    if (may) expect(status, JSON.stringify(body)).toBeLessThan(300)
    else expect(status, JSON.stringify(body)).toBe(refusal)
  })

  // rules/messages 11
  it('people of another school cannot use any operation', async () => {
    const messageId = await post('public')
    const { _id: formId } = await makeForm()
    const elsewhere = agents.root.on(w.sister)
    await elsewhere.joinTenant()
    const replies = await Promise.all([
      elsewhere.listMessages(at()),
      elsewhere.getMessage({ ...at(), messageId }),
      elsewhere.getForm({ id: formId }),
      elsewhere.listFormResponses({ formId }),
      elsewhere.listInvites(at()),
    ])
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })
})
