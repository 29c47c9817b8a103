import {
  type FormChange,
  type FormDraft,
  isChoice,
  type Question,
  type QuestionDraft,
} from './contract/shapes.ts'
import type { Form } from './repository.ts'

type World = { now(): Date; newId(): string }

/** Whom a form belongs to, and what for. `createdBy` is a tenant user, or the global id of an administrator. */
export type FormOwner = Pick<Form, 'formOwner' | 'formOwnerType' | 'purpose' | 'createdBy'>

const placeholder = 'NEW_QUESTION_'
const mostRemoved = 100

const questionsOf = (drafts: readonly QuestionDraft[], { newId }: World): Question[] =>
  drafts.map(({ _id = '', options, ...draft }) => ({
    ...draft,
    _id: _id === '' || _id.startsWith(placeholder) ? newId() : _id,
    options: isChoice(draft.type) ? options : [],
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

/** A form that does not exist yet. */
export const newForm = (world: World, { questions: drafts, ...draft }: FormDraft, owner: FormOwner): Form => {
  const at = world.now().toISOString()
  const content = {
    title: draft.title,
    description: draft.description,
    questions: questionsOf(drafts, world),
  }
  return {
    ...defaults,
    ...defined(draft),
    ...content,
    ...owner,
    formId: world.newId(),
    contentVersion: '1',
    removedQuestions: [],
    largest: sizeOf(content),
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
}

/** Without the fields that were not given. */
const defined = <T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never

const isSame = (before: Form, after: Form): boolean =>
  JSON.stringify([before.title, before.description, before.questions]) ===
  JSON.stringify([after.title, after.description, after.questions])

/** The form after a change. Old responses keep what they were asked; questions that go are remembered. */
export const changedForm = (
  world: World,
  before: Form,
  { questions: drafts, ...change }: FormChange,
): Form => {
  const questions = drafts === undefined ? before.questions : questionsOf(drafts, world)
  const kept = new Set(questions.map(({ _id }) => _id))
  const removed = before.questions.filter(({ _id }) => !kept.has(_id))
  const after: Form = {
    ...before,
    ...defined(change),
    questions,
    removedQuestions: [...before.removedQuestions, ...removed].slice(-mostRemoved),
    updatedAt: world.now().toISOString(),
    version: before.version + 1,
  }
  if (isSame(before, after)) return after
  const contentVersion = String(Number(before.contentVersion) + 1)
  return { ...after, contentVersion, largest: Math.max(before.largest, sizeOf(after)) }
}
