import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { checkInEvening, fullEvening } from '../../infra/local/living/evenings.ts'
import type { SignInLink } from '../../infra/local/living/links.ts'
import { clubParts, eventParts, platformParts } from '../pages/parts.ts'
import { anybody, mistakes, newcomers, seated, staff, students } from './every-page.ts'
import { type Furnished, furnish, newcomer } from './furnish.ts'
import { openSite, phone, type Site } from './site.ts'

// Takes pictures of every page, on a phone in both colour schemes and on a desktop, and writes an index of them:
// `npm run pictures:all -- <folder>`, or PICTURES_DIR, or a temporary folder. Words after the folder select addresses.

const [folderArgument = process.env.PICTURES_DIR, ...selected] = process.argv.slice(2)
const folder = folderArgument ? resolve(folderArgument) : mkdtempSync(join(tmpdir(), 'quad-pictures-'))
mkdirSync(folder, { recursive: true })

const devices = { phone, dark: { ...phone, dark: true }, desktop: { width: 1280, height: 900 } } as const

/** Pages that one person sees. `signIn` is a role of the sign-in links, an e-mail address, or nobody. */
type Walk = {
  readonly title: string
  readonly signIn: string
  readonly paths: readonly string[]
  readonly origin?: string
}

type Picture = { readonly title: string; readonly path: string; readonly files: readonly string[] }

const isSelected = (title: string, path: string): boolean =>
  selected.length === 0 || selected.some((word) => `${title} ${path}`.includes(word))

/** The file of a page's picture, without its device. */
const fileOf = (title: string, path: string): string =>
  `${title} ${path}`
    .replace(/[^a-z0-9]+/gi, '-')
    .toLowerCase()
    .slice(0, 100)

const eventsOf = async (site: Site): Promise<ReadonlyMap<string, string>> => {
  const reply = await fetch(`${site.local}/get-future-events?limit=100`, { headers: { 'x-tenant': 'demo' } })
  const { events } = (await reply.json()) as { events: readonly { _id: string; name: string }[] }
  return new Map(events.map(({ name, _id }) => [name, _id]))
}

const pathOfRole = (site: Site, role: string): string => {
  const { links } = JSON.parse(readFileSync(join(site.environment.DATA_DIR, 'demo.json'), 'utf8'))
  return (links as readonly SignInLink[]).find((link) => link.role === role)?.path ?? '/'
}

const walksOf = (site: Site, made: Furnished, events: ReadonlyMap<string, string>): readonly Walk[] => {
  const club = pathOfRole(site, 'president')
  const full = `/event/${events.get(fullEvening)}`
  const tonight = `/event/${events.get(checkInEvening)}`
  const sister = site.origin.replace('demo.', 'rpi.')
  return [
    { title: 'anybody', signIn: '', paths: [...anybody(made), '/_local/outbox'] },
    { title: 'platform visitor', signIn: '', paths: ['/'], origin: site.platformOrigin },
    { title: 'sister school visitor', signIn: '', paths: ['/', '/clubs', '/events'], origin: sister },
    { title: 'newcomer', signIn: '', paths: newcomers },
    {
      title: 'student',
      signIn: 'student',
      paths: [
        '/',
        full,
        '/my-events',
        '/inbox',
        '/clubs',
        '/events',
        '/events?view=month',
        club.replace('club-dashboard', 'org'),
      ],
    },
    {
      title: 'president',
      signIn: 'president',
      paths: [
        ...clubParts.map((part) => `${club}?part=${part}`),
        ...eventParts.map((part) => `${full}/dashboard?part=${part}`),
        `${full}/attendees`,
        `${full}/attendees?part=waitlist`,
        '/create-event',
      ],
    },
    { title: 'check-in helper', signIn: 'check-in', paths: [tonight, `${tonight}/door`] },
    { title: 'long names', signIn: 'ada@demo.example.edu', paths: students(made) },
    { title: 'registered', signIn: 'ada@demo.example.edu', paths: seated },
    { title: 'dean', signIn: 'dean', paths: staff },
    {
      title: 'platform administrator',
      signIn: 'platform',
      paths: [...platformParts.map((part) => `/admin?part=${part}`), '/settings', '/settings?part=factors'],
      origin: site.platformOrigin,
    },
  ]
}

