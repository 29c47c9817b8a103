import { jobAssignment } from '../../functions/jobs/repository.ts'
import { another, type Staged } from '../agendas/events.ts'
import type { Reply } from '../support/agent.ts'
import type { Person } from '../support/people.ts'

type At = { readonly orgId: string; readonly eventId: string }

let names = 0

/** What tests of jobs do again and again, in the name of the owner of the organization. */
export const workOf = (s: Staged) => {
  const owner = s.club.owner.device
  const jobIn = async (at: At, more: object = {}): Promise<string> => {
    const { status, body } = await owner.createEventJob({ ...at, name: 'Usher', ...more })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.data.role._id
  }
  const assign = (at: At, roleId: string, { user }: Person, more: object = {}): Promise<Reply> =>
    owner.createAssignment({ ...at, roleId, memberId: user._id, ...more })
  const assigned = async (at: At, roleId: string, person: Person, more: object = {}): Promise<string> => {
    const { status, body } = await assign(at, roleId, person, more)
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.data.assignment._id
  }
  const rolesOf = async (at: At) => (await owner.listEventJobs(at)).body.data.roles
  const filled = async (at: At): Promise<number> => (await rolesOf(at))[0].filledCount
  const member = (): Promise<Person> => {
    names += 1
    return another(s, `worker${names}`)
  }
  const leaves = async ({ device }: Person): Promise<void> => {
    const { status, body } = await device.leaveOrganization({ orgId: s.club.orgId })
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
  const assignmentsOf = async (eventId: string) => {
    const page = { keyParams: { eventId }, limit: 300, strong: true }
    return (await s.w.table().list(jobAssignment, page)).items
  }
  return { leaves, assignmentsOf, owner, jobIn, assign, assigned, rolesOf, filled, member }
}
export type Work = ReturnType<typeof workOf>

/** A shift on the first of April, from hour to hour. */
export const shift = (from: number, to: number) => ({
  shiftStart: `2026-04-01T${String(from).padStart(2, '0')}:00:00.000Z`,
  shiftEnd: `2026-04-01T${String(to).padStart(2, '0')}:00:00.000Z`,
})
