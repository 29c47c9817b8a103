import { createHash } from 'node:crypto'
import { safeParse } from 'zod/mini'
import { fail, settleInOrder } from '../../lib/contract/failure.ts'
import { Email } from '../../lib/contract/fields.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import type { Operation } from '../../lib/operation.ts'
import { linkToEvent } from '../attendance/index.ts'
import {
  AlreadySubmitted,
  AnsweredByApplying,
  AuthRequired,
  FormClosed,
  FormIncomplete,
  FormNotFound,
  GuestDetailsRequired,
  GuestEmailInvalid,
} from '../form-records/contract.ts'
import {
  type Form,
  findForm,
  isMemberForm,
  isOwnerActive,
  newResponse,
  requireAnswers,
  responseViewOf,
  responseWrites,
  type Submitter,
  submitterMarkOf,
  validateNamedAnswers,
} from '../form-records/index.ts'
import { type contract, submitLimits } from './contract.ts'

const guestMark = (email: string): string =>
  `m-${createHash('sha256').update(email).digest('base64url').slice(0, 22)}`

const submitterOf = (caller: Caller): Submitter =>
  caller.tenantUserId ? { submittedBy: caller.tenantUserId } : { globalSubmittedBy: caller.globalUserId }

type Guest = { readonly guestName?: string | undefined; readonly guestEmail?: string | undefined }

/** An anonymous submitter, if the form allows them. */
const guestOf = (form: Form, { guestName, guestEmail }: Guest): Submitter => {
  if (!form.allowAnonymous) fail(AuthRequired)
  if (!form.collectGuestDetails) return {}
  if (!guestName || !guestEmail) return fail(GuestDetailsRequired)
  const email = safeParse(Email, guestEmail)
  return email.success
    ? { guestName, guestEmail: email.data }
    : fail(GuestEmailInvalid, { field: 'guestEmail' })
}

type Submit = Operation<(typeof contract)['rows']['submitFormResponse']>

/**
 * Stores a response in one write. Allows one response for each person if the form says so, or for an event (rules/forms
 * 13).
 */
export const submitFormResponse: Submit = async ({ formId, responses, eventId, ...guest }, context) => {
  if (formId === undefined || responses === undefined) return fail(FormIncomplete)
  const { caller, table, device } = context
  if (!caller) await spend(context, 'form-guest', submitLimits.address, device.address)
  const form = (await findForm(table, formId)) ?? fail(FormNotFound)
  if (isMemberForm(form)) fail(AnsweredByApplying)
  const submitter = caller ? submitterOf(caller) : guestOf(form, guest)
  if (!form.acceptingResponses) fail(FormClosed)
  const [linked, stands] = await settleInOrder([
    eventId ? linkToEvent(context, form, eventId) : undefined,
    isOwnerActive(table, form),
  ])
  if (!stands) fail(FormNotFound)
  const answers = requireAnswers(validateNamedAnswers(form.questions, responses))
  const of = linked && eventId ? { eventId, purpose: linked.purpose } : {}
  const response = newResponse(context, form, answers, { ...submitter, ...of })
  const { guestEmail } = submitter
  const person = linked?.mark ?? submitterMarkOf(caller) ?? (guestEmail && guestMark(guestEmail))
  const once = linked?.purpose === 'feedback' || !(linked || form.allowMultipleResponses)
  await table.commit([
    ...responseWrites(response, person, once ? AlreadySubmitted : undefined),
    ...(linked?.writesFor(response) ?? []),
  ])
  return { formResponse: responseViewOf(response, form) }
}
