import { fail } from '../../lib/contract/failure.ts'
import { plainTextOf } from '../../lib/contract/text/html-to-text.ts'
import { normalForm } from '../../lib/contract/text/normal-form.ts'
import type { OrgRights } from '../../lib/identity/org/organizations.ts'
import { isProfane } from '../../lib/profanity.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type EventCard, eventCard, isLive, isOfOrganization, isVisible, readCards } from '../events/index.ts'
import type { MessagingRules } from '../policies/index.ts'
import {
  ContentProfane,
  ContentRequired,
  ContentTooLong,
  ContentTooShort,
  LinksOff,
  MentionsOff,
  type MessageView,
  TooManyMentions,
  UnknownEvent,
} from './contract.ts'
import type { Message } from './repository.ts'

const mentionPattern = /@event:([\w-]{1,128})/g

/** Events that one text may mention: what a page of messages joins stays small. */
const maxMentions = 10

/** Events by their ids. */
export type Cards = ReadonlyMap<string, EventCard>

const byId = (cards: readonly EventCard[]): Cards => new Map(cards.map((card) => [card.eventId, card]))

const mentionsIn = (content: string): readonly string[] => [
  ...new Set(Array.from(content.matchAll(mentionPattern), ([, id = '']) => id)),
]

/**
 * The events that a text mentions as they are now, to be read beside what else decides on it. None of them for a text
 * that mentions too many.
 */
export const readMentioned = async (table: Table, content = ''): Promise<Cards> => {
  const ids = mentionsIn(content)
  if (ids.length > maxMentions) return new Map()
  const refs = ids.map((eventId) => key(eventCard, { eventId }))
  const found = (await table.batchGet(refs, { strong: true })) as (EventCard | undefined)[]
  return byId(found.filter((card) => card !== undefined))
}

/**
 * The ids of `@event:<id>` in a text: live events that the organization hosts or helps to run
 * (rules/messages 22). Fails with 400 for others, for more than ten, and where the school allows no mentions.
 */
const checkedMentions = (
  content: string,
  { allowEventMentions }: MessagingRules,
  orgId: string,
  cards: Cards,
): string[] => {
  const ids = mentionsIn(content)
  const refuse = (failure: Parameters<typeof fail>[0]) => fail(failure, { field: 'content' })
  if (ids.length > 0 && !allowEventMentions) refuse(MentionsOff)
  if (ids.length > maxMentions) refuse(TooManyMentions)
  return ids.map((id) => {
    const card = cards.get(id)
    return card && isLive(card) && isOfOrganization(card, orgId) ? id : refuse(UnknownEvent)
  })
}

type Summary = MessageView['mentionedEvents'][number]

const summaryOf = ({ eventId, name, start_time, location, image, type }: EventCard): Summary => ({
  _id: eventId,
  name,
  start_time,
  type,
  ...(location === undefined ? {} : { location }),
  ...(image === undefined ? {} : { image, previewImage: image }),
})

/** What a reader may know of mentioned events, by their ids. Events for members alone are told to members alone. */
export type Summaries = ReadonlyMap<string, Summary>

export const summariesOf = (cards: Cards, rights: OrgRights, userId: string): Summaries => {
  const rightsByOrg = new Map([[rights.roles.orgId, rights]])
  const viewer = {
    userId,
    isAdmin: rights.isAdmin,
    plain: rights.plain,
    signedIn: true,
    eventsToDecide: new Set<string>(),
    rightsByOrg,
  }
  return new Map(
    [...cards].flatMap(([id, card]) => (isVisible(card, viewer) ? [[id, summaryOf(card)] as const] : [])),
  )
}

/** Every event that some messages mention, in one round trip; none where nothing is mentioned. */
export const cardsOf = async (table: Table, messages: readonly Message[]): Promise<Cards> =>
  byId(
    await readCards(
      table,
      messages.flatMap(({ mentionedEvents }) => mentionedEvents),
    ),
  )

const linkPattern = /\bhttps?:\/\/[^\s<>"'`]+/gi

/**
 * What clients make a link of, with or without a scheme: `scheme://`, `www.`, names with a last label of letters, numbers
 * of machines. Signs that browsers read as a full stop are one.
 */
const addressPattern =
  /[a-z][a-z\d+.-]{0,60}:\/\/\S|[\p{L}\p{N}]\.(?:xn--[a-z\d-]+|\p{L}{2,})(?![\p{L}\p{N}])|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu

/** Whether a text holds a link or an address that somebody could follow. */
const hasAddress = (content: string): boolean =>
  addressPattern.test(normalForm(content, 'NFKC').replace(/[\u3002\uff61]/g, '.'))

const unique = (texts: Iterable<string>): string[] => [...new Set(texts)]

const trailingSigns = '.,;:!?)]}'

/** A pattern with `+$` would look at a long row of such signs anew from each of them. */
const withoutTrailingSigns = (link: string): string => {
  let end = link.length
  while (end > 0 && trailingSigns.includes(link.charAt(end - 1))) end -= 1
  return link.slice(0, end)
}

/** Addresses in a text, each once; a full stop or bracket behind one is not part of it. */
const linksIn = (content: string): string[] =>
  unique(Array.from(content.matchAll(linkPattern), ([link]) => withoutTrailingSigns(link)))

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
  // Readers get its words: tags hide neither an address nor a bad word, and count as nothing.
  const plainText = plainTextOf(content)
  const length = lengthOf(plainText)
  if (length > most)
    fail({ ...ContentTooLong, message: `Message exceeds character limit of ${most}` }, { field: 'content' })
  if (length < least)
    fail(
      { ...ContentTooShort, message: `Message must be at least ${least} characters` },
      { field: 'content' },
    )
  if (rules.requireProfanityFilter && (await isProfane(plainText))) fail(ContentProfane, { field: 'content' })
  if (!rules.allowLinks && (hasAddress(plainText) || hasAddress(content)))
    fail(LinksOff, { field: 'content' })
  return { content, links: linksIn(plainText) }
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
