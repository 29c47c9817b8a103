import { normalForm } from '../../contract/text/normal-form.ts'
import { visibleLine } from '../../contract/text/plain-text.ts'
import { type Entry, type WordRow, wordIndex, wordWrites } from '../../search/rows.ts'
import { nameWordsOf, personWordsOf } from '../../search/words.ts'
import type { Write } from '../../table/write.ts'
import { type OrgMember, orgMember } from '../org/organizations.ts'
import { type Organization, organization } from '../org/records.ts'
import { type TenantUser, tenantUser } from './records.ts'

/**
 * Letters that look like Latin letters or digits, from Unicode's confusables (UTS 39): those of Latin, Greek,
 * Cyrillic, Armenian, Coptic, Cherokee and Lisu. Letters that NFKC already converts are omitted.
 */
const lookalikes: Readonly<Record<string, string>> = {
  2: 'ꝚƧƻꙄϨ',
  3: 'ꞫȜƷꝪЗӠҘⳌ',
  a: 'ɑαаΑАᎪꓮ',
  b: 'ƄꞴɓƃƂƀΒЬВҍҌѣѢᏏᏴꓐ',
  c: 'ᴄȼϲϹсСҫҪⲥⲤᏟꮯꓚ',
  d: 'ɗɖƌđĐÐƉԁᎠᏧꓒꓓ',
  e: 'ꬲɇɆΕеЕҽҿᎬꓰ',
  f: 'ꬵꞙẝꞘƒƑᵮϜքꓝ',
  g: 'ɡᶃƍɠǥǤցԌᏀᏳꓖ',
  h: 'ɦⱧħĦΗһҺНꚕҢћӉӇհⲎᎻᏂᏲꓧ',
  i: 'ıɪɩɨᵻᵼƗΙιіІꙇӏӀⲒƖǀꭵᎥꓲ',
  j: 'ƝɉɈϳͿјЈꞲᎫꓙ',
  k: 'ƙⱩꝀΚКҚҞⲔᏦꓗ',
  l: 'łŁɭƚɫⳐᏞꓡ',
  m: 'ɱᵯΜϺМӍⲘᎷꓟ',
  n: 'ɳƞƝᵰΝηոռⲚꓠ',
  o: 'ᴏᴑꬽøꬾØɵꝋƟꝊοΟσθϑΘϴоОөѳӨѲօՕⲟⲞᎾᎾꮎꓳ',
  p: 'ƥᵽρΡϱрРⲣⲢᏢꓑ',
  q: 'ʠԛգզ',
  r: 'ꭇꭈƦɽɼɍᵲᴦгғⲅꮁᎡᏒꓣ',
  s: 'ꜱƽʂᵴѕЅՏꮪᏕᏚꓢ',
  t: 'ƭȾȚƮŧŦᵵΤТҬⲦᎢꓔ',
  u: 'ꞟᴜꭎꭒʋᵾɄυսՍꮜᏌꓴ',
  v: 'ᴠνѵѴꮩᏙꓦ',
  w: 'ɯᴡꝡѡԝԜѽաꮃᎳᏔꓪ',
  x: 'ꞳχΧхХҲⲬꓫ',
  y: 'ɣᶌʏỿꭚƴɏɎγΥϒуУүҮұҰⲨᎩᎽꓬ',
  z: 'ᴢʐƶƵȥȤᵶΖꮓᏃꓜ',
  ae: 'æÆӕӔ',
  oe: 'œŒ',
  '-': '‐‑‒–—―−⁃',
  "'": '‘’‛ʼʹ′`´ʻʽ',
  '"': '“”„‟″',
}
const plainSigns = new Map(
  Object.entries(lookalikes).flatMap(([plain, signs]) => [...signs].map((sign) => [sign, plain] as const)),
)

const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{Mn}*)\p{Mn}/gu

/** A name in plain ASCII letters, as far as it resembles them. */
export const asciiName = (name: string): string =>
  normalForm(
    [...normalForm(visibleLine(name), 'NFKD').replace(accents, '')]
      .map((sign) => plainSigns.get(sign) ?? sign)
      .join(''),
    'NFKC',
  )

