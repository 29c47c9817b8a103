import { readdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { readJson } from '../data/data-folder.ts'
import { type Answer, gatewayAnswer } from './answer.ts'

/** One mail as the local mail gateway writes it. */
export type Mail = {
  id: string
  at: string
  to: string
  subject: string
  text: string
  html: string
  kind: string
  /** The school's or organization's name, if the mail has one. */
  senderName: string
}

const fileName = /^[A-Za-z0-9_-]+$/
const textFields = ['id', 'at', 'to', 'subject', 'text', 'html', 'kind', 'senderName'] as const

const toMail = (name: string, value: unknown): Mail | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const found = new Map(Object.entries(value))
  const fields = textFields.map((field) => [field, String(found.get(field) ?? '')])
  return { ...Object.fromEntries(fields), id: name }
}

/** One mail by its file name, or undefined. */
export const readMail = (dataDir: string, name: string): Mail | undefined =>
  fileName.test(name) ? toMail(name, readJson(join(dataDir, 'outbox', `${name}.json`))) : undefined

const namesOf = (dataDir: string): string[] => {
  try {
    return readdirSync(join(dataDir, 'outbox'))
  } catch {
    return []
  }
}

/** Mails of the outbox, newest first. File names start with an id that sorts by time. */
export const listMails = (dataDir: string, limit = 500): Mail[] =>
  namesOf(dataDir)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, limit)
    .flatMap((name) => readMail(dataDir, name.slice(0, -'.json'.length)) ?? [])

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const linked = (text: string): string =>
  escaped(text).replace(
    /https?:\/\/[^\s<]+?(?=[.,;)]?(\s|$))/g,
    (address) => `<a href="${address}">${address}</a>`,
  )

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}ol{list-style:none;padding:0;border-top:1px solid #8884}li{border-bottom:1px solid #8884}
li a{display:grid;grid-template-columns:18rem 1fr auto;gap:1rem;padding:.6rem .3rem;color:inherit;text-decoration:none}li a:hover{background:#8881}
li span,dd{overflow-wrap:anywhere}small{opacity:.75}dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem}dt{opacity:.75}dd{margin:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#8881;padding:1rem}iframe{width:100%;height:38rem;border:1px solid #8884;background:#fff}
@media(max-width:40rem){li a{grid-template-columns:1fr;gap:.1rem}li a time{font-size:.85em;opacity:.75}}`

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http://localhost:*',
  "frame-ancestors 'none'",
].join('; ')

/** One of the platform's own pages. */
export const page = (title: string, body: string): Answer => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  },
  body: Buffer.from(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${escaped(title)}</title>
<style>${style}</style></head><body><h1>${escaped(title)}</h1>${body}</body></html>`),
})

const json = (value: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: Buffer.from(JSON.stringify(value)),
})

const senderOf = ({ senderName }: Mail): string => senderName || 'Quad'

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** The date in this machine's time zone, as mail programs show it. */
const dateOf = ({ at }: Mail): string => {
  const moment = Date.parse(at)
  const text = Number.isNaN(moment) ? at : when.format(moment)
  return `<time datetime="${escaped(at)}">${escaped(text)}</time>`
}

const subjectOf = ({ subject }: Mail): string => subject || '(no subject)'

const row = (mail: Mail): string =>
  `<li><a href="/_local/outbox/${mail.id}"><span>${escaped(senderOf(mail))}<br><small>to ${escaped(mail.to)}</small></span>
<span class="subject">${escaped(subjectOf(mail))}</span>${dateOf(mail)}</a></li>`

const outbox = (mails: readonly Mail[]): Answer =>
  page(
    'Outbox',
    mails.length === 0
      ? '<p>No mails yet. Register for an event, and the confirmation appears here.</p>'
      : `<p>Mails that the platform would have sent, the newest first.</p><ol>${mails.map(row).join('\n')}</ol>`,
  )

/** Scripts never run in the frame, and it has an origin of its own. Links open outside. */
const frame = (html: string): string =>
  `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escaped(`<base target="_blank">${html}`)}" title="Mail"></iframe>`

const plain = (mail: Mail): string => `<pre>${linked(mail.text)}</pre>`

const mailPage = (mail: Mail): Answer =>
  page(
    subjectOf(mail),
    `<p><a href="/_local/outbox">All mails</a></p>
<dl><dt>From</dt><dd>${escaped(senderOf(mail))}</dd><dt>To</dt><dd>${escaped(mail.to)}</dd><dt>Date</dt><dd>${dateOf(mail)}</dd><dt>Kind</dt><dd>${escaped(mail.kind)}</dd></dl>
${mail.html ? `${frame(mail.html)}<details><summary>Plain text</summary>${plain(mail)}</details>` : plain(mail)}`,
  )

const index = (): Answer =>
  page(
    'Quad on this machine',
    `<ul><li><a href="/_local/outbox">Outbox</a>: every mail the platform would have sent</li>
<li><a href="/_local/gallery">Gallery</a>: every component of the pages</li>
<li><a href="/health">Health</a></li></ul>`,
  )

const isLocal = (host: string): boolean =>
  /^(([a-z0-9-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host)

const wantsHtml = (request: IncomingMessage): boolean => (request.headers.accept ?? '').includes('text/html')

/** Loaded when it is opened, since the platform itself needs no page. */
const galleryPage = async (): Promise<Answer> => {
  const { gallery } = await import('../../../functions/pages/layout/gallery.ts')
  const { status, headers } = page('', '')
  return { status, headers, body: Buffer.from(gallery) }
}

type PageAnswer = Answer | Promise<Answer> | undefined

const answerTo = (path: string, request: IncomingMessage, dataDir: string): PageAnswer => {
  if (path === '/_local') return index()
  if (path === '/_local/gallery') return galleryPage()
  if (path === '/_local/outbox') {
    const messages = listMails(dataDir)
    return wantsHtml(request) ? outbox(messages) : json({ messages })
  }
  const name = /^\/_local\/outbox\/([^/]+)$/.exec(path)?.[1]
  const mail = name && readMail(dataDir, name)
  if (!mail) return undefined
  return wantsHtml(request) ? mailPage(mail) : json(mail)
}

/**
 * The platform's own pages under `/_local/`, or undefined for every other path. Only this machine's addresses may see
 * them. Another name that points at 127.0.0.1 must not read the mails.
 */
export const localPage = (request: IncomingMessage, dataDir: string): PageAnswer => {
  const path = (request.url ?? '').split('?', 1)[0]?.replace(/\/+$/, '') ?? ''
  if (path !== '/_local' && !path.startsWith('/_local/')) return undefined
  const seen = request.method === 'GET' || request.method === 'HEAD'
  const answer = seen && isLocal(request.headers.host ?? '') ? answerTo(path, request, dataDir) : undefined
  return answer ?? gatewayAnswer(404, 'Not Found')
}
