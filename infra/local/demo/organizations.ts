import { contract as organizations } from '../../../functions/organizations/contract.ts'
import { operations as organizationOperations } from '../../../functions/organizations/operations.ts'
import { contract as planning } from '../../../functions/planning/contract.ts'
import { operations as planningOperations } from '../../../functions/planning/operations.ts'
import { serve } from '../../../lib/http/serve.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { dayAfter } from '../../../lib/zones.ts'
import { call, type Door, fixedIds } from './calls.ts'

const organizationsDoor: Door = (runtime) => serve(organizations, organizationOperations, runtime)
const planningDoor: Door = (runtime) => serve(planning, planningOperations, runtime)

/** Whose club it is. */
type Founder = { readonly runtime: Runtime; readonly tenant: string; readonly token: string }

/** Ids of which the first is known to samples. */
const startingWith = (first: string): (() => string) => {
  const further = fixedIds(first)
  let known: string | undefined = first
  return () => {
    const id = known ?? further()
    known = undefined
    return id
  }
}

const made = async (
  { runtime, tenant, token }: Founder,
  door: Door,
  path: string,
  first: string,
  body: object,
) => {
  const asked = { door, tenant, path, body, token }
  const { statusCode, body: reply } = await call({ ...runtime, newId: startingWith(first) }, asked)
  if (statusCode >= 300) throw new Error(`the demo campus: ${path} answered ${statusCode} ${reply.message}`)
}

const club = {
  org_name: 'Chess Club',
  org_description: 'We play on Thursdays',
  weekly_meeting: 'Thursdays at six, room 101',
}

/** Events in several states; `days` from the day of the first start, at six in the evening of the school. */
const evenings = [
  { id: 'demo-event', days: 3, name: 'Chess night', type: 'Social', maxAttendees: 20 },
  { id: 'demo-event-meeting', days: 7, name: 'Club meeting', type: 'Meeting', visibility: 'members_only' },
  {
    id: 'demo-event-pending',
    days: 14,
    name: 'Simultaneous exhibition',
    type: 'Performance',
    requiresApproval: true,
  },
  { id: 'demo-event-draft', days: 30, name: 'Spring tournament', type: 'Competition', asDraft: true },
] as const

/** A club with names and ids that samples know, and its events: one to come, one for members, one that waits, a draft. */
export const foundClub = async (founder: Founder): Promise<void> => {
  await made(founder, organizationsDoor, '/create-org', 'demo-org-chess', club)
  const today = founder.runtime.now().toISOString().slice(0, 10)
  for (const { id, days, ...evening } of evenings) {
    await made(founder, planningDoor, '/create-event', id, {
      visibility: 'public',
      ...evening,
      orgId: 'demo-org-chess',
      location: 'Room 101',
      expectedAttendance: 20,
      start_time: `${dayAfter(today, { days })}T18:00`,
      end_time: `${dayAfter(today, { days })}T20:00`,
    })
  }
}
