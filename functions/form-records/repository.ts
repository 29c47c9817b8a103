import * as z from 'zod/mini'
import { type OrgMember, orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { type Refusal, unchanged } from '../../lib/table/condition.ts'
import { entity, key } from '../../lib/table/entity.ts'
import { listNumbered, type Numbered } from '../../lib/table/lists/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { AnswerValue, Question } from './contract.ts'

const text = z.string()

const content = { title: text, description: text, questions: z.array(Question) }

/** A form in its current state. New responses answer the version `contentVersion`. */
export const Form = z.object({
  formId: text,
  ...content,
  contentVersion: text,
  allowAnonymous: z.boolean(),
  collectGuestDetails: z.boolean(),
  allowMultipleResponses: z.boolean(),
  acceptingResponses: z.boolean(),
  headerColor: z.nullable(text),
  removedQuestions: z.array(Question),
  /** Managers of members read the answers to membership forms. */
  purpose: z.enum(['membership', 'event']),
  formOwner: text,
  formOwnerType: z.enum(['User', 'Org']),
  createdBy: text,
  /** Size of its largest version in bytes, which limits a page of responses. */
  largest: z.number(),
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type Form = z.infer<typeof Form>
export const form = entity('Form', Form, {
  expected: true,
  scope: 'tenant',
  pk: 'FORM#{formId}',
  sk: 'FORM',
  gsi1: {
    pk: 'ORG#{formOwner}#FORMS',
    sk: '{updatedAt}#{formId}',
    when: ({ formOwnerType }: { formOwnerType: string }) => formOwnerType === 'Org',
  },
})

/** One version of a form's questions. Never changed, so that its responses remain readable. */
export const FormVersion = z.object({ formId: text, contentVersion: text, ...content })
export type FormVersion = z.infer<typeof FormVersion>
export const formVersion = entity('FormVersion', FormVersion, {
  expected: true,
  scope: 'tenant',
  pk: 'FORM#{formId}',
  sk: 'V#{contentVersion}',
})

export const FormResponse = z.object({
  formId: text,
  id: text,
  contentVersion: text,
  answers: z.array(AnswerValue),
  /** The submitter: `u-` and the tenant user, or `g-` and the global user. None for an anonymous response. */
  person: z.optional(text),
  /** A tenant user. A guest of the school has only a global id; an anonymous response has neither. */
  submittedBy: z.optional(text),
  globalSubmittedBy: z.optional(text),
  guestName: z.optional(text),
  guestEmail: z.optional(text),
  eventId: z.optional(text),
  purpose: z.optional(z.enum(['registration', 'feedback'])),
  /** For feedback: whether the event's counts include it. */
  counted: z.optional(z.boolean()),
  /** Whether the form had a sensitive question, whose answer is erased later. */
  sensitive: z.optional(z.boolean()),
  submittedAt: text,
  /** When the answers and the submitter were erased (ISO 8601). */
  erasedAt: z.optional(text),
})
export type FormResponse = z.infer<typeof FormResponse>
export const formResponse = entity('FormResponse', FormResponse, {
  scope: 'tenant',
  pk: 'FORM#{formId}#R',
  sk: 'R#{id}',
  gsi1: { pk: 'ANSWERS#{person}', sk: '{submittedAt}#{id}' },
  gsi2: { pk: 'EV#{eventId}#RESP#{purpose}', sk: '{id}' },
})

/** Marks that a person has answered a form. `person` is a kind and an id. */
export const FormAnswered = z.object({ formId: text, person: text, responseId: text })
export const formAnswered = entity('FormAnswered', FormAnswered, {
  scope: 'tenant',
  pk: 'FORM#{formId}#R',
  sk: 'BY#{person}',
})

export const findForm = (table: Table, formId: string) => table.get(form, { formId }, { strong: true })

/** Reads the records that decide on a user's rights in the organization that owns a form. */
export const findOrgFacts = async (table: Table, orgId: string, userId: string | null) => {
  const roles = key(orgRoles, { orgId })
  const own = userId === null ? [] : [key(orgMember, { orgId, userId })]
  const [found, member] = await table.batchGet([roles, ...own] as const, { strong: true })
  return { roles: found, member: member as OrgMember | undefined }
}

/** Returns the owner's display name; undefined when the owner is gone. */
export const findOwnerName = async (
  table: Table,
  { formOwner, formOwnerType }: Form,
): Promise<string | undefined> => {
  if (formOwnerType === 'User') return (await table.get(tenantUser, { id: formOwner }))?.name
  const card = await table.get(organization, { orgId: formOwner })
  return card?.deletedAt === undefined ? card?.org_name : undefined
}

/** The mark of a person who answers a form for an event. They may answer it again for another event. */
export const eventMark = (eventId: string, person: string): string => `e-${eventId}-${person}`

/** Reads the form and the mark of `person`. */
export const findFormFor = async (table: Table, formId: string, person: string | undefined) => {
  const formRef = key(form, { formId })
  if (person === undefined) return { form: (await table.batchGet([formRef]))[0], answered: false }
  const [found, mark] = await table.batchGet([formRef, key(formAnswered, { formId, person })])
  return { form: found, answered: mark !== undefined }
}

export const listForms = (table: Table, orgId: string, numbered: Numbered) =>
  listNumbered(table, form, { index: 'gsi1', keyParams: { formOwner: orgId }, descending: true }, numbered)

/** Lists feedback for an event, newest first. */
export const listFeedback = (table: Table, eventId: string, numbered: Numbered) =>
  listNumbered(
    table,
    formResponse,
    { index: 'gsi2', keyParams: { eventId, purpose: 'feedback' }, descending: true },
    numbered,
  )

/** Feedback responses by attendee (`u-<id>` or `g-<id>`), for at most 90 people. Those without one are left out. */
export const findFeedbackRefs = async (
  table: Table,
  formId: string,
  eventId: string,
  people: readonly string[],
): Promise<readonly (readonly [string, { readonly formId: string; readonly id: string }])[]> => {
  const marks = people.map((person) => key(formAnswered, { formId, person: eventMark(eventId, person) }))
  const found = await table.batchGet(marks)
  return people.flatMap((person, at) => {
    const mark = found[at]
    return mark ? [[person, { formId, id: mark.responseId }] as const] : []
  })
}

/** One page of the answers to an event's registration form, oldest first. */
export const listRegistrationResponses = (
  table: Table,
  eventId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined },
) => table.list(formResponse, { index: 'gsi2', keyParams: { eventId, purpose: 'registration' }, ...page })

/** One page of the responses of one person (`u-<id>` or `g-<id>`), newest first. */
export const listResponsesOf = (
  table: Table,
  person: string,
  page: { readonly limit: number; readonly cursor?: string | undefined; readonly to?: string },
) => table.list(formResponse, { index: 'gsi1', keyParams: { person }, descending: true, ...page })

/** Newest first. */
export const listResponses = (table: Table, formId: string, numbered: Numbered) =>
  listNumbered(table, formResponse, { keyParams: { formId }, descending: true }, numbered)

const versionOf = ({ formId, contentVersion, title, description, questions }: Form): FormVersion => ({
  formId,
  contentVersion,
  title,
  description,
  questions,
})

/** Writes a form; `before` is undefined for a new one. */
export const formWrites = (before: Form | undefined, after: Form): readonly Write[] => [
  put(form, after, unchanged(before)),
  ...(before?.contentVersion === after.contentVersion
    ? []
    : [put(formVersion, versionOf(after), { absent: true })]),
]

/** Whether the owner of a form exists now; an organization may be deleted. */
export const isOwnerActive = async (table: Table, { formOwner, formOwnerType }: Form): Promise<boolean> => {
  if (formOwnerType !== 'Org') return true
  const roles = await table.get(orgRoles, { orgId: formOwner }, { strong: true })
  return roles !== undefined && roles.deletedAt === undefined
}

/** Writes a response. The mark is first, so that it refuses a second response where only one is allowed. */
export const responseWrites = (
  response: FormResponse,
  person: string | undefined,
  once?: Refusal,
): readonly Write[] => [
  ...(person === undefined
    ? []
    : [
        put(
          formAnswered,
          { formId: response.formId, person, responseId: response.id },
          once ? { absent: once } : {},
        ),
      ]),
  put(formResponse, response, { absent: true }),
]

/** Removes one response. */
export const responseRemoval = ({ formId, id }: Pick<FormResponse, 'formId' | 'id'>): Write =>
  remove(formResponse, { formId, id })

/** Removes a person's application answers, so that they may apply again. */
export const applicationAnswerRemoval = (application: {
  readonly userId: string
  readonly formId?: string | undefined
  readonly formResponse?: string | undefined
}): readonly Write[] => {
  const { userId, formId, formResponse: id } = application
  if (formId === undefined || id === undefined) return []
  return [responseRemoval({ formId, id }), remove(formAnswered, { formId, person: `u-${userId}` })]
}

/** Finds the answers of a registration for an event, by the index. The caller must read the related records again before acting on it. */
export const findEventResponse = async (
  table: Table,
  eventId: string,
  id: string,
): Promise<FormResponse | undefined> => {
  const page = await table.list(formResponse, {
    index: 'gsi2',
    keyParams: { eventId, purpose: 'registration' },
    from: id,
    to: id,
    limit: 1,
  })
  return page.items[0]
}

type JoinedResponses = {
  readonly versions: ReadonlyMap<string, FormVersion>
  readonly people: ReadonlyMap<string, TenantUser>
}

/** Reads the versions and people that a page of responses refers to. */
export const joinResponses = async (
  table: Table,
  responses: readonly FormResponse[],
  current: Form,
): Promise<JoinedResponses> => {
  const numbers = new Set(responses.map(({ contentVersion }) => contentVersion))
  numbers.delete(current.contentVersion)
  const ids = [...new Set(responses.flatMap(({ submittedBy }) => submittedBy ?? []))]
  const { formId } = current
  const [versions, people] = await Promise.all([
    numbers.size === 0
      ? []
      : table.batchGet([...numbers].map((contentVersion) => key(formVersion, { formId, contentVersion }))),
    ids.length === 0 ? [] : table.batchGet(ids.map((id) => key(tenantUser, { id }))),
  ])
  const all = [versionOf(current), ...versions.flatMap((version) => version ?? [])]
  return {
    versions: new Map(all.map((version) => [version.contentVersion, version])),
    people: new Map(people.flatMap((user) => (user ? [[user.id, user] as const] : []))),
  }
}
