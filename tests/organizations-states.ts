import { routes } from '../functions/routes.ts'
import { Failure } from '../lib/contract/failure.ts'
import { routesOf } from '../lib/contract/match.ts'
import { admit } from '../lib/http/access.ts'
import type { Caller } from '../lib/identity/caller.ts'
import { organization } from '../lib/identity/org-records.ts'
import { standingOf } from '../lib/identity/organizations.ts'
import { hosted } from './attendance-events.ts'
import { asAdmin } from './inboxes.ts'
import { type Person, registered } from './people.ts'
import { founded } from './societies.ts'
import { type World, world } from './world.ts'

export const states = ['active', 'sunset', 'inactive', 'pending', 'pending, all allowed'] as const
export type State = (typeof states)[number]

type Reply = {
  readonly status: number
  readonly body: { code?: string; message?: string } & Record<string, never>
}
type Scene = {
  readonly orgId: string
  readonly eventId: string
  readonly applicationId: string
  readonly inviteId: string
  readonly budgetId: string
  readonly messageId: string
}

const cast = [
  'owner',
  'applicant',
  'invited',
  'drafted',
  'stranger',
  'fan',
  'visitor',
  'loyal',
  'tired',
] as const
type Cast = Readonly<Record<(typeof cast)[number], Person>> & { readonly dean: Person }

const done = <R extends { status: number; body: unknown }>(reply: R): R => {
  if (reply.status >= 300) throw new Error(JSON.stringify(reply.body))
  return reply
}

/** An active organization in which something of everything stands. */
const staged = async (w: World, people: Cast): Promise<Scene> => {
  const { owner, applicant, invited, loyal, tired, drafted } = people
  const { orgId } = await founded(owner)
  for (const person of [loyal, tired]) done(await person.device.applyToOrganization({ orgId }))
  await w.table().update(organization, { orgId }, { set: { requireApprovalForJoin: true } })
  done(await applicant.device.applyToOrganization({ orgId }))
  const { body: applications } = await owner.device.listApplications({ orgId, status: 'pending' })
  const invite = done(await owner.device.invite({ orgId, email: invited.email }))
  const budget = done(
    await owner.device.createBudget({ orgId, templateKey: 'annual_club', fiscalYear: '2031' }),
  )
  const message = done(await owner.device.postMessage({ orgId, content: 'We meet on Monday as ever.' }))
  const { eventId } = await hosted(w, orgId)
  done(await drafted.device.validateToken())
  return {
    orgId,
    eventId,
    applicationId: applications.applications[0]._id,
    inviteId: invite.body.data.inviteId,
    budgetId: budget.body.data._id,
    messageId: message.body.data._id,
  }
}

/** What people do about an organization, in this order. */
export const deeds: Readonly<Record<string, (people: Cast, scene: Scene) => Promise<unknown>>> = {
  applyToOrganization: ({ stranger }, { orgId }) => stranger.device.applyToOrganization({ orgId }),
  followOrganization: ({ fan }, { orgId }) => fan.device.followOrganization({ orgId }),
  invite: ({ owner, visitor }, { orgId }) => owner.device.invite({ orgId, email: visitor.email }),
  acceptInvite: ({ invited }, { inviteId }) => invited.device.acceptInvite({ inviteId }),
  assignOrgRole: ({ owner, drafted }, { orgId }) =>
    owner.device.assignOrgRole({ orgId, userId: drafted.user._id, role: 'member' }),
  addManagedMember: ({ dean, fan }, { orgId }) =>
    dean.device.addManagedMember({ orgId, userId: fan.user._id, role: 'member' }),
  approveApplication: ({ owner }, { orgId, applicationId }) =>
    owner.device.approveApplication({ orgId, applicationId }),
  createRole: ({ owner }, { orgId }) =>
    owner.device.createRole({ orgId, name: 'host', displayName: 'Host', permissions: ['view_events'] }),
  postMessage: ({ owner }, { orgId }) =>
    owner.device.postMessage({ orgId, content: 'We meet on Tuesday this time.' }),
  replyToMessage: ({ loyal }, { orgId, messageId }) =>
    loyal.device.replyToMessage({ orgId, messageId, content: 'I will be there.' }),
  createBudget: ({ owner }, { orgId }) =>
    owner.device.createBudget({ orgId, templateKey: 'annual_club', fiscalYear: '2032' }),
  updateBudget: ({ owner }, { orgId, budgetId }) =>
    owner.device.updateBudget({ orgId, budgetId, title: 'Another title' }),
  createEventTemplate: ({ owner }, { orgId }) =>
    owner.device.createEventTemplate({ orgId, name: 'Evening', templateData: { type: 'Social' } }),
  registerForEvent: ({ visitor }, { eventId }) => visitor.device.registerForEvent({ event_id: eventId }),
  deleteRole: ({ owner }, { orgId }) => owner.device.deleteRole({ orgId, roleName: 'officer' }),
  deleteMessage: ({ owner }, { orgId, messageId }) => owner.device.deleteMessage({ orgId, messageId }),
  removeOrgMember: ({ owner, loyal }, { orgId }) =>
    owner.device.removeOrgMember({ orgId, userId: loyal.user._id }),
  leaveOrganization: ({ tired }, { orgId }) => tired.device.leaveOrganization({ orgId }),
}

