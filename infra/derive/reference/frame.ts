import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptTag } from '../openapi/kept.ts'
import { grouped, pageOf, titleOf } from './groups.ts'
import { safe } from './html.ts'

const style = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ')
const link = (page: string, here: string, title: string): string =>
  `<a href="/docs${page === '' ? '' : `/${page}`}"${page === here ? ' aria-current="page"' : ''}>${safe(title)}</a>`

const navigation = (tags: readonly string[], here: string): string => {
  const parts = grouped(tags).map(
    ([title, names]) =>
      `<h2>${title}</h2>${names.map((name) => link(pageOf(name), here, titleOf(name))).join('')}`,
  )
  return `${link('', here, 'Get started')}${parts.join('')}<h2>More</h2>${link('changes', here, 'Changes')}${link(pageOf(keptTag.name), here, keptTag.name)}`
}

/** The parts of a page that differ. `here` is the name of the page; the start page has none. */
export type Page = { readonly here: string; readonly title: string; readonly body: string }

/** A page of the reference. On a phone the navigation opens from the header. */
export const framed = (tags: readonly string[], version: string, { here, title, body }: Page): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(title)} · Quad API</title><style>${style}</style><script defer src="/docs/viewer.js"></script></head>
<body><a class="skip" href="#main">Skip to content</a><header><button type="button" class="menu" popovertarget="nav" aria-label="Contents"><span></span></button><a class="home" href="/docs"><b>Quad API</b> <span class="soft">${safe(version)}</span></a><search><input type="search" id="find" placeholder="Search the API" aria-label="Search operations and fields" aria-controls="found" autocomplete="off"><kbd>/</kbd><div id="found" aria-live="polite"></div></search></header>
<nav id="nav" popover aria-label="Contents">${navigation(tags, here)}</nav>
<main id="main">${body}</main></body></html>
`
