import { publicUserOf } from '../../lib/identity/person/people.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import type { FormView, ResponseView } from './contract/shapes.ts'
import type { Form, FormResponse, FormVersion } from './repository.ts'

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

/** A response with what it was given to. `submitter` is shown with the e-mail address to who may read responses. */
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
  }: FormResponse,
  { title, description, questions }: Pick<FormVersion, 'title' | 'description' | 'questions'>,
  submitter?: TenantUser,
): ResponseView => ({
  _id: id,
  form: formId,
  formSnapshot: { _id: formId, title, description, questions },
  answers,
  submittedBy: submitter ? { ...publicUserOf(submitter), email: submitter.email } : (submittedBy ?? null),
  globalSubmittedBy,
  guestName,
  guestEmail,
  event: eventId,
  submittedAt,
})
