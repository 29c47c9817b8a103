import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { FormNotYours } from './contract/failures.ts'
import type { FormChange, FormDraft } from './contract/shapes.ts'
import { changedForm, newForm } from './drafts.ts'
import { type Form, findForm, formWrites, listForms } from './repository.ts'
import { formViewOf } from './views.ts'

type InOrg = Context<OrgAccess>

/** One page of the forms of an organization, last changed first. */
export const formsPage = async (
  { orgId, ...asked }: { orgId: string } & Parameters<typeof pageOf>[0],
  { table }: InOrg,
) => {
  const { items, cursor } = await listForms(table, orgId, pageOf(asked))
  return { forms: items.map(formViewOf), nextCursor: cursor }
}

/** Makes a form of the organization. An administrator from outside the school counts by the global id. */
export const makeForm = async (
  { orgId, form: draft }: { orgId: string; form: FormDraft },
  context: InOrg,
  purpose: Form['purpose'],
) => {
  const { tenantUserId, globalUserId } = context.caller
  const form = newForm(context, draft, {
    formOwner: orgId,
    formOwnerType: 'Org',
    purpose,
    createdBy: tenantUserId ?? globalUserId ?? 'unknown',
  })
  await context.table.write(formWrites(undefined, form))
  return formViewOf(form)
}

/** A form of the organization as it is now. What members answer is changed only by who manages members. */
export const requireChangeable = async (
  { orgId, formId }: { readonly orgId: string; readonly formId: string },
  { table, caller }: InOrg,
): Promise<Form> => {
  const before = (await findForm(table, formId)) ?? fail(FormNotYours)
  if (before.formOwnerType !== 'Org' || before.formOwner !== orgId) fail(FormNotYours)
  if (before.purpose === 'membership' && !caller.org.may('manage_members')) fail(FormNotYours)
  return before
}

/** Changes a form of the organization. */
export const changeForm = async (
  { orgId, formId, form: change }: { orgId: string; formId: string; form: FormChange },
  context: InOrg,
) => {
  const before = await requireChangeable({ orgId, formId }, context)
  const after = changedForm(context, before, change)
  const { ok } = await context.table.write(formWrites(before, after))
  return ok ? formViewOf(after) : fail(ConcurrentChange)
}
