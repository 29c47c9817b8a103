import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail, failureText, withText } from '../../lib/contract/failure.ts'
import { readJson } from '../../lib/contract/json.ts'
import type { SocialLink } from '../../lib/contract/organizations.ts'
import type { Schema } from '../../lib/contract/row.ts'
import type { Write } from '../../lib/table/write.ts'
import { FormChange, FormDraft } from '../form-records/contract.ts'
import {
  applyFormChange,
  buildForm,
  type Form,
  formWrites,
  memberFormIdOf,
  newResponse,
  requireAnswers,
  responseWrites,
  validateNamedAnswers,
} from '../form-records/index.ts'
import { type NewRole, type RoleDraft, RoleDrafts } from '../members/contract.ts'
import { roleFromTitle } from '../members/index.ts'
import { CustomRoles, MessageSettingsChange, SocialLinkDrafts, WeeklyMeeting } from './contract/bodies.ts'
import {
  BadCustomRoles,
  BadMeeting,
  BadMemberForm,
  BadMessageSettings,
  BadPositions,
  BadSocialLinks,
  BadSocialLinkType,
  FormResponseRequired,
  SocialWithoutName,
  TooManyLinks,
  WebsiteIncomplete,
} from './contract/failures.ts'

const fromText = (text: string, kind: FailureKind): unknown => {
  try {
    return readJson(text)
  } catch {
    return fail(kind)
  }
}

/** Parses a field that comes as JSON, or in a form as JSON text. */
const read = <S extends Schema>(schema: S, given: unknown, kind: FailureKind): z.infer<S> => {
  const parsed = safeParse(schema, typeof given === 'string' ? fromText(given, kind) : given)
  return parsed.success ? parsed.data : fail(kind)
}

export const isSet = (flag: boolean | 'true' | 'false'): boolean => flag === true || flag === 'true'

/** Plain text stays text; text that contains a JSON object becomes that object. */
export const meetingOf = (given: WeeklyMeeting): WeeklyMeeting =>
  typeof given === 'string' && given.trimStart().startsWith('{')
    ? read(WeeklyMeeting, given, BadMeeting)
    : given

export const positionsOf = (given: unknown): readonly RoleDraft[] => read(RoleDrafts, given, BadPositions)

export const customRolesOf = (given: unknown): readonly NewRole[] =>
  read(CustomRoles, given, BadCustomRoles).map((role) => {
    const made = typeof role === 'string' ? roleFromTitle(role) : role
    return made.name === '' ? fail(BadCustomRoles) : made
  })

export const newFormOf = (given: unknown): FormDraft => read(FormDraft, given, BadMemberForm)
const formChangeOf = (given: unknown): FormChange => read(FormChange, given, BadMemberForm)

export const messageSettingsOf = (given: unknown): z.infer<typeof MessageSettingsChange> =>
  read(MessageSettingsChange, given, BadMessageSettings)

const isWebAddress = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:')
}

type Draft = z.infer<typeof SocialLinkDrafts>[number]

const websiteOf = ({ url, title }: Draft, order: number): SocialLink => {
  if (!url || !title) return fail(WebsiteIncomplete)
  return isWebAddress(url) ? { type: 'website', url, title, order } : fail(BadSocialLinks)
}

const networks = ['instagram', 'youtube', 'tiktok'] as const

const linkOf = (draft: Draft, at: number): SocialLink => {
  const order = draft.order ?? at
  if (draft.type === 'website') return websiteOf(draft, order)
  const type = networks.find((network) => network === draft.type) ?? fail(BadSocialLinkType)
  if (draft.username) return { type, username: draft.username, order }
  return fail(
    withText(SocialWithoutName, failureText('Social media link ({type}) must have a username', { type })),
  )
}

const maxLinks = { instagram: 1, youtube: 1, tiktok: 1, website: 3 } as const

/** Social links in their order: one for each network, and up to three websites (rules/organizations 7). */
export const socialLinksOf = (given: unknown): SocialLink[] => {
  const links = read(SocialLinkDrafts, given, BadSocialLinks).map(linkOf)
  const tooMany = Object.entries(maxLinks).some(
    ([type, limit]) => links.filter((link) => link.type === type).length > limit,
  )
  return tooMany ? fail(TooManyLinks) : links.sort((a, b) => a.order - b.order)
}

type ProfileContext = Pick<Context<'member'>, 'caller' | 'now' | 'newId'>

/** The first version of the member form. */
export const newMemberForm = (draft: FormDraft, orgId: string, context: ProfileContext) => {
  const formId = memberFormIdOf(orgId)
  const owner = {
    formOwner: orgId,
    formOwnerType: 'Org' as const,
    purpose: 'membership' as const,
    createdBy: context.caller.tenantUserId,
  }
  const form: Form = { ...buildForm(context, draft, owner), formId }
  return { formId, writes: formWrites(undefined, form) }
}

/** The member form after a change. The form keeps its id, so old answers stay readable. */
export const setMemberForm = (
  sent: unknown,
  orgId: string,
  before: Form | undefined,
  context: ProfileContext,
) => {
  if (!before) return newMemberForm(newFormOf(sent), orgId, context)
  const writes = formWrites(before, applyFormChange(context, before, formChangeOf(sent)))
  return { formId: before.formId, writes }
}

type SentAnswers = Parameters<typeof validateNamedAnswers>[1]

/** Writes that store the answers of a person who joins, and the part of an application that refers to them. */
export const memberAnswers = (
  form: Form | undefined,
  sent: SentAnswers | undefined,
  context: ProfileContext,
): { readonly given?: { formResponse: string; formId: string }; readonly writes: readonly Write[] } => {
  if (!form) return { writes: [] }
  if (sent === undefined) fail(FormResponseRequired)
  const { tenantUserId } = context.caller
  const answers = requireAnswers(validateNamedAnswers(form.questions, sent))
  const response = newResponse(context, form, answers, { submittedBy: tenantUserId })
  const given = { formResponse: response.id, formId: form.formId }
  return { given, writes: responseWrites(response, `u-${tenantUserId}`) }
}
