import { dice } from './dice.ts'
import type { Campus, Step } from './history.ts'
import { groups, lines, topics } from './names.ts'
import type { Person } from './requests.ts'

/** An organization, as far as the generator has created it. */
export type Club = {
  readonly number: number
  readonly name: string
  readonly owner: Person
  readonly officer: Person | undefined
  readonly members: readonly Person[]
  readonly asksToJoin: boolean
  orgId: string
}

/** Organizations differ: most are small, some are large. */
const sizeOf = (roll: number, people: number): number => Math.min(people - 1, 3 + Math.floor(24 * roll ** 3))

const nameOf = (number: number): string => {
  const round = Math.floor(number / topics.length)
  const group = groups[(number + round) % groups.length] ?? ''
  const again = Math.floor(round / groups.length)
  return `${topics[number % topics.length]} ${group}${again > 0 ? ` ${again + 1}` : ''}`
}

export const inventClub = (seed: string, number: number, people: readonly Person[]): Club => {
  const die = dice(`${seed} club ${number}`)
  const [owner, ...members] = die.some(people, 1 + sizeOf(die.roll(), people.length)) as [Person, ...Person[]]
  const officer = members[0]
  return { number, name: nameOf(number), owner, officer, members, asksToJoin: die.chance(0.2), orgId: '' }
}

const joining = ({ at }: Campus, seed: string, club: Club): Step[] => {
  const { number, members, owner, asksToJoin, officer } = club
  const day = -48 + (number % 2)
  const joined = asksToJoin ? 'applications' : 'memberships'
  const joins = members.map(
    (member, nth): Step => ({
      at: at(day, 10 + (nth % 3)),
      label: `club ${number} member ${nth}`,
      act: async (ask) => void (await ask(member, `POST /${club.orgId}/apply-to-org`, {}, joined)),
    }),
  )
  const decide: Step = {
    at: at(day, 13),
    label: `club ${number} applications`,
    async act(ask) {
      const { applications } = await ask(owner, `GET /org-roles/${club.orgId}/applications?status=pending`)
      const waiting: { _id: string; user_id: { _id: string } }[] = applications
      const applicationsPath = `/org-roles/${club.orgId}/applications`
      for (const { _id, user_id } of waiting) {
        const isOfficer = user_id._id === officer?.userId
        const nth = members.findIndex(({ userId }) => userId === user_id._id)
        const lot = dice(`${seed} club ${number} applicant ${nth}`)
        if (isOfficer || lot.chance(0.7))
          await ask(owner, `POST ${applicationsPath}/${_id}/approve`, { role: 'member' }, 'memberships')
        else if (lot.chance(0.5))
          await ask(owner, `POST ${applicationsPath}/${_id}/reject`, { reason: 'We are full' })
      }
    },
  }
  const promoteOfficer: Step = {
    at: at(day, 14),
    label: `club ${number} officer`,
    async act(ask) {
      if (officer)
        await ask(owner, `POST /org-roles/${club.orgId}/members/${officer.userId}/role`, { role: 'officer' })
    },
  }
  return [...joins, ...(asksToJoin ? [decide] : []), promoteOfficer]
}

const talking = ({ at, people }: Campus, club: Club, die: ReturnType<typeof dice>): Step[] => {
  const { number, owner, officer } = club
  const followers = die.some(
    people.filter((one) => one !== owner && !club.members.includes(one)),
    die.between(0, 4),
  )
  const follows = followers.map(
    (one, nth): Step => ({
      at: at(-42, 10),
      label: `club ${number} follower ${nth}`,
      act: async (ask) => void (await ask(one, `POST /follow-org/${club.orgId}`, {}, 'followers')),
    }),
  )
  const messages = Array.from({ length: die.between(1, 4) }, (_, nth): Step => {
    const content = die.pick(lines)
    const visibility = die.pick(['public', 'members_and_followers', 'members_only'])
    const answers = die.chance(0.5)
    return {
      at: at(-40 + nth * 9, 17),
      label: `club ${number} message ${nth}`,
      async act(ask) {
        const messages = `/org-messages/${club.orgId}/messages`
        const writer = nth % 2 && officer ? officer : owner
        const { data } = await ask(writer, `POST ${messages}`, { content, visibility }, 'messages')
        if (!answers || !officer) return
        await ask(officer, `POST ${messages}/${data._id}/like`, { liked: true }, 'likes')
        await ask(owner, `POST ${messages}/${data._id}/reply`, { content: 'Count me in.' }, 'replies')
      },
    }
  })
  return [...follows, ...messages]
}

