import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { orgApplication, organization } from '../../lib/identity/org/records.ts'
import { unchanged } from '../../lib/table/condition.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, remove, type Write } from '../../lib/table/write.ts'
import { findEventUsingForm } from '../attendance/index.ts'
import { FormAskedByEvent, FormAskedOfApplicants, FormOfWaiting } from '../form-records/contract.ts'
import {
  type Form,
  type FormUse,
  findFormUse,
  form,
  formUseRemoval,
  isMemberForm,
  leftoversTask,
  requireEditableForm,
} from '../form-records/index.ts'

type OrgContext = Context<OrgAccess>

/** Fails while there are pending applications whose answers would be removed. */
const refusePendingApplications = async ({ formId, formOwner: orgId }: Form, table: Table): Promise<void> => {
  const page = { keyParams: { orgId }, limit: 50, strong: true }
  const { items } = await table.list(orgApplication, page)
  if (items.some((application) => application.formId === formId)) fail(FormOfWaiting)
}

/** Condition of the transaction: the form is not in use by applicants or an event. */
const unusedCheck = (before: Form, use: FormUse | undefined): Write =>
  isMemberForm(before)
    ? check(
        organization,
        { orgId: before.formOwner },
        {
          exists: true,
          without: ['memberForm'],
          else: FormAskedOfApplicants,
        },
      )
    : formUseRemoval(before.formId, use)

/**
 * Deletes a form of the organization, with the rights needed to change it. The form disappears at once, its versions
 * and responses within minutes. Fails with 409 while applicants or an event that is not over use it. Three round trips.
 */
export const deleteOrgForm = async (
  { orgId, formId }: { readonly orgId: string; readonly formId: string },
  context: OrgContext,
): Promise<void> => {
  const { table, caller, now } = context
  const [before, use] = await Promise.all([
    requireEditableForm({ orgId, formId }, context),
    findFormUse(table, formId),
  ])
  if (isMemberForm(before)) await refusePendingApplications(before, table)
  else {
    const recent = use?.events.map(({ eventId }) => eventId)
    const event = await findEventUsingForm(table, { orgId, formId, recent }, now())
    if (event) fail(FormAskedByEvent, { details: { eventId: event.eventId, name: event.name } })
  }
  await table.commit([
    unusedCheck(before, use),
    remove(form, { formId }, unchanged(before)),
    leftoversTask(context, formId),
    audit(context, {
      action: 'form.delete',
      actor: caller,
      targetType: 'form',
      targetId: formId,
      detail: { orgId, purpose: before.purpose },
    }),
  ])
}
