import { fail, failureText, withText } from '../../lib/contract/failure.ts'
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

/** Limit of event mentions in one text, so that pages of messages read few events. */
const maxMentions = 10

/** Events by their ids. */
export type Cards = ReadonlyMap<string, EventCard>

const byId = (cards: readonly EventCard[]): Cards => new Map(cards.map((card) => [card.eventId, card]))

const mentionsIn = (content: string): readonly string[] => [
  ...new Set(Array.from(content.matchAll(mentionPattern), ([, id = '']) => id)),
]

/** Reads the events that a text mentions, in parallel with other reads. Reads none when the text mentions too many. */
export const readMentioned = async (table: Table, content = ''): Promise<Cards> => {
  const ids = mentionsIn(content)
  if (ids.length > maxMentions) return new Map()
  const refs = ids.map((eventId) => key(eventCard, { eventId }))
  const found = (await table.batchGet(refs, { strong: true })) as (EventCard | undefined)[]
  return byId(found.filter((card) => card !== undefined))
}

/**
 * The ids of `@event:<id>` in a text: live events that the organization hosts or collaborates on (rules/messages 22).
 * Fails with 400 for others, for more than ten, and where the school allows no mentions.
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

/** Summaries of mentioned events by id, as far as the reader may see them. Only members see members-only events. */
export type Summaries = ReadonlyMap<string, Summary>

export const summariesOf = (cards: Cards, rights: OrgRights, userId: string): Summaries => {
  const rightsByOrg = new Map([[rights.roles.orgId, rights]])
  const viewer = {
    userId,
    isAdmin: rights.isAdmin,
    signedIn: true,
    eventsToDecide: new Set<string>(),
    rightsByOrg,
  }
  return new Map(
    [...cards].flatMap(([id, card]) => (isVisible(card, viewer) ? [[id, summaryOf(card)] as const] : [])),
  )
}

/** All events that some messages mention. One round trip, or none without mentions. */
export const cardsOf = async (table: Table, messages: readonly Message[]): Promise<Cards> =>
  byId(
    await readCards(
      table,
      messages.flatMap(({ mentionedEvents }) => mentionedEvents),
    ),
  )

const linkPattern = /\bhttps?:\/\/[^\s<>"'`]+/gi

/**
 * Text that clients turn into a link, with or without a scheme: `scheme://`, domain names whose last label is letters,
 * and IP addresses. Other characters that browsers read as a full stop count as one.
 */
const addressPattern =
  /[a-z][a-z\d+.-]{0,60}:\/\/\S|[\p{L}\p{N}]\.(?:xn--[a-z\d-]+|\p{L}{2,})(?![\p{L}\p{N}])|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu

/** Whether a text contains a link or an address. */
const hasAddress = (content: string): boolean =>
  addressPattern.test(normalForm(content, 'NFKC').replace(/[\u3002\uff61]/g, '.'))

const unique = (texts: Iterable<string>): string[] => [...new Set(texts)]

const trailingSigns = '.,;:!?)]}'

/** A regular expression with `+$` would take quadratic time on a long run of such characters. */
const withoutTrailingSigns = (link: string): string => {
  let end = link.length
  while (end > 0 && trailingSigns.includes(link.charAt(end - 1))) end -= 1
  return link.slice(0, end)
}

/** Links in a text without duplicates. A trailing full stop or bracket does not belong to a link. */
const linksIn = (content: string): string[] =>
  unique(Array.from(content.matchAll(linkPattern), ([link]) => withoutTrailingSigns(link)))

/** Counts characters, not code units. */
const lengthOf = (content: string): number => [...content].length

type Limits = { readonly most: number; readonly least: number }

/** The limits of the school and the organization for a text. Replies have no minimum length. */
export const limitsOf = (
  { minCharacterLimit, maxCharacterLimit }: MessagingRules,
  characterLimit: number,
  isReply: boolean,
): Limits => ({
  most: Math.min(Math.max(100, characterLimit), maxCharacterLimit),
  least: isReply ? 0 : minCharacterLimit,
})

/** The text to store with its links, or its failure. */
export const checkedText = async (
  given: string | undefined,
  rules: MessagingRules,
  { most, least }: Limits,
): Promise<Pick<Message, 'content' | 'links'>> => {
  const content = given?.trim() || fail(ContentRequired, { field: 'content' })
  // Readers see only the text: tags cannot hide an address or profanity, and do not count as length.
  const plainText = plainTextOf(content)
  const length = lengthOf(plainText)
  if (length > most)
    fail(withText(ContentTooLong, failureText('Message exceeds character limit of {most}', { most })), {
      field: 'content',
    })
  if (length < least)
    fail(withText(ContentTooShort, failureText('Message must be at least {least} characters', { least })), {
      field: 'content',
    })
  if (rules.requireProfanityFilter && (await isProfane(plainText))) fail(ContentProfane, { field: 'content' })
  if (!rules.allowLinks && (hasAddress(plainText) || hasAddress(content)))
    fail(LinksOff, { field: 'content' })
  return { content, links: linksIn(plainText) }
}

/** The content to store with its links and mentions, or its failure. */
export const checkedContent = async (
  given: string | undefined,
  rules: MessagingRules,
  limits: Limits,
  { orgId, mentioned }: { readonly orgId: string; readonly mentioned: Cards },
): Promise<Pick<Message, 'content' | 'links' | 'mentionedEvents'>> => {
  const checked = await checkedText(given, rules, limits)
  return { ...checked, mentionedEvents: checkedMentions(checked.content, rules, orgId, mentioned) }
}
