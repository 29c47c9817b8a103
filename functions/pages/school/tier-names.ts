import { msg, t } from '../locale.ts'

type Tier = { readonly name: string; readonly description?: string }

/** Verification levels that every school starts with. A name or description of a school's own stays as entered. */
const builtIn: Readonly<Record<string, readonly [name: string, description: string]>> = {
  basic: [msg('Basic'), msg('Confirmed by the school')],
  premium: [msg('Premium'), msg('Active for a long time')],
  gold: [msg('Gold'), msg('Outstanding')],
  platinum: [msg('Platinum'), msg('Exemplary')],
  official: [msg('Official'), msg('Belongs to the school')],
  academic: [msg('Academic'), msg('Of a department')],
  cultural: [msg('Cultural'), msg('Keeps a culture alive')],
  sports: [msg('Sports'), msg('Plays for the school')],
  professional: [msg('Professional'), msg('Prepares for a profession')],
}

/** Built-in levels that say what a club is. The others, and those of a school's own, rank clubs. */
const kinds: readonly string[] = ['official', 'academic', 'cultural', 'sports', 'professional']

export const isKindOfClub = (key: string): boolean => kinds.includes(key)

const translatedWhere = (text: string, own: string | undefined): string => (text === own ? t(text) : text)

/** The name of a level, by its key; the key where the school no longer has the level. */
export const tierName = (tiers: Readonly<Record<string, Tier>>, key: string): string =>
  translatedWhere(tiers[key]?.name ?? key, builtIn[key]?.[0])

export const tierDescription = (key: string, { description = '' }: Tier): string =>
  translatedWhere(description, builtIn[key]?.[1])
