import { fail } from '../../lib/contract/failure.ts'
import { isProfane } from '../../lib/profanity.ts'
import type { MessagingRules } from '../management/index.ts'
import {
  ContentProfane,
  ContentRequired,
  ContentTooLong,
  ContentTooShort,
  LinksOff,
} from './contract/failures.ts'
import { type Cards, checkedMentions } from './mentions.ts'
import type { Message } from './repository.ts'

const linkPattern = /\bhttps?:\/\/[^\s<>"'`]+/gi

/**
 * What clients make a link of, with or without a scheme: `scheme://`, `www.`, names with a last label of letters, numbers
 * of machines. Signs that browsers read as a full stop are one.
 */
const addressPattern =
  /[a-z][a-z\d+.-]*:\/\/\S|[\p{L}\p{N}]\.(?:xn--[a-z\d-]+|\p{L}{2,})(?![\p{L}\p{N}])|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu

/** Whether a text holds a link or an address that somebody could follow. */
export const hasAddress = (content: string): boolean =>
  addressPattern.test(content.normalize('NFKC').replace(/[\u3002\uff61]/g, '.'))

const unique = (texts: Iterable<string>): string[] => [...new Set(texts)]

/** Addresses in a text, each once; a full stop or bracket behind one is not part of it. */
export const linksIn = (content: string): string[] =>
  unique(Array.from(content.matchAll(linkPattern), ([link]) => link.replace(/[.,;:!?)\]}]+$/, '')))

/** People count signs, not code units. */
const lengthOf = (content: string): number => [...content].length

type Limits = { readonly most: number; readonly least: number }

/** What a text may be under the rules of the school and of the organization; replies have no least length. */
export const limitsOf = (
  { minCharacterLimit, maxCharacterLimit }: MessagingRules,
  characterLimit: number,
  isReply: boolean,
): Limits => ({
  most: Math.min(Math.max(100, characterLimit), maxCharacterLimit),
  least: isReply ? 0 : minCharacterLimit,
})

/** A text as it is stored, with its links; or what is wrong with it. */
export const checkedText = async (
  given: string | undefined,
  rules: MessagingRules,
  { most, least }: Limits,
): Promise<Pick<Message, 'content' | 'links'>> => {
  const content = given?.trim() || fail(ContentRequired, { field: 'content' })
  const length = lengthOf(content)
  if (length > most)
    fail({ ...ContentTooLong, message: `Message exceeds character limit of ${most}` }, { field: 'content' })
  if (length < least)
    fail(
      { ...ContentTooShort, message: `Message must be at least ${least} characters` },
      { field: 'content' },
    )
  if (rules.requireProfanityFilter && (await isProfane(content))) fail(ContentProfane, { field: 'content' })
  const links = linksIn(content)
  if (!rules.allowLinks && hasAddress(content)) fail(LinksOff, { field: 'content' })
  return { content, links }
}

/** The content of a message as it is stored, with its links and mentions; or what is wrong with it. */
export const checkedContent = async (
  given: string | undefined,
  rules: MessagingRules,
  limits: Limits,
  { orgId, mentioned }: { readonly orgId: string; readonly mentioned: Cards },
): Promise<Pick<Message, 'content' | 'links' | 'mentionedEvents'>> => {
  const checked = await checkedText(given, rules, limits)
  return { ...checked, mentionedEvents: checkedMentions(checked.content, rules, orgId, mentioned) }
}
