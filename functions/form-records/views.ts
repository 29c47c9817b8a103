import { addressedUserOf } from '../../lib/identity/person/people.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import type { FormView, ResponseView } from './contract.ts'
import {
  type Form,
  type FormResponse,
  type FormVersion,
  form,
  formResponse,
  formVersion,
} from './repository.ts'

export const formViewOf = ({
  formId,
  contentVersion: _,
  purpose: __,
  largest: ___,
  version: ____,
  ...form
}: Form): FormView => ({
  ...form,
  _id: formId,
  requireAuth: !form.allowAnonymous,
  createdType: form.formOwnerType,
})

/**
 * A registration form. Anonymous readers see that it requires an account, even if the form allows them elsewhere
 * (rules/attendance 36).
 */
export const registrationFormViewOf = (form: Form, isKnown: boolean): FormView =>
  formViewOf(isKnown ? form : { ...form, allowAnonymous: false })

/** A response with the version it answers. Readers of responses see `submitter` with the e-mail address. */
export const responseViewOf = (
  {
    formId,
    id,
    answers,
    submittedBy,
    globalSubmittedBy,
    guestName,
    guestEmail,
    eventId,
    submittedAt,
    erasedAt,
  }: FormResponse,
  { title, description, questions }: Pick<FormVersion, 'title' | 'description' | 'questions'>,
  submitter?: TenantUser,
): ResponseView => ({
  _id: id,
  form: formId,
  formSnapshot: { _id: formId, title, description, questions },
  answers,
  submittedBy: submitter ? addressedUserOf(submitter) : (submittedBy ?? null),
  globalSubmittedBy,
  guestName,
  guestEmail,
  event: eventId,
  submittedAt,
  erasedAt,
})

/** Identifies one response. */
export type ResponseRef = { readonly formId: string; readonly id: string }

const uniqueOf = <T>(all: readonly T[]): T[] => [...new Set(all)]

/**
 * Reads at most 90 responses by id, with their questions. One round trip while the forms are unchanged since, otherwise
 * two. Missing responses are left out.
 */
export const findResponses = async (
  table: Table,
  given: readonly ResponseRef[],
): Promise<ReadonlyMap<string, ResponseView>> => {
  if (given.length === 0) return new Map()
  const formIds = uniqueOf(given.map(({ formId }) => formId))
  const [forms, responses] = await Promise.all([
    table.batchGet(formIds.map((formId) => key(form, { formId }))),
    table.batchGet(given.map(({ formId, id }) => key(formResponse, { formId, id }))),
  ])
  const current = new Map(forms.flatMap((one) => (one ? [[one.formId, one] as const] : [])))
  // Responses of a deleted form are not shown, even before they are purged.
  const found = responses
    .filter((response) => response !== undefined)
    .filter(({ formId }) => current.has(formId))
  const older = found.filter(
    ({ formId, contentVersion }) => current.get(formId)?.contentVersion !== contentVersion,
  )
  const refs = older.map(({ formId, contentVersion }) => key(formVersion, { formId, contentVersion }))
  const distinctRefs = refs.filter(
    ({ keyParams }, at) =>
      refs.findIndex((other) => JSON.stringify(other.keyParams) === JSON.stringify(keyParams)) === at,
  )
  const versions = distinctRefs.length > 0 ? await table.batchGet(distinctRefs) : []
  return new Map(
    found.flatMap((response) => {
      const answeredVersion =
        versions.find(
          (version) =>
            version?.formId === response.formId && version.contentVersion === response.contentVersion,
        ) ?? current.get(response.formId)
      return answeredVersion ? [[response.id, responseViewOf(response, answeredVersion)] as const] : []
    }),
  )
}
