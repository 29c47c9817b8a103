import { type Answer, type Refusal, refusalOf } from '../call.ts'
import { pictureField } from '../layout/files.ts'
import { checkbox, type Filled, field, textArea } from '../layout/forms.ts'
import { collapsible, type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'

export type Club = Answer<'organizations', 'getOrganization'>['org'][number]

const networks = ['instagram', 'tiktok', 'youtube'] as const
export const networkNames = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube' } as const
const websites = [1, 2, 3] as const

/** Fields that show an error beside their control. */
export const clubFieldNames = [
  'org_name',
  'org_description',
  'weekly_meeting',
  'image',
  'bannerImage',
  ...networks,
  ...websites.map((at) => `site-${at}`),
] as const

const linkFields = (filled: Filled): Html =>
  html`<div>${networks.map((name) => field(filled, { name, label: t('{network} username', { network: networkNames[name] }), longest: 100, optional: true }))}${websites.map(
    (at) =>
      html`<div class="pair">${field(filled, { name: `site-${at}`, label: t('Website {number}', { number: at }), inputmode: 'url', longest: 500, optional: true })}${field(filled, { name: `site-title-${at}`, label: t('Title of website {number}', { number: at }), longest: 100, optional: true })}</div>`,
  )}</div>`

/** The fields of a club page, for a new club or one that exists. `logo` and `banner` follow the field of that picture. */
export const clubFields = (
  filled: Filled,
  { logo = '', banner = '' }: { readonly logo?: Html | string; readonly banner?: Html | string } = {},
): Html => {
  const orgNameField = field(filled, { name: 'org_name', label: t('Name'), longest: 100 })
  const orgDescriptionField = textArea(filled, {
    name: 'org_description',
    label: t('Description'),
    longest: 500,
    hint: t('What the club does, in up to 500 characters.'),
  })
  const weeklyMeetingField = field(filled, {
    name: 'weekly_meeting',
    label: t('Regular meeting'),
    longest: 500,
    optional: true,
    hint: t('Day, time and place, such as: Thursdays at 6 PM, room 101.'),
  })
  const logoField = pictureField(filled, { name: 'image', label: t('Logo'), optional: true })
  const bannerImageField = pictureField(filled, {
    name: 'bannerImage',
    label: t('Banner'),
    optional: true,
    hint: t('A wide picture, shown above the club page. JPEG, PNG, GIF or WebP, up to 4 MB with the logo.'),
  })
  const approvalField = checkbox(filled, 'approval', t('New members need approval'))
  return html`<div>${orgNameField}${orgDescriptionField}${weeklyMeetingField}${logoField}${logo}${bannerImageField}${banner}${approvalField}</div>${collapsible(t('Links'), linkFields(filled), Object.keys(linkValues(filled.values)).length > 0)}`
}

const linkValues = (values: Filled['values']): Record<string, string> =>
  Object.fromEntries(
    [...networks, ...websites.map((at) => `site-${at}`), ...websites.map((at) => `site-title-${at}`)].flatMap(
      (name) => {
        const value = values[name]?.trim()
        return value ? [[name, value]] : []
      },
    ),
  )

const networkAddress =
  /^(?:https?:\/\/)?(?:[a-z]+\.)?(?:instagram|tiktok|youtube)\.com\/@?([\w.-]+)\/?(?:[?#].*)?$/i

/** The username in what was typed: people copy the address of their page, or write an @. Other text stays as it is. */
const usernameIn = (typed: string): string => (networkAddress.exec(typed)?.[1] ?? typed).replace(/^@/, '')

/** The page of a username at its network. Undefined for what cannot be a username. */
export const networkPage = (type: string, username: string | undefined): string | undefined => {
  const name = usernameIn(username ?? '')
  if (!/^[\w.-]+$/.test(name)) return undefined
  if (type === 'instagram') return `https://www.instagram.com/${name}`
  return type === 'tiktok' || type === 'youtube' ? `https://www.${type}.com/@${name}` : undefined
}

/** A web address; people leave out how it begins. */
const webAddress = (typed = ''): string =>
  typed === '' || /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`

const linksIn = (values: Filled['values']) => {
  const typed = linkValues(values)
  return [
    ...networks.flatMap((type) => (typed[type] ? [{ type, username: usernameIn(typed[type]) }] : [])),
    ...websites.flatMap((at) => {
      const url = typed[`site-${at}`]
      const title = typed[`site-title-${at}`]
      return url || title ? [{ type: 'website', url: webAddress(url), title: title ?? url ?? '' }] : []
    }),
  ]
}

const isWebAddress = (text: string): boolean => {
  const { protocol = '', hostname = '' } = URL.parse(text) ?? {}
  return /^https?:$/.test(protocol) && hostname.includes('.')
}

const siteMistake = (values: Filled['values'], at: number): string | undefined => {
  const typed = linkValues(values)
  const [url, title] = [typed[`site-${at}`], typed[`site-title-${at}`]]
  if (url === undefined) return title && t('Enter the address of this website, or remove its title')
  return isWebAddress(webAddress(url)) ? undefined : t('Enter a web address, such as https://example.edu')
}

/** All mistakes that the club form can find without the operation, each at its field. */
export const clubRefusal = (values: Filled['values']): Refusal | undefined => {
  const mistakes: readonly (readonly [string, string | undefined])[] = [
    ['org_name', values.org_name?.trim() ? undefined : t('Enter a name')],
    ['org_description', values.org_description?.trim() ? undefined : t('Enter a description')],
    ...websites.map((at) => [`site-${at}`, siteMistake(values, at)] as const),
  ]
  const details = mistakes.flatMap(([field, message]) => (message ? [{ field, message }] : []))
  return details.length === 0 ? undefined : refusalOf(400, { details })
}

/** The texts of the form as the organization's operations take them. */
export const clubSent = (values: Filled['values']) => ({
  org_name: values.org_name ?? '',
  org_description: values.org_description ?? '',
  weekly_meeting: values.weekly_meeting ?? '',
  requireApprovalForJoin: values.approval === 'yes',
  socialLinks: linksIn(values),
})

/** The regular meeting as one line: clients store a text or an object of day, time and place. */
export const meetingWords = (meeting: unknown): string => {
  if (typeof meeting === 'string') return meeting
  if (typeof meeting !== 'object' || meeting === null) return ''
  return Object.values(meeting)
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .join(', ')
}

/** The values that the form shows for a club. */
export const clubValues = (club: Club): Record<string, string> => {
  const sites = club.socialLinks.filter(({ type }) => type === 'website')
  return {
    org_name: club.org_name,
    org_description: club.org_description ?? '',
    weekly_meeting: meetingWords(club.weekly_meeting),
    ...(club.requireApprovalForJoin ? { approval: 'yes' } : {}),
    ...(club.unlisted ? { unlisted: 'yes' } : {}),
    ...Object.fromEntries(
      networks.map((name) => [name, club.socialLinks.find(({ type }) => type === name)?.username ?? '']),
    ),
    ...Object.fromEntries(
      sites.flatMap(({ url = '', title = '' }, at) => [
        [`site-${at + 1}`, url],
        [`site-title-${at + 1}`, title],
      ]),
    ),
  }
}
