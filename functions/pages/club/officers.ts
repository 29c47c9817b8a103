import type { Answer } from '../call.ts'
import { roleTags } from '../club-dashboard/people.ts'
import { face, type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'

type Own = Answer<'organizations', 'getOrganizationByName'>
type Member = Own['members'][number]

/** The operation shows this many of the newest members. With fewer, it has shown all of them. */
const mostShown = 50

const rolesOf = ({ roles }: Member): string[] => roles.filter((name) => name !== 'member')

/** Whether a person is known to have a role besides that of a member. */
export const isOfficer = ({ members }: Own, userId: string): boolean =>
  members.some((member) => member.user_id._id === userId && rolesOf(member).length > 0)

/** The people with a role, highest first. None where an older member with a role might be missing. */
export const officers = ({ members, overview }: Own): Html | string => {
  const withRole = members.filter((member) => rolesOf(member).length > 0)
  if (withRole.length === 0 || members.length >= mostShown) return ''
  const { positions } = overview
  const rankOf = ({ role }: Member): number => positions.findIndex(({ name }) => name === role)
  const sorted = [...withRole].sort((a, b) => rankOf(a) - rankOf(b))
  return html`<section class="card stack" aria-labelledby="officers"><h2 id="officers">${t('Who runs the club')}</h2><ul class="list">${sorted.map((member) => html`<li>${face(member.user_id.name, member.user_id.picture)}<div class="stack-s"><h3><bdi>${member.user_id.name}</bdi></h3>${roleTags(positions, rolesOf(member))}</div></li>`)}</ul></section>`
}
