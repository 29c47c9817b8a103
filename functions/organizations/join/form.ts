import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { Write } from '../../../lib/table/write.ts'
import type { FormDraft } from '../../forms/contract.ts'
import {
  changedForm,
  type Form,
  formWrites,
  judgeNamed,
  memberFormIdOf,
  newForm,
  newResponse,
  requireAnswers,
  responseWrites,
} from '../../forms/index.ts'
import { FormResponseRequired } from '../contract/failures.ts'
import { formChangeOf, newFormOf } from '../creation/profile.ts'

type World = Pick<Context<'member'>, 'caller' | 'now' | 'newId'>

/** The form as it is first made. */
export const newMemberForm = (draft: FormDraft, orgId: string, context: World) => {
  const formId = memberFormIdOf(orgId)
  const owner = {
    formOwner: orgId,
    formOwnerType: 'Org' as const,
    purpose: 'membership' as const,
    createdBy: context.caller.tenantUserId,
  }
  const form: Form = { ...newForm(context, draft, owner), formId }
  return { formId, writes: formWrites(undefined, form) }
}

/** What a form that is sent makes of the one that is there: it is changed in place, so old answers stay readable. */
export const memberFormSet = (sent: unknown, orgId: string, before: Form | undefined, context: World) => {
  if (!before) return newMemberForm(newFormOf(sent), orgId, context)
  const writes = formWrites(before, changedForm(context, before, formChangeOf(sent)))
  return { formId: before.formId, writes }
}

type Sent = Parameters<typeof judgeNamed>[1]

/** The writes that keep what somebody who joins answers, and what an application says of it. */
export const memberAnswers = (
  form: Form | undefined,
  sent: Sent | undefined,
  context: World,
): { readonly given?: { formResponse: string; formId: string }; readonly writes: readonly Write[] } => {
  if (!form) return { writes: [] }
  if (sent === undefined) fail(FormResponseRequired)
  const { tenantUserId } = context.caller
  const answers = requireAnswers(judgeNamed(form.questions, sent))
  const response = newResponse(context, form, answers, { submittedBy: tenantUserId })
  const given = { formResponse: response.id, formId: form.formId }
  return { given, writes: responseWrites(response, `u-${tenantUserId}`, false) }
}