const enter = async (w: World, { dean }: Cast, orgId: string, state: State): Promise<void> => {
  const move = (lifecycleStatus: string) => dean.device.moveManagedOrganization({ orgId, lifecycleStatus })
  if (state === 'sunset' || state === 'inactive') done(await move('sunset'))
  if (state === 'inactive') done(await move('inactive'))
  if (!state.startsWith('pending')) return
  await w.table().update(organization, { orgId }, { set: { approvalStatus: 'pending' } })
  const allowedActions = ['view_page', 'edit_profile']
  if (state !== 'pending') allowedActions.push('manage_members', 'create_events', 'post_messages')
  done(await dean.device.updateManagementConfig({ orgApproval: { pendingOrgLimits: { allowedActions } } }))
}

/** What the platform answers to each deed in each state. */
export const answers = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  const made = await Promise.all(cast.map(async (name) => [name, await registered(w, name)] as const))
  const people = { ...Object.fromEntries(made), dean: await asAdmin(w) } as Cast
  const found = new Map<string, string[]>(Object.keys(deeds).map((name) => [name, []]))
  for (const state of states) {
    const scene = await staged(w, people)
    await enter(w, people, scene.orgId, state)
    for (const [name, deed] of Object.entries(deeds)) {
      const { status, body } = (await deed(people, scene)) as Reply
      found.get(name)?.push(status < 300 ? 'yes' : (body.code ?? `${status} ${body.message}`))
    }
  }
  return found
}

const life = ['active', 'sunset', 'inactive'] as const

/** Whether the pipeline lets somebody with every right into an operation of an organization that stands like that. */
const lets = (row: Parameters<typeof admit>[0], dormant: boolean): string => {
  const roles = { orgId: 'any', owner: 'me', roles: [], version: 1, ...(dormant ? { dormant } : {}) }
  const caller: Caller = {
    globalUserId: 'me',
    tenantUserId: 'me',
    roles: [],
    authority: [],
    platformRoles: [],
    communities: [],
    via: 'bearer',
  }
  try {
    admit(row, undefined, { ...caller, org: standingOf(caller, roles, undefined) })
    return 'yes'
  } catch (error) {
    if (error instanceof Failure) return error.kind.code ?? String(error.kind.status)
    throw error
  }
}

/** Every operation that changes something of an organization by a standing in it. */
export const doors = (): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...routesOf(routes)]
      .flatMap(({ row, path, operation }) =>
        path === row.path && typeof row.access === 'object' && row.method !== 'GET'
          ? [[operation, life.map((state) => lets(row, state === 'inactive'))] as const]
          : [],
      )
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

const table = (head: readonly string[], rows: ReadonlyMap<string, readonly string[]>): string =>
  [
    `| operation | ${head.join(' | ')} |`,
    `|---|${head.map(() => '---|').join('')}`,
    ...[...rows].map(([name, cells]) => `| \`${name}\` | ${cells.join(' | ')} |`),
  ].join('\n')

export const rendered = async (): Promise<string> =>
  [
    '### Deeds, as the platform answers them',
    '',
    table(states, await answers()),
    '',
    '### Doors: every operation that changes something by a standing in the organization',
    '',
    table(life, doors()),
  ].join('\n')
