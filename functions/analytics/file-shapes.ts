import * as z from 'zod/mini'
import { described } from '../../lib/contract/fields.ts'
import { AgendaItem } from '../events/contract.ts'
import { AnswerValue } from '../form-records/contract.ts'
import { AnalyticsView, ReportedEvent, RolesView, VolunteersView } from './contract/shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

const Answers = z.array(z.object({ question: text, answer: AnswerValue }))

/** The report of an event as JSON. */
export const EventReport = z.object({
  report: z.object({
    event: ReportedEvent,
    analytics: AnalyticsView,
    agenda: z.array(AgendaItem),
    roles: RolesView,
    volunteers: VolunteersView,
    /** Equipment is not stored: always empty. */
    equipment: z.array(z.string()),
    /** People who answered the feedback form. */
    feedback: z.object({ responses: z.number() }),
    generatedAt: text,
  }),
})

/** The export of attendees as JSON. */
export const ExportedAttendees = z.object({
  attendees: z.array(
    z.object({
      id: text,
      kind: z.enum(['user', 'guest']),
      name: text,
      username: maybe(text),
      email: maybe(text),
      school: maybe(text),
      status: text,
      guestCount: maybe(z.number()),
      registeredAt: maybe(text),
      walkIn: z.boolean(),
      checkedIn: z.boolean(),
      checkedInAt: maybe(text),
      checkedInBy: maybe(text),
      correctedAt: maybe(text),
      correctedBy: maybe(text),
      correctionReason: maybe(text),
      headsCheckedIn: described(
        z.number(),
        'Number of people of the registration who came; 0 for people who are not checked in',
      ),
      checkedInByName: described(
        maybe(text),
        'Name of the person or the helper link that checked the person in; absent if it was deleted',
      ),
      answers: described(
        z.object({
          registration: described(Answers, 'Answers to the registration form; erased answers are null'),
          feedback: described(Answers, 'Answers to the feedback form; erased answers are null'),
        }),
        'Answers of the person to the registration form and to the feedback form',
      ),
    }),
  ),
})
