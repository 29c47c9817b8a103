import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changesBody } from '../changes/page.ts'
import { lastRelease } from '../changes/release.ts'
import { surfaceOf } from '../changes/surface.ts'
import type { Json } from '../openapi/json-schemas.ts'
import { prose, safe, words } from './html.ts'
import { llmsText } from './llms.ts'
import { type Described, operationPart } from './operation.ts'
import { shapesOf } from './shapes.ts'

type Document = {
  readonly info: { readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: { readonly parameters: Json; readonly responses: Json; readonly schemas: Json }
}

const style = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8').replace(/\s+/g, ' ')

const operationsIn = ({ paths }: Document): readonly Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => ({ ...operation, path, method }) as unknown as Described,
    ),
  )

const isOf =
  (domain: string) =>
  ({ tags, operationId }: Described): boolean =>
    (tags as readonly string[])[0] === domain && !/Alias\d*$/.test(operationId)

const page = (document: Document, here: string, title: string, body: string): string => {
  const links = document.tags.map(
    ({ name }) => `<a href="/docs/${name}"${name === here ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(title)} · Quad API</title><style>${style}</style><script defer src="/docs/viewer.js"></script></head>
<body><header><a href="/docs"><b>Quad API</b> ${safe(document.info.version)}</a><search><input type="search" id="find" placeholder="Find an operation" aria-label="Find an operation" autocomplete="off"><ul id="found"></ul></search></header>
<nav aria-label="Domains"><a href="/docs"${here === '' ? ' aria-current="page"' : ''}>Guide</a>${links.join('')}<a href="/docs/changes"${here === 'changes' ? ' aria-current="page"' : ''}>Changes</a></nav>
<main>${body}</main></body></html>
`
}

const contents = (operations: readonly Described[], domain: string): string =>
  operations
    .map(
      ({ operationId, method, path, summary }) =>
        `<li><a href="/docs/${domain}#${operationId}">${words(summary)}</a> <span class="soft"><b class="${method}">${method.toUpperCase()}</b> ${safe(path)}</span></li>`,
    )
    .join('')

/** The API reference by file name: a start page, a page for each domain, and the search index. */
export const referencePages = (source: unknown): ReadonlyMap<string, string> => {
  const document = source as Document
  const all = operationsIn(document)
  const domains = document.tags.map(({ name, description }) => {
    const shapes = shapesOf(document.components.schemas)
    const own = all.filter(isOf(name))
    const parts = own.map((operation) => operationPart(operation, document.components, shapes)).join('')
    const body = `<h1>${safe(name)}</h1><p>${words(description)}</p><details><summary>${own.length} operations</summary><ul class="contents">${contents(own, name)}</ul></details>${parts}<h2>Shapes</h2>${shapes.named()}`
    return [`${name}.html`, page(document, name, name, body)] as const
  })
  const list = document.tags.map(
    ({ name, description }) =>
      `<li><a href="/docs/${name}"><b>${name}</b></a> ${words(description)} <span class="soft">${all.filter(isOf(name)).length} operations</span></li>`,
  )
  const guide = `<h1>Guide</h1>${prose(document.info.description)}<h2 id="domains">All operations, by domain</h2><ul class="contents">${list.join('')}</ul><p>For programs: <a href="/openapi.json">/openapi.json</a> and <a href="/llms.txt">/llms.txt</a></p>`
  const known = all
    .filter(({ operationId }) => !/Alias\d*$/.test(operationId))
    .map(({ operationId, method, path, summary, tags }) => [
      operationId,
      (tags as string[])[0],
      method,
      path,
      summary.replaceAll('`', ''),
    ])
  return new Map([
    ['guide.html', page(document, '', 'Guide', guide)],
    ['changes.html', page(document, 'changes', 'Changes', changesBody(lastRelease(), surfaceOf(document)))],
    ['llms.txt', llmsText(document, all)],
    ['search.json', JSON.stringify(known)],
    ...domains,
  ])
}
