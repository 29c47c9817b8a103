import { admins } from '../support/administrators.ts'
import type { Reply } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, joined, type Society } from '../support/societies.ts'
import type { World } from '../support/world.ts'

/** One line of a budget as clients read it. */
export const lineIn = ({ body }: Reply, key: string) =>
  body.data.lineItems.find((line: { key: string }) => line.key === key)

let clubs = 0

/** An organization with a treasurer, who manages its finances, and an auditor, who only looks at them. */
export const financed = async (w: World) => {
  clubs += 1
  const named = (who: string): Promise<Person> =>
    registered(w, `${who}${clubs}`, { username: `${who}${clubs}` })
  const custom_roles = JSON.stringify([
    { name: 'treasurer', displayName: 'Treasurer', permissions: ['manage_finances'] },
    { name: 'auditor', displayName: 'Auditor', permissions: ['view_finances'] },
    { name: 'judge', displayName: 'Judge', permissions: ['approve_events'] },
  ])
  const club: Society = await founded(await named('owner'), { custom_roles })
  const [treasurer, auditor, judge, member, outsider] = [
    await joined(club, await named('treasurer'), ['treasurer']),
    await joined(club, await named('auditor'), ['auditor']),
    await joined(club, await named('judge'), ['judge']),
    await joined(club, await named('member')),
    await named('outsider'),
  ]
  return { ...club, treasurer, auditor, judge, member, outsider }
}

export type Financed = Awaited<ReturnType<typeof financed>>
export type Named = { readonly orgId: string; readonly budgetId: string }

/** Beyond any year that a test names: how many drafts were made before depends on the files that ran in this process. */
let years = 3000

/** A draft of the treasurer's, for a year of its own. */
export const drafted = async ({ orgId, treasurer }: Financed, more: object = {}): Promise<Named> => {
  years += 1
  const sent = { orgId, templateKey: 'annual_club', fiscalYear: String(years), ...more }
  const { status, body } = await treasurer.device.createBudget(sent)
  if (status !== 201) throw new Error(`no budget: ${JSON.stringify(body)}`)
  return { orgId, budgetId: body.data._id }
}

/** A draft that was handed in; 1200.50 are asked for. */
export const submitted = async (club: Financed): Promise<Named> => {
  const named = await drafted(club)
  const { device } = club.treasurer
  await device.updateBudget({ ...named, lineItems: [{ key: 'operating', amount: 1200.5 }] })
  const { status, body } = await device.submitBudget(named)
  if (status !== 200) throw new Error(`not submitted: ${JSON.stringify(body)}`)
  return named
}

export const officer = { stageKey: 'officer' }
export const office = { stageKey: 'finance_office' }

/** A budget that waits for the school. */
export const forwarded = async (club: Financed): Promise<Named> => {
  const named = await submitted(club)
  const { status, body } = await club.owner.device.approveBudgetStage({ ...named, ...officer })
  if (status !== 200) throw new Error(`not approved: ${JSON.stringify(body)}`)
  return named
}

/** A school with administrators and one such organization. */
export const treasury = async () => {
  const { w, root, dean } = await admins()
  return { w, root, dean, club: await financed(w) }
}
