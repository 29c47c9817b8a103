import * as z from 'zod/mini'
import { Id } from '../../../lib/contract/fields.ts'
import { NamedPerson, PublicUser } from '../../../lib/contract/people.ts'
import { AnswerValue, OrderedAnswers } from '../../form-records/contract.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** Includes the person. */
const GuestCount = z.int().check(z.minimum(1), z.maximum(10))

/** Fields that existing clients send for people without an account are ignored here. */
export const registrationFields = { guestCount: maybe(GuestCount), formAnswers: maybe(OrderedAnswers) }

/** The caller's answer to one question; null without an answer, or to a question added since. */
export const GivenAnswer = z.object({ questionId: text, answer: AnswerValue })

export const RsvpView = z.object({
  eventId: text,
  userId: maybe(text),
  globalUserId: maybe(text),
  status: z.enum(['attending', 'waitlisted']),
  registeredAt: text,
  guestCount: z.number(),
  formResponseId: maybe(text),
  waitlistPosition: maybe(z.number()),
  promotedAt: maybe(text),
  checkedIn: z.boolean(),
  /** Null until check-in. */
  checkedInAt: z.nullable(text),
  checkedInBy: z.nullable(text),
})
export type RsvpView = z.infer<typeof RsvpView>

/** Fields for managers only. */
const managerFields = {
  email: maybe(text),
  guestCount: maybe(z.number()),
  checkedIn: maybe(z.boolean()),
  checkedInAt: maybe(z.nullable(text)),
  checkedInBy: maybe(z.nullable(text)),
  formResponseId: maybe(text),
  walkIn: maybe(z.boolean()),
}

/** Existing clients read the person under `userId`; `user` repeats them. */
export const AttendeeView = z.object({
  userId: NamedPerson,
  user: PublicUser,
  registeredAt: text,
  ...managerFields,
})
export const GuestView = z.object({
  globalUserId: text,
  name: text,
  picture: maybe(text),
  isGuest: z.literal(true),
  sourceTenant: maybe(text),
  registeredAt: text,
  ...managerFields,
})

/** A registration as event managers read it. */
export const RegistrationView = z.object({
  registrationId: text,
  userId: maybe(text),
  globalUserId: maybe(text),
  name: text,
  username: maybe(text),
  picture: maybe(text),
  email: maybe(text),
  sourceTenant: maybe(text),
  status: z.enum(['attending', 'waitlisted']),
  registeredAt: text,
  guestCount: z.number(),
  checkedIn: z.boolean(),
  /** Null until check-in. */
  checkedInAt: z.nullable(text),
  checkedInBy: z.nullable(text),
  formResponseId: maybe(text),
  reason: maybe(text),
  promotedAt: maybe(text),
})
export type RegistrationView = z.infer<typeof RegistrationView>

export const NewEntry = z.object({ userId: Id, ...registrationFields })
