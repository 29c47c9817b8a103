import { type Person, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { approvalCampus, assigned, flowIs } from './campus.ts'

/** People with every kind of standing, and a flow that asks some of them. */
export const approvalCast = async () => {
  const campus = await approvalCampus(
    ['safety officer', 'facilities manager', 'department head', 'observer'].slice(0, 3),
  )
  const { w, dean, c, root } = campus
  const { body } = await dean.device.createDomain({ name: 'Halls', type: 'facility' })
  const domainId: string = body.data._id
  const role = { stakeholderType: 'approver', domainId }
  await dean.device.createStakeholderRole({
    ...role,
    stakeholderId: 'observer',
    stakeholderName: 'Observer',
    permissions: ['view_events'],
  })
  await dean.device.createStakeholderRole({ ...role, stakeholderId: 'usher', stakeholderName: 'Usher' })
  const observer = await registered(w, 'observer', { username: 'observer' })
  await assigned(dean, 'observer', observer)
  const usher = await registered(w, 'usher', { username: 'usher' })
  await assigned(dean, 'usher', usher)
  const unlucky = await registered(w, 'unlucky', { username: 'unlucky' })
  await assigned(dean, 'safety officer', unlucky)
  await dean.device.unassignStakeholderRole({ id: 'safety officer', userId: unlucky.user._id })
  const guild = await founded(root, { org_name: 'Guild' })
  const guildsman = await joined(guild, await registered(w, 'guild', { username: 'guild' }))
  await root.device.createRole({
    orgId: guild.orgId,
    name: 'judge',
    displayName: 'Judge',
    permissions: ['approve_events'],
  })
  const judge = await joined(guild, await registered(w, 'judge', { username: 'judge' }), ['judge'])
  await flowIs(
    dean,
    { role: 'safety officer' },
    { role: 'observer' },
    { role: 'usher' },
    { orgId: guild.orgId },
    { role: 'department head', stage: 1 },
    { role: 'facilities manager', kind: 'acknowledger' },
  )
  const people: Readonly<Record<string, Person>> = {
    safety: campus.holder('safety officer'),
    facilities: campus.holder('facilities manager'),
    head: campus.holder('department head'),
    observer,
    usher,
    unlucky,
    guildsman,
    judge,
    dean,
    owner: c.owner,
    officer: c.officer,
    member: c.member,
    outsider: c.outsider,
  }

  const who = (name: string): Person => {
    const person = people[name]
    if (!person) throw new Error(`there is no ${name}`)
    return person
  }
  return { campus, domainId, who }
}
export type ApprovalCast = Awaited<ReturnType<typeof approvalCast>>
