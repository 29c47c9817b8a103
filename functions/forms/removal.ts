import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { orgApplication, organization } from '../../lib/identity/org/records.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, remove, type Write } from '../../lib/table/write.ts'
import { FormAskedByEvent, FormAskedOfApplicants, FormOfWaiting } from './failures.ts'
import { isMemberForm, requireChangeable } from './forms.ts'
import { type Form, form } from './repository.ts'
import { leftoversDue } from './scheduled-tasks.ts'

type InOrg = Context<OrgAccess>

/** Finds an event that is not over and asks with a form. Events stand above forms, so the service brings it along. */
export type FindAsking = (
  table: Table,
  orgId: string,
  formId: string,
  now: Date,
) => Promise<{ readonly eventId: string; readonly name: string } | undefined>

/** Refuses while somebody waits whose answers would go. */
const refuseWaiting = async ({ formId, formOwner: orgId }: Form, table: Table): Promise<void> => {
  const holes = { orgId, status: 'pending' }
  const { items } = await table.list(orgApplication, { index: 'gsi2', holes, limit: 50 })
  if (items.some((application) => application.formId === formId)) fail(FormOfWaiting)
}

/** What has to hold in the transaction itself: nobody asks applicants with it at that moment. */
const stillUnasked = (before: Form): readonly Write[] =>
  isMemberForm(before)
    ? [check(organization, { orgId: before.formOwner }, { exists: true, without: ['memberForm'] })]
    : []

/**
 * Deletes a form of the organization, by the rights that change it: it is gone at once, what was asked and answered within
 * minutes. Fails with 409 while those who apply, or an event that is not over, are asked with it. Three round trips.
 */
export const removeFormWith =
  (findAsking: FindAsking) =>
  async (
    { orgId, formId }: { readonly orgId: string; readonly formId: string },
    context: InOrg,
  ): Promise<void> => {
    const { table, caller, now } = context
    const before = await requireChangeable({ orgId, formId }, context)
    if (isMemberForm(before)) await refuseWaiting(before, table)
    else {
      const event = await findAsking(table, orgId, formId, now())
      if (event) fail(FormAskedByEvent, { details: { eventId: event.eventId, name: event.name } })
    }
    const unasked = stillUnasked(before)
    const written = await table.write([
      ...unasked,
      remove(form, { formId }, { equals: { version: before.version } }),
      leftoversDue(context, formId),
      audit(context, {
        action: 'form.delete',
        actor: caller,
        targetType: 'form',
        targetId: formId,
        detail: { orgId, purpose: before.purpose },
      }),
    ])
    if (written.ok) return
    fail(unasked.length > 0 && written.failed.includes(0) ? FormAskedOfApplicants : ConcurrentChange)
  }
