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
}

const fileName = /^[A-Za-z0-9_-]+$/
const textFields = ['id', 'at', 'to', 'subject', 'text', 'html', 'kind'] as const

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

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .6rem;overflow-wrap:anywhere;border-bottom:1px solid #ccc}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f4f4;padding:1rem}iframe{width:100%;height:30rem;border:1px solid #ccc}`

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http://localhost:*',
  "frame-ancestors 'none'",
].join('; ')

const page = (title: string, body: string): Answer => ({
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

const row = (mail: Mail): string =>
  `<tr><td>${escaped(mail.at)}</td><td>${escaped(mail.to)}</td>
<td><a href="/_local/outbox/${mail.id}">${escaped(mail.subject || '(no subject)')}</a></td><td>${escaped(mail.kind)}</td></tr>`

const outbox = (mails: readonly Mail[]): Answer =>
  page(
    'Outbox',
    mails.length === 0
      ? '<p>No mail yet.</p>'
      : `<table><tr><th>at</th><th>to</th><th>subject</th><th>kind</th></tr>${mails.map(row).join('\n')}</table>`,
  )

const frame = (html: string): string =>
  `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escaped(`<base target="_blank">${html}`)}"></iframe>`

const mailPage = (mail: Mail): Answer =>
  page(
    mail.subject || '(no subject)',
    `<p>to ${escaped(mail.to)}, ${escaped(mail.at)}, ${escaped(mail.kind)} · <a href="/_local/outbox">all mail</a></p>
<pre>${linked(mail.text)}</pre>${mail.html ? frame(mail.html) : ''}`,
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
