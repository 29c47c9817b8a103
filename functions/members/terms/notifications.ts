import type { OrgMember } from '../../../lib/identity/org/organizations.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import type { Write } from '../../../lib/table/write.ts'

type World = { now(): Date; newId(): string }

/** One word to the member and one to the owner and whoever else manages members, once for each end of a term. */
const tellAll =
  (templates: { readonly member: string; readonly managers: string }) =>
  (
    world: World,
    orgName: string,
    { orgId, userId, name, username, status, roleTermEnd = '' }: OrgMember,
    given: Readonly<Record<string, string>>,
  ): Write[] => {
    const said = Object.entries({ ...given, orgName, memberName: name || username })
    const params = Object.fromEntries(said.filter(([, text]) => text !== ''))
    const of = { cause: `${orgId}.${userId}#${roleTermEnd}`, params, metadata: { orgId } }
    if (status !== 'active') return []
    return [
      notificationDue(world, { ...of, template: templates.member, to: { kind: 'users', ids: [userId] } }),
      notificationDue(world, {
        ...of,
        template: templates.managers,
        to: { kind: 'permission', orgId, permission: 'manage_members', except: userId },
      }),
    ]
  }

/** A term is about to end: `when`, and who has its roles then. */
export const termEnding = tellAll({ member: 'org_term_ending', managers: 'org_term_ending_of' })

/** A term has ended: which roles went, and which are `left`. */
export const termEnded = tellAll({ member: 'org_term_ended', managers: 'org_term_ended_of' })