const dealing = (campus: Campus, club: Club, die: ReturnType<typeof dice>): Step[] => {
  const { at, dean } = campus
  const { number, owner, officer } = club
  const answer = die.pick(['approved', 'approved', 'rejected', 'under_review', undefined] as const)
  const tier = die.pick(['basic', 'premium', 'gold'])
  const steps: Step[] = []
  if (die.chance(0.4))
    steps.push({
      at: at(-30, 11),
      label: `club ${number} verification`,
      async act(ask) {
        const wanted = { orgId: club.orgId, requestType: 'verification', verificationType: tier }
        const requests = '/org-management/verification-requests'
        const { data } = await ask(owner, `POST ${requests}`, wanted, 'verification requests')
        if (answer) await ask(dean, `PUT ${requests}/${data._id}`, { status: answer, reviewNotes: 'Seen.' })
      },
    })
  if (officer && die.chance(0.3)) steps.push(budgeting(campus, club, officer, die))
  if (die.chance(0.25))
    steps.push({
      at: at(-35, 12),
      label: `club ${number} form`,
      async act(ask) {
        const questions = [
          { type: 'short', question: 'What do you hope to find here?', required: true },
          { type: 'multiple_choice', question: 'How often can you come?', options: ['Weekly', 'Monthly'] },
        ]
        await ask(
          owner,
          `POST /${club.orgId}/forms`,
          { form: { title: `About ${club.name}`, questions } },
          'forms',
        )
      },
    })
  if (die.chance(0.03))
    steps.push({
      at: at(0, 0),
      label: `club ${number} sunset`,
      act: async (ask) =>
        void (await ask(owner, `PATCH /org-roles/${club.orgId}/lifecycle`, { lifecycleStatus: 'sunset' })),
    })
  return steps
}

/** A treasurer submits a budget, and owner and school approve it, or have not yet. */
const budgeting = (
  { at, dean }: Campus,
  club: Club,
  treasurer: Person,
  die: ReturnType<typeof dice>,
): Step => {
  const stages = die.between(0, 3)
  const amount = die.between(2, 60) * 50
  return {
    at: at(-20, 15),
    label: `club ${club.number} budget`,
    async act(ask) {
      const { orgId, owner } = club
      const role = { name: 'treasurer', displayName: 'Treasurer', permissions: ['manage_finances'] }
      await ask(owner, `POST /org-roles/${orgId}/roles`, role)
      const officerRoles = { roles: ['officer', 'treasurer'] }
      await ask(owner, `POST /org-roles/${orgId}/members/${treasurer.userId}/role`, officerRoles)
      const template = { templateKey: 'annual_club' }
      const { data } = await ask(treasurer, `POST /org-budgets/${orgId}/budgets`, template, 'budgets')
      const budget = `/org-budgets/${orgId}/budgets/${data._id}`
      const lineItems = [
        { key: 'operating', amount },
        { key: 'summary', textValue: 'Two boards, one clock and snacks' },
      ]
      await ask(treasurer, `PATCH ${budget}`, { lineItems })
      if (stages > 0) await ask(treasurer, `POST ${budget}/submit`)
      if (stages > 1) await ask(owner, `PUT ${budget}/stages/officer/approve`)
      const office = `/org-management/organizations/${orgId}/budgets/${data._id}/stages/finance_office`
      if (stages > 2) await ask(dean, `PUT ${office}/approve`)
    },
  }
}

/** An organization's actions over the weeks, starting with its creation. */
export const stepsOfClub = (campus: Campus, seed: string, club: Club): Step[] => {
  const die = dice(`${seed} club ${club.number} life`)
  const found: Step = {
    at: campus.at(-50 + (club.number % 2), 9),
    label: `club ${club.number}`,
    async act(ask) {
      const wanted = {
        org_name: club.name,
        org_description: `Everybody who likes ${club.name.split(' ')[0]?.toLowerCase()} is welcome.`,
        weekly_meeting: 'Thursdays at six',
        requireApprovalForJoin: club.asksToJoin,
      }
      const { org } = await ask(club.owner, 'POST /create-org', wanted, 'organizations')
      club.orgId = org._id
      return club.orgId
    },
    restore(id) {
      club.orgId = id
    },
  }
  return [found, ...joining(campus, seed, club), ...talking(campus, club, die), ...dealing(campus, club, die)]
}
