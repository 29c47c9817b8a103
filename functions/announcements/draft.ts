import * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { fail } from '../../lib/contract/failure.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import { Email, Id, prose } from '../../lib/contract/fields.ts'
import { readJson } from '../../lib/contract/json.ts'
import type { Schema } from '../../lib/contract/row.ts'

/** Files of one announcement, sent with it or uploaded separately. */
export const maxAttachments = 3
const mostLeftOut = 200
const mostAdditional = 20

const UserIds = z.array(Id).check(z.maxLength(mostLeftOut))
const LeftOutAddresses = z.array(Email).check(z.maxLength(mostLeftOut))
const AdditionalAddresses = z.array(Email).check(z.maxLength(mostAdditional))
const Channels = z.strictObject({ inApp: z.optional(z.boolean()), email: z.optional(z.boolean()) })
const Uploads = z.array(z.strictObject({ uploadId: Id, filename: z.optional(prose(255)) }))

/** A value, or in a form its JSON text. */
const orText = <S extends Schema>(schema: S) =>
  z.optional(z.union([schema, z.string().check(z.maxLength(64 * 1024))]))

/** A new announcement to the people of an event. */
export const NewAnnouncement = z.strictObject({
  /** Far above every limit. The rules check the limits of school and organization. */
  content: z.optional(prose(20_000)),
  subject: z.optional(prose(200)),
  sendAsOrg: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  /** Tenant users, or global users who are guests. */
  excludeUserIds: orText(UserIds),
  excludeEmails: orText(LeftOutAddresses),
  additionalEmails: orText(AdditionalAddresses),
  /** Both channels by default. */
  channels: orText(Channels),
  uploads: orText(Uploads),
})
export type NewAnnouncement = z.infer<typeof NewAnnouncement>

const refuse = (field: string, message: string): never =>
  fail(ValidationError, { field, details: [{ field, message }] })

const parsed = (field: string, text: string): unknown => {
  try {
    return readJson(text)
  } catch {
    return refuse(field, 'Invalid JSON')
  }
}

const read = <S extends Schema>(
  field: string,
  schema: S,
  given: unknown,
  otherwise: z.infer<S>,
): z.infer<S> => {
  if (given === undefined) return otherwise
  const { success, data, error } = safeParse(schema, typeof given === 'string' ? parsed(field, given) : given)
  return success ? data : refuse(field, error.issues[0]?.message ?? 'Invalid input')
}

const addresses = (given: readonly string[]): readonly string[] => [...new Set(given)]

/** Parses the options of a JSON body or form. Fails with 400 `VALIDATION_ERROR` and the field's name. */
export const announcementOptionsOf = (body: NewAnnouncement) => {
  const channels = read('channels', Channels, body.channels, {})
  const leftOut = addresses(read('excludeEmails', LeftOutAddresses, body.excludeEmails, []))
  const additional = addresses(read('additionalEmails', AdditionalAddresses, body.additionalEmails, []))
  return {
    content: body.content,
    /** One line, because it is the subject of mails. */
    subject: body.subject?.replace(/\s+/g, ' ').trim() || undefined,
    sendAsOrg: body.sendAsOrg === true || body.sendAsOrg === 'true',
    except: [...new Set(read('excludeUserIds', UserIds, body.excludeUserIds, []))],
    exceptAddresses: leftOut,
    additional: additional.filter((address) => !leftOut.includes(address)),
    channels: { inApp: channels.inApp ?? true, email: channels.email ?? true },
    uploads: read('uploads', Uploads, body.uploads, []),
  }
}
export type AnnouncementOptions = ReturnType<typeof announcementOptionsOf>