const signIn = async (site: Site, { signIn: who, origin, title }: Walk): Promise<void> => {
  await site.browser.forgetCookies()
  if (title === 'newcomer') return newcomer(site, 'new.person@demo.example.edu')
  if (who.includes('@')) return site.signIn(who)
  if (who !== '') await site.open(`/_local/sign-in/${who}`, origin)
}

const take = async (site: Site, title: string, path: string): Promise<Picture> => {
  const files: string[] = []
  for (const [name, device] of Object.entries(devices)) {
    await site.browser.as(device)
    // As high as the page: bars that stick to the window are then at its end, and pictures far below are loaded.
    const height = Number(await site.browser.value('document.documentElement.scrollHeight'))
    await site.browser.as({ ...device, height: Math.max(device.height, height) })
    await site.browser.until(
      '[...document.images].every(({ complete }) => complete) && !document.getAnimations().some((one) => one instanceof CSSTransition)',
    )
    const file = `${fileOf(title, path)}-${name}.webp`
    writeFileSync(join(folder, file), await site.browser.picture())
    files.push(file)
  }
  return { title, path, files }
}

const takeWalk = async (site: Site, walk: Walk): Promise<readonly Picture[]> => {
  const paths = walk.paths.filter((path) => isSelected(walk.title, path))
  if (paths.length === 0) return []
  await signIn(site, walk)
  if (walk.title === 'registered') {
    await site.open('/event/demo-event')
    await site.click('Register')
  }
  const pictures: Picture[] = []
  for (const path of paths) {
    await site.open(path, walk.origin)
    pictures.push(await take(site, walk.title, path))
  }
  return pictures
}

/** Forms that come back with a mistake. */
const takeMistakes = async (site: Site): Promise<readonly Picture[]> => {
  const own = mistakes.filter(([path]) => isSelected('mistake', path))
  if (own.length === 0) return []
  await site.browser.forgetCookies()
  await site.signIn('ada@demo.example.edu')
  const pictures: Picture[] = []
  for (const [path, filled, words] of own) {
    await site.open(path)
    await site.browser.value(`for (const form of document.forms) form.noValidate = true; undefined`)
    await site.fill(filled)
    await site.click(words)
    pictures.push(await take(site, 'mistake', path))
  }
  return pictures
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const rowOf = ({ title, path, files }: Picture): string =>
  `<tr><th>${escaped(title)}<br><code>${escaped(path)}</code></th>${files
    .map((file) => `<td><a href="${file}"><img loading="lazy" src="${file}" alt=""></a></td>`)
    .join('')}</tr>`

const index = (
  pictures: readonly Picture[],
): string => `<!doctype html><meta charset="utf-8"><title>Pages</title>
<style>body{font:14px sans-serif}th{text-align:left;vertical-align:top;max-width:16rem;overflow-wrap:anywhere}td{vertical-align:top;padding:8px}img{border:1px solid #ccc;max-width:100%}</style>
<table>${pictures.map(rowOf).join('\n')}</table>
`

const site = await openSite(['--hide-scrollbars'])
try {
  await site.browser.as(phone)
  const made = await furnish(site)
  const pictures: Picture[] = []
  for (const walk of walksOf(site, made, await eventsOf(site))) pictures.push(...(await takeWalk(site, walk)))
  pictures.push(...(await takeMistakes(site)))
  writeFileSync(join(folder, 'index.html'), index(pictures))
  console.log(
    `${pictures.length} pages, ${pictures.length * Object.keys(devices).length} pictures: ${join(folder, 'index.html')}`,
  )
} finally {
  await site.close()
}
