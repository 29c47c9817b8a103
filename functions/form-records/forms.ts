import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { remove } from '../../lib/table/write.ts'
import {
  type FormChange,
  type FormDraft,
  FormNotYours,
  isChoice,
  type Question,
  type QuestionDraft,
} from './contract.ts'
import { formUse } from './form-use.ts'
import {
  type Form,
  findForm,
  form,
  formAnswered,
  formResponse,
  formVersion,
  formWrites,
  listForms,
} from './repository.ts'
import { formViewOf } from './views.ts'

type FormsContext = { now(): Date; newId(): string }

/** The owner and purpose of a form. `createdBy` is a tenant user, or the global id of an administrator. */
type FormOwner = Pick<Form, 'formOwner' | 'formOwnerType' | 'purpose' | 'createdBy'>

const placeholder = 'NEW_QUESTION_'
const maxRemovedQuestions = 100

/** A client that does not know `sensitive` sends questions back without it, which must not make them public. */
const isSensitive = ({ _id, sensitive }: QuestionDraft, before: readonly Question[]): boolean =>
  sensitive ?? before.find((question) => question._id === _id)?.sensitive ?? false

const questionsOf = (
  drafts: readonly QuestionDraft[],
  { newId }: FormsContext,
  before: readonly Question[] = [],
): Question[] =>
  drafts.map(({ sensitive, ...draft }) => ({
    type: draft.type,
    question: draft.question,
    required: draft.required,
    _id: !draft._id || draft._id.startsWith(placeholder) ? newId() : draft._id,
    options: isChoice(draft.type) ? draft.options : [],
    ...(isSensitive({ ...draft, sensitive }, before) ? { sensitive: true } : {}),
  }))

const sizeOf = (form: Pick<Form, 'title' | 'description' | 'questions'>): number =>
  Buffer.byteLength(JSON.stringify([form.title, form.description, form.questions]))

const defaults = {
  allowAnonymous: false,
  collectGuestDetails: true,
  allowMultipleResponses: true,
  acceptingResponses: true,
  headerColor: null,
}

/** Builds a form of version 1, with defaults for missing options. */
export const buildForm = (
  context: FormsContext,
  { questions: drafts, ...draft }: FormDraft,
  owner: FormOwner,
): Form => {
  const at = context.now().toISOString()
  const content = {
    title: draft.title,
    description: draft.description,
    questions: questionsOf(drafts, context),
  }
  return {
    ...defaults,
    ...defined(draft),
    ...content,
    ...owner,
    formId: context.newId(),
    contentVersion: '1',
    removedQuestions: [],
    largest: sizeOf(content),
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
}

/** Removes undefined fields. */
const defined = <T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never

const isSame = (before: Form, after: Form): boolean =>
  JSON.stringify([before.title, before.description, before.questions]) ===
  JSON.stringify([after.title, after.description, after.questions])

/** Applies a change to a form. Old responses keep their questions; removed questions are remembered. */
export const applyFormChange = (
  context: FormsContext,
  before: Form,
  { questions: drafts, ...change }: FormChange,
): Form => {
  const questions = drafts === undefined ? before.questions : questionsOf(drafts, context, before.questions)
  const kept = new Set(questions.map(({ _id }) => _id))
  const removed = before.questions.filter(({ _id }) => !kept.has(_id))
  const after: Form = {
    ...before,
    ...defined(change),
    questions,
    removedQuestions: [...before.removedQuestions, ...removed].slice(-maxRemovedQuestions),
    updatedAt: context.now().toISOString(),
    version: before.version + 1,
  }
  if (isSame(before, after)) return after
  const contentVersion = String(Number(before.contentVersion) + 1)
  return { ...after, contentVersion, largest: Math.max(before.largest, sizeOf(after)) }
}

type OrgContext = Context<OrgAccess>

/** Lists one page of an organization's forms, last changed first. */
export const listOrgForms = async (
  { orgId, ...query }: { orgId: string } & Parameters<typeof pageOf>[0],
  { table }: OrgContext,
) => {
  const { items, cursor } = await listForms(table, orgId, pageOf(query))
  return { forms: items.map(formViewOf), nextCursor: cursor }
}

/** Creates a form of the organization. An administrator from outside the school is recorded by the global id. */
export const createOrgForm = async (
  { orgId, form: draft }: { orgId: string; form: FormDraft },
  context: OrgContext,
  purpose: Form['purpose'],
) => {
  const { tenantUserId, globalUserId } = context.caller
  const form = buildForm(context, draft, {
    formOwner: orgId,
    formOwnerType: 'Org',
    purpose,
    createdBy: tenantUserId ?? globalUserId ?? 'unknown',
  })
  await context.table.write(formWrites(undefined, form))
  return formViewOf(form)
}

/** Reads a form for a change. Strongly consistent. Membership forms need the right to manage members. */
export const requireEditableForm = async (
  { orgId, formId }: { readonly orgId: string; readonly formId: string },
  { table, caller }: OrgContext,
): Promise<Form> => {
  const before = (await findForm(table, formId)) ?? fail(FormNotYours)
  if (before.formOwnerType !== 'Org' || before.formOwner !== orgId) fail(FormNotYours)
  if (before.purpose === 'membership' && !caller.org.may('manage_members')) fail(FormNotYours)
  return before
}

/** Changes a form of the organization. */
export const updateOrgForm = async (
  { orgId, formId, form: change }: { orgId: string; formId: string; form: FormChange },
  context: OrgContext,
) => {
  const before = await requireEditableForm({ orgId, formId }, context)
  const after = applyFormChange(context, before, change)
  await context.table.commit(formWrites(before, after))
  return formViewOf(after)
}

/** An organization has one application form, whose id is derived so that both are read together. */
export const memberFormIdOf = (orgId: string): string => `${orgId}.join`
export const memberFormRef = (orgId: string) => key(form, { formId: memberFormIdOf(orgId) })

/** Whether a form is the organization's application form. Other member forms are answered separately. */
export const isMemberForm = ({ formId, formOwner, formOwnerType }: Form): boolean =>
  formOwnerType === 'Org' && formId === memberFormIdOf(formOwner)

/** Forms that one page handles, and rows of each kind for them. */
const maxFormsPerPage = 5
const pageSize = 25

/** Purges one page of a form's versions and responses, or the form itself when none are left. */
const purgeForm = async (table: Table, formId: string): Promise<void> => {
  const page = { keyParams: { formId }, limit: pageSize, strong: true }
  const [responses, marks, versions] = await Promise.all([
    table.list(formResponse, page),
    table.list(formAnswered, page),
    table.list(formVersion, page),
  ])
  const removals = [
    ...responses.items.map((row) => remove(formResponse, row)),
    ...marks.items.map((row) => remove(formAnswered, row)),
    ...versions.items.map((row) => remove(formVersion, row)),
  ]
  await table.write(removals.length > 0 ? removals : [remove(form, { formId }), remove(formUse, { formId })])
}

/**
 * Purges one page of a deleted organization's forms and their responses. Returns whether there may be more: a form
 * leaves the list when nothing of it is left.
 */
export const purgeForms = async (table: Table, orgId: string): Promise<boolean> => {
  const { items } = await listForms(table, orgId, { page: 1, limit: maxFormsPerPage })
  await Promise.all(items.map(({ formId }) => purgeForm(table, formId)))
  return items.length > 0
}
