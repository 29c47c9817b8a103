import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import type { Attendee, EventCard } from '../../events/index.ts'
import {
  type Form,
  findForm,
  judgeOrdered,
  newResponse,
  requireAnswers,
  responseRemoval,
  responseWrites,
} from '../../forms/index.ts'
import type { Who } from '../person.ts'
import type { SeatWorld } from '../seats/snapshot.ts'

type Sent = Parameters<typeof judgeOrdered>[1]

/** The form that whoever registers has to answer. A form that is gone asks nothing. */
export const formOf = async (table: Table, { registrationFormId }: EventCard): Promise<Form | undefined> =>
  registrationFormId === undefined ? undefined : findForm(table, registrationFormId)

/** What a registration keeps of its answers, and the writes that go with it. */
export type Answered = {
  readonly fields: Pick<Attendee, 'formId' | 'formResponseId'>
  readonly writes: readonly Write[]
}

const nothing: Answered = { fields: {}, writes: [] }

/** Takes back what somebody has answered. */
export const unanswered = ({ formId, formResponseId: id }: Attendee): readonly Write[] =>
  formId === undefined || id === undefined ? [] : [responseRemoval({ formId, id })]

/**
 * The answers to the form of an event, in the order of its questions. Who has registered before may leave
 * them as they are. Fails with 400 `Invalid form answers`.
 */
export const answeredBy = (
  world: SeatWorld,
  form: Form | undefined,
  sent: Sent | undefined,
  { eventId, kind, personId }: Who & { readonly eventId: string },
  before: Attendee | undefined,
): Answered => {
  if (!form || (before && sent === undefined)) return nothing
  const answers = requireAnswers(judgeOrdered(form.questions, sent ?? form.questions.map(() => null)))
  const submitter = kind === 'u' ? { submittedBy: personId } : { globalSubmittedBy: personId }
  const response = newResponse(world, form, answers, { ...submitter, eventId })
  return {
    fields: { formId: form.formId, formResponseId: response.id },
    writes: [...responseWrites(response, undefined, false), ...(before ? unanswered(before) : [])],
  }
}
