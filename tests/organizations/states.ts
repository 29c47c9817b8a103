import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { eventCard } from '../../functions/events/index.ts'
import { managementConfig } from '../../functions/policies/index.ts'
import { orgRoles } from '../../lib/identity/org/organizations.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { rowsOf } from '../security/rows.ts'
import { handlerFor } from '../support/handlers.ts'
import { type Campus, prepare, type Sample } from '../support/replay.ts'
import { noteRefusal } from '../support/setup/refusals.ts'
import { founded } from '../support/societies.ts'
import { rewindTo } from '../support/table/rewind.ts'
import type { World } from '../support/world.ts'

/** Where organizations stand: in their life, with the school that approves them, or gone. */
export const states = [
  'active',
  'sunset',
  'inactive',
  'pending',
  'pending, all allowed',
  'pending, inactive',
  'deleted',
] as const
export type State = (typeof states)[number]

type Life = Pick<Organization, 'lifecycleStatus' | 'approvalStatus'>
const lives: Readonly<Record<State, Life>> = {
  active: { lifecycleStatus: 'active', approvalStatus: 'approved' },
  sunset: { lifecycleStatus: 'sunset', approvalStatus: 'approved' },
  inactive: { lifecycleStatus: 'inactive', approvalStatus: 'approved' },
  pending: { lifecycleStatus: 'active', approvalStatus: 'pending' },
  'pending, all allowed': { lifecycleStatus: 'active', approvalStatus: 'pending' },
  'pending, inactive': { lifecycleStatus: 'inactive', approvalStatus: 'pending' },
  deleted: { lifecycleStatus: 'active', approvalStatus: 'approved' },
}

const idsOf = async (w: World, entity: string, field: string): Promise<readonly string[]> =>
  (await rowsOf(w)).filter((row) => row.entity === entity).map((row) => String(row[field]))

/** Where the sample is about an event of somebody's own, the event becomes one of an organization of theirs. */
const underRoof = async ({ w, ada }: Campus): Promise<void> => {
  if ((await idsOf(w, 'Organization', 'orgId')).length > 0) return
  const user = { _id: ada.id, username: 'ada', name: 'ada', globalUserId: ada.globalUserId }
  const { orgId, name } = await founded({ device: ada.agent, user, email: ada.email })
  const hosting = { hostingType: 'Org', hostingId: orgId, host: { name } } as const
  for (const eventId of await idsOf(w, 'EventCard', 'eventId')) {
    const card = await w.table().get(eventCard, { eventId }, { strong: true })
    if (card) await w.table().put(eventCard, { ...card, ...hosting })
  }
}

const allowed = ['view_page', 'edit_profile', 'manage_members', 'create_events', 'post_messages']

/** Brings every organization of a world into a state. */
const enter = async (w: World, state: State): Promise<void> => {
  const life = lives[state]
  const gone = state === 'deleted' ? { deletedAt: w.clock.now().toISOString() } : {}
  const dormant = life.lifecycleStatus === 'inactive'
  for (const orgId of await idsOf(w, 'Organization', 'orgId')) {
    await w.table().update(organization, { orgId }, { set: { ...life, ...gone } }, { exists: true })
    await w.table().update(orgRoles, { orgId }, { set: { dormant, ...gone } }, { exists: true })
  }
  if (state !== 'pending, all allowed') return
  const orgApproval = { pendingOrgLimits: { allowedActions: allowed } }
  const found = await w.table().get(managementConfig, {}, { strong: true })
  await w.table().put(managementConfig, { version: 1, ...found, orgApproval })
}

/** A form that names no organization gets one, as the host of what it makes. */
const hostedForm = async (invocation: APIGatewayProxyEventV2, w: World): Promise<APIGatewayProxyEventV2> => {
  const boundary = /^multipart.*boundary=(.+)$/.exec(invocation.headers['content-type'] ?? '')?.[1]
  const [orgId] = await idsOf(w, 'Organization', 'orgId')
  const encoding = invocation.isBase64Encoded ? 'base64' : 'utf8'
  const text = Buffer.from(invocation.body ?? '', encoding).toString('latin1')
  if (!boundary || !text.includes('name="start_time"')) return invocation
  const field = (name: string, value = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const hosted = text.replace(/name="hostingType"\r\n\r\n\w+/, 'name="hostingType"\r\n\r\nOrg')
  const body = `${field('hostingId', orgId)}${hosted}`
  return { ...invocation, isBase64Encoded: true, body: Buffer.from(body, 'latin1').toString('base64') }
}

const cellOf = (status: number, body: string): string => {
  if (status < 400) return 'yes'
  const { code, message } = JSON.parse(body) as { code?: string; message?: string }
  return code ?? `${status} ${message}`
}

type Cells = readonly string[]

/** What the platform answers to one operation in each state. */
export const answersTo = async (sample: Sample): Promise<Cells> => {
  const { place, invocation: given } = await prepare(sample)
  const { w } = place
  await underRoof(place)
  const invocation = await hostedForm(given, w)
  Object.assign(w.runtime.gateways.media, { remove: async () => undefined })
  const rewind = await rewindTo(w)
  const handler = await handlerFor(sample.contract, w.runtime)
  const answer = async (state: State): Promise<string> => {
    await enter(w, state)
    const { statusCode, headers, body = '' } = await handler(structuredClone(invocation))
    noteRefusal(sample.contract.domain, statusCode, headers['x-error-code'])
    await rewind()
    return cellOf(statusCode, body)
  }
  const cells: string[] = []
  for (const state of states) cells.push(await answer(state))
  return cells
}

export const rowFor = (operation: string, cells: Cells): string =>
  `| \`${operation}\` | ${cells.join(' | ')} |`

export const head = [`| operation | ${states.join(' | ')} |`, `|---|${states.map(() => '---|').join('')}`]