/**
 * A key for the look of a name. Names share it if they differ only in case, accents, width, invisible characters or
 * confusable letters (`l`, `I` and `1`; `rn` and `m`; a Latin and a Cyrillic `a`). It is not for display.
 */
export const confusableKeyOf = (name: string): string =>
  asciiName(name)
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replace(/\s+/g, ' ')
    .trim()

/** Facts of an organization that lists filter by. */
export type OrgFacts = Pick<Organization, 'unlisted' | 'approvalStatus' | 'verified' | 'lifecycleStatus'>

/** Facts that differ from the usual ones. */
const unusual = ({ unlisted, approvalStatus, verified, lifecycleStatus }: OrgFacts): readonly string[] => [
  ...(unlisted ? ['unlisted'] : []),
  ...(approvalStatus === 'approved' ? [] : [approvalStatus]),
  ...(verified ? ['verified'] : []),
  ...(lifecycleStatus === 'active' ? [] : [lifecycleStatus]),
]

export const orgFactsOf = ({ facts = '' }: WordRow): OrgFacts => {
  const all = facts.split(' ')
  const known = ['unlisted', 'pending', 'rejected', 'verified']
  const undecided = (['pending', 'rejected'] as const).find((status) => all.includes(status))
  return {
    unlisted: all.includes('unlisted'),
    approvalStatus: undecided ?? 'approved',
    verified: all.includes('verified'),
    lifecycleStatus: all.find((fact) => fact !== '' && !known.includes(fact)) ?? 'active',
  }
}

/** The list of organizations with this unusual fact; undefined if all requested facts are usual. */
export const listLabelOf = ({ verified, approvalStatus, lifecycleStatus }: Partial<OrgFacts>) => {
  if (approvalStatus !== undefined && approvalStatus !== 'approved') return `!${approvalStatus}`
  if (lifecycleStatus !== undefined && lifecycleStatus !== 'active') return `!${lifecycleStatus}`
  return verified ? '!verified' : undefined
}

const factsIn = (facts: readonly string[]) => (facts.length > 0 ? { facts: facts.join(' ') } : {})

export const orgWords = wordIndex('org', organization, (card): Entry | undefined => {
  if (card.deletedAt !== undefined) return undefined
  const facts = unusual(card)
  return {
    id: card.orgId,
    text: nameWordsOf(card.org_name).join(' '),
    at: Date.parse(card.createdAt),
    ...factsIn(facts),
    labels: facts.map((fact) => `!${fact}`),
  }
})

const textOf = (person: Pick<TenantUser, 'name' | 'username'>): string => personWordsOf(person).join(' ')

/** Only the name, for lists sorted by it. */
export const nameOfRow = ({ text }: WordRow): string => text.slice(text.indexOf(' ') + 1)

const isUsual = (roles: readonly string[]): boolean => roles.length === 1 && roles[0] === 'user'

export const rolesOfRow = ({ facts }: WordRow): readonly string[] => facts?.split(' ') ?? ['user']

export const personWords = wordIndex(
  'person',
  tenantUser,
  (user): Entry => ({
    id: user.id,
    text: textOf(user),
    at: Date.parse(user.createdAt),
    ...factsIn(isUsual(user.roles) ? [] : user.roles),
  }),
)

/**
 * Many people register at once. Each single word finds a new person immediately, several words together after the
 * stream has been processed.
 */
export const personWrites = (after: TenantUser, before?: TenantUser): readonly Write[] =>
  wordWrites(personWords, after, { most: 4, ...(before ? { before } : {}) })

export const memberScope = (orgId: string): string => `${orgId}.`

/** Members in lists of their organization. The facts are the ids of their roles. */
export const memberWords = wordIndex(
  'member',
  orgMember,
  (member: OrgMember): Entry => ({
    id: member.userId,
    text: textOf(member),
    at: Date.parse(member.joinedAt),
    ...factsIn(member.roles),
    scopes: [memberScope(member.orgId)],
  }),
)
