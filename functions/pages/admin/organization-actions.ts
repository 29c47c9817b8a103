import { call, type FormAction, type FormInput, operation } from '../call.ts'
import { pickedIn } from '../layout/table.ts'
import { deciding } from '../mine/decisions.ts'
import type { AreaAction } from './admin.ts'

const lifecycle = (lifecycleStatus: 'active' | 'sunset' | 'inactive') =>
  operation('management', 'moveManagedOrganization', ({ id = '', reason = '' }: FormInput) => ({
    orgId: id,
    lifecycleStatus,
    reason,
  }))

const approve = deciding(
  operation('management', 'approveManagedOrganization', ({ id = '' }: FormInput) => ({ orgId: id })),
)

/** Approves each selected club in turn, and stops at the first refusal. */
const approvePicked: FormAction = async (input, context) => {
  const picked = pickedIn(input)
  const first = await approve({ ...input, id: picked[0] }, context)
  if (!first.ok) return first
  for (const id of picked.slice(1)) {
    const result = await approve({ ...input, id }, context)
    if (!result.ok) return result
  }
  return first
}

const edit: FormAction = async ({ id = '', name, description, notes, verified }, context) => {
  const renamed = await call(context, 'management', 'editManagedOrganization', {
    orgId: id,
    name,
    description,
  })
  if (!renamed.ok) return renamed
  return call(context, 'management', 'changeManagedOrganization', {
    orgId: id,
    verified: verified === 'yes',
    notes: notes ?? '',
  })
}

const member = ({ id = '', person = '' }: FormInput) => ({ orgId: id, userId: person })

const onOne = (done: string, run: FormAction): AreaAction => ({ part: 'orgs', done, run, opens: 'item' })

export const orgActions: Readonly<Record<string, AreaAction>> = {
  'org-approve-picked': { part: 'orgs', done: 'approved', run: approvePicked },
  'org-approve': onOne('club-approved', approve),
  'org-refuse': onOne(
    'club-rejected',
    deciding(
      operation('management', 'refuseManagedOrganization', ({ id = '', reason = '' }) => ({
        orgId: id,
        reason,
      })),
    ),
  ),
  'org-sunset': onOne('status-changed', lifecycle('sunset')),
  'org-close': onOne('club-closed', lifecycle('inactive')),
  'org-reopen': onOne('status-changed', lifecycle('active')),
  'org-delete': {
    part: 'clubs',
    done: 'club-deleted',
    run: operation('organizations', 'deleteOrganization', ({ id = '', reason = '' }) => ({
      orgId: id,
      reason,
    })),
  },
  'org-edit': onOne('club-saved', edit),
  'org-owner': onOne(
    'ownership-transferred',
    operation('management', 'transferManagedOrganization', ({ id = '', person = '' }) => ({
      orgId: id,
      newOwnerId: person,
    })),
  ),
  'org-add': onOne('member-added', operation('management', 'addManagedMember', member)),
  'org-role': onOne(
    'member-roles-saved',
    operation('management', 'assignManagedRole', (input) => ({ ...member(input), role: input.role ?? '' })),
  ),
  'org-remove': onOne('removed', operation('management', 'removeManagedMember', member)),
}
