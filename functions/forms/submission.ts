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
import { type contract, submitLimits } from './contract.ts'
import {
  AlreadySubmitted,
  AnsweredByApplying,
  AnswersTooLarge,
  AuthRequired,
  FormClosed,
  FormIncomplete,
  FormNotFound,
  GuestDetailsRequired,
  GuestEmailInvalid,
  InvalidAnswers,
} from './failures.ts'
import { isMemberForm } from './forms.ts'
import { type Form, type FormResponse, findForm, ownerStands, responseWrites } from './repository.ts'
import type { AnswerValue, NamedAnswers, OrderedAnswers, Question } from './shapes.ts'
import { responseViewOf } from './views.ts'

/** What is wrong with the answer to one question. */
type AnswerProblem = { readonly questionId: string; readonly message: string }

type Sent = OrderedAnswers[number]
type Judged = { readonly answers: readonly AnswerValue[]; readonly problems: readonly AnswerProblem[] }

const mostShort = 1000
const mostLong = 10_000
const mostBytes = 100 * 1024

const isBlank = (sent: Sent): boolean =>
  sent === undefined || sent === null || (typeof sent === 'string' ? sent.trim() === '' : sent.length === 0)

const problemOfText = (sent: Sent, most: number): string | undefined => {
  if (typeof sent !== 'string') return 'Expected a text'
  return sent.length > most ? `At most ${most} characters` : undefined
}

const problemOfChoices = (sent: Sent, options: readonly string[]): string | undefined => {
  if (!Array.isArray(sent)) return 'Expected a list of options'
  if (new Set(sent).size !== sent.length) return 'An option was chosen twice'
  return sent.every((choice) => options.includes(choice)) ? undefined : 'Not one of the options'
}

/** Texts, numbers of a scale and choices are judged here and nowhere else. */
const problemOf = ({ type, question, required, options }: Question, sent: Sent): string | undefined => {
  if (isBlank(sent)) return required ? `Missing answer for required question: ${question}` : undefined
  if (type === 'short') return problemOfText(sent, mostShort)
  if (type === 'long') return problemOfText(sent, mostLong)
  if (type === 'select_multiple') return problemOfChoices(sent, options)
  return typeof sent === 'string' && options.includes(sent) ? undefined : 'Not one of the options'
}

const judgeEach = (questions: readonly Question[], sentTo: (at: number) => Sent): Judged => {
  const problems: AnswerProblem[] = []
  const answers = questions.map((question, at) => {
    const sent = sentTo(at)
    const message = problemOf(question, sent)
    if (message !== undefined) problems.push({ questionId: question._id, message })
    return sent === undefined || isBlank(sent) ? null : sent
  })
  return { answers, problems }
}

/** Answers that name their questions. One that names none, or one twice, is a problem. */
export const judgeNamed = (questions: readonly Question[], sent: NamedAnswers): Judged => {
  const known = new Map(sent.map(({ referenceId, answer }) => [referenceId, answer]))
  const judged = judgeEach(questions, (at) => known.get(questions[at]?._id ?? ''))
  const ids = new Set(questions.map(({ _id }) => _id))
  const seen = new Set<string>()
  const stray = sent.flatMap(({ referenceId }) => {
    const message = seen.has(referenceId) ? 'Answered twice' : 'No question of this form'
    const wrong = seen.has(referenceId) || !ids.has(referenceId)
    seen.add(referenceId)
    return wrong ? [{ questionId: referenceId, message }] : []
  })
  return { answers: judged.answers, problems: [...stray, ...judged.problems] }
}

/** Answers in the order of the questions, as many as there are questions. */
export const judgeOrdered = (questions: readonly Question[], sent: OrderedAnswers): Judged => {
  const judged = judgeEach(questions, (at) => sent[at])
  if (sent.length === questions.length) return judged
  const message = `Expected ${questions.length} answers in the order of the questions`
  return { answers: judged.answers, problems: [{ questionId: '', message }, ...judged.problems] }
}

/**
 * The answers as they are stored, in the order of the questions. 400 names every wrong one in `errors`
 * (rules/forms 10); more than 100 kB are refused (rules/forms 11).
 */
export const requireAnswers = ({ answers, problems }: Judged): readonly AnswerValue[] => {
  const missing = problems.find(({ message }) => message.startsWith('Missing answer'))
  if (problems.length > 0)
    fail(
      { ...InvalidAnswers, message: missing?.message ?? InvalidAnswers.message },
      { data: { errors: problems } },
    )
  return Buffer.byteLength(JSON.stringify(answers)) > mostBytes ? fail(AnswersTooLarge) : answers
}

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
export const submitFormResponse =
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
