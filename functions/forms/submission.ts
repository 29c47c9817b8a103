import { createHash } from 'node:crypto'
import { safeParse } from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { Email } from '../../lib/contract/fields.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Write } from '../../lib/table/write.ts'
import { judgeNamed, requireAnswers } from './answers.ts'
import {
  AlreadySubmitted,
  AnsweredByApplying,
  AuthRequired,
  FormClosed,
  FormIncomplete,
  FormNotFound,
  GuestDetailsRequired,
  GuestEmailInvalid,
} from './contract/failures.ts'
import type { AnswerValue } from './contract/shapes.ts'
import { type contract, submitLimits } from './contract.ts'
import { isMemberForm } from './member-form.ts'
import { type Form, type FormResponse, findForm, ownerStands, responseWrites } from './repository.ts'
import { responseViewOf } from './views.ts'

type Submitter = Pick<FormResponse, 'submittedBy' | 'globalSubmittedBy' | 'guestName' | 'guestEmail'>

/** The mark under which a person's answer to a form is found again. */
export const personOf = (caller: Caller | undefined): string | undefined => {
  if (caller?.tenantUserId) return `u-${caller.tenantUserId}`
  return caller?.globalUserId === undefined ? undefined : `g-${caller.globalUserId}`
}

const guestMark = (email: string): string =>
  `m-${createHash('sha256').update(email).digest('base64url').slice(0, 22)}`

const submitterOf = (caller: Caller): Submitter =>
  caller.tenantUserId ? { submittedBy: caller.tenantUserId } : { globalSubmittedBy: caller.globalUserId }

/** What an answer to a form means for the event that it was given for. */
export type Linked = {
  readonly purpose: NonNullable<FormResponse['purpose']>
  /** Under which mark a person answers once. */
  readonly mark: string
  /** What changes with the response. */
  along(response: FormResponse): readonly Write[]
}

/** Judges whether the caller may answer this form for this event. Events stand above forms, so the door brings it along. */
export type LinkToEvent = (context: Context<'optional'>, form: Form, eventId: string) => Promise<Linked>

type Guest = { readonly guestName?: string | undefined; readonly guestEmail?: string | undefined }

/** Somebody without an account, where the form lets them in. */
const guestOf = (form: Form, { guestName, guestEmail }: Guest): Submitter => {
  if (!form.allowAnonymous) fail(AuthRequired)
  if (!form.collectGuestDetails) return {}
  if (!guestName || !guestEmail) return fail(GuestDetailsRequired)
  const email = safeParse(Email, guestEmail)
  return email.success
    ? { guestName, guestEmail: email.data }
    : fail(GuestEmailInvalid, { field: 'guestEmail' })
}

/** A response to the form as it is now. `answers` have been judged. */
export const newResponse = (
  { now, newId }: Pick<Context, 'now' | 'newId'>,
  { formId, contentVersion }: Form,
  answers: readonly AnswerValue[],
  submitter: Submitter & Pick<FormResponse, 'eventId' | 'purpose'>,
): FormResponse => ({
  ...submitter,
  formId,
  contentVersion,
  id: newId(),
  answers: [...answers],
  submittedAt: now().toISOString(),
})

type Submit = Operation<(typeof contract)['rows']['submitFormResponse']>

/**
 * Answers a form: one write, whoever answers, and at most one of each person where the form says so, or where it is
 * answered for an event (rules/forms 13).
 */
export const submitWith =
  (link: LinkToEvent): Submit =>
  async ({ formId, responses, eventId, ...guest }, context) => {
    if (formId === undefined || responses === undefined) return fail(FormIncomplete)
    const { caller, table, device } = context
    if (!caller) await spend(context, 'form-guest', submitLimits.address, device.address)
    const form = (await findForm(table, formId)) ?? fail(FormNotFound)
    if (isMemberForm(form)) fail(AnsweredByApplying)
    const submitter = caller ? submitterOf(caller) : guestOf(form, guest)
    if (!form.acceptingResponses) fail(FormClosed)
    const linked = eventId ? await link(context, form, eventId) : undefined
    const answers = requireAnswers(judgeNamed(form.questions, responses))
    const of = linked && eventId ? { eventId, purpose: linked.purpose } : {}
    const response = newResponse(context, form, answers, { ...submitter, ...of })
    const { guestEmail } = submitter
    const person = linked?.mark ?? personOf(caller) ?? (guestEmail && guestMark(guestEmail))
    const once = linked?.purpose === 'feedback' || !(linked || form.allowMultipleResponses)
    const writes = responseWrites(response, person, once)
    const owner = ownerStands(form)
    const written = await table.write([...writes, ...owner, ...(linked?.along(response) ?? [])])
    if (written.ok) return { formResponse: responseViewOf(response, form) }
    if (written.failed.some((at) => at < writes.length)) return fail(AlreadySubmitted)
    return fail(
      written.failed.some((at) => at < writes.length + owner.length) ? FormNotFound : ConcurrentChange,
    )
  }
