import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { type FailureKind, fail } from '../../../lib/contract/failure.ts'
import { readJson } from '../../../lib/contract/json.ts'
import type { Schema } from '../../../lib/contract/row.ts'
import type { SocialLink } from '../../../lib/identity/org/records.ts'
import { FormChange, FormDraft } from '../../forms/contract.ts'
import { type NewRole, type RoleDraft, RoleDrafts } from '../../members/contract.ts'
import { roleTitled } from '../../members/index.ts'
import { CustomRoles, MessageSettingsChange, SocialLinkDrafts, WeeklyMeeting } from '../contract/bodies.ts'
import {
  BadCustomRoles,
  BadMeeting,
  BadMemberForm,
  BadMessageSettings,
  BadPositions,
  BadSocialLinks,
  BadSocialLinkType,
  SocialWithoutName,
  TooManyLinks,
  WebsiteIncomplete,
} from '../contract/failures.ts'

const fromText = (text: string, kind: FailureKind): unknown => {
  try {
    return readJson(text)
  } catch {
    return fail(kind)
  }
}

/** A field that comes as JSON, or in a form as the text of it. */
const read = <S extends Schema>(schema: S, given: unknown, kind: FailureKind): z.infer<S> => {
  const parsed = safeParse(schema, typeof given === 'string' ? fromText(given, kind) : given)
  return parsed.success ? parsed.data : fail(kind)
}

export const isSet = (flag: boolean | 'true' | 'false'): boolean => flag === true || flag === 'true'

/** Words stay words; a text that holds an object is that object. */
export const meetingOf = (given: WeeklyMeeting): WeeklyMeeting =>
  typeof given === 'string' && given.trimStart().startsWith('{')
    ? read(WeeklyMeeting, given, BadMeeting)
    : given

export const positionsOf = (given: unknown): readonly RoleDraft[] => read(RoleDrafts, given, BadPositions)

export const customRolesOf = (given: unknown): readonly NewRole[] =>
  read(CustomRoles, given, BadCustomRoles).map((role) => {
    const made = typeof role === 'string' ? roleTitled(role) : role
    return made.name === '' ? fail(BadCustomRoles) : made
  })

export const newFormOf = (given: unknown): FormDraft => read(FormDraft, given, BadMemberForm)
export const formChangeOf = (given: unknown): FormChange => read(FormChange, given, BadMemberForm)

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
  return fail({ ...SocialWithoutName, message: `Social media link (${type}) must have a username` })
}

const most = { instagram: 1, youtube: 1, tiktok: 1, website: 3 } as const

/** Links to other places, in their order: one for each network, three websites (rules/organizations 7). */
export const socialLinksOf = (given: unknown): SocialLink[] => {
  const links = read(SocialLinkDrafts, given, BadSocialLinks).map(linkOf)
  const tooMany = Object.entries(most).some(
    ([type, limit]) => links.filter((link) => link.type === type).length > limit,
  )
  return tooMany ? fail(TooManyLinks) : links.sort((a, b) => a.order - b.order)
}
