import { changesBody } from '../changes/page.ts'
import { lastRelease } from '../changes/release.ts'
import { isAlias, surfaceOf } from '../changes/surface.ts'
import { camel } from '../client/names.ts'
import type { Json } from '../openapi/json-schemas.ts'
import { keptTag } from '../openapi/kept.ts'
import { framed } from './frame.ts'
import { grouped, pageOf, titleOf } from './groups.ts'
import { prose, safe, words } from './html.ts'
import { llmsText } from './llms.ts'
import { type Components, type Described, errorList, errorsOf, operationPart } from './operation.ts'
import { searchIndex } from './search-index.ts'
import { shapesOf } from './shapes.ts'
import { taskParts } from './tasks.ts'

type Document = {
  readonly info: { readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: Components
}

const operationsIn = ({ paths }: Document): readonly Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => ({ ...operation, path, method }) as unknown as Described,
    ),
  )

const contents = (operations: readonly Described[], page: string): string =>
  operations
    .map(
      ({ operationId, method, path, summary }) =>
        `<li><a href="/docs/${page}#${operationId}">${words(summary)}</a> <span class="soft"><b class="method ${method}">${method.toUpperCase()}</b> ${safe(path)}</span></li>`,
    )
    .join('')

/** Errors of more than half of all operations. */
const commonErrors = (all: readonly Described[], components: Components): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  for (const operation of all)
    for (const error of new Set(errorsOf(operation, components)))
      counts.set(error, (counts.get(error) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > all.length / 2).map(([error]) => error))
}

const count = (operations: readonly unknown[]): string =>
  `${operations.length} ${operations.length === 1 ? 'operation' : 'operations'}`

/**
 * The API reference by file name: a start page, a page for each domain, and the search index. `clientOperations` are
 * the operations of the typed client.
 */
export const referencePages = (
  source: unknown,
  clientOperations: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const document = source as Document
  const { components, tags, info } = document
  const all = operationsIn(document)
  const common = commonErrors(all, components)
  const names = tags.map(({ name }) => name)
  const page = (here: string, title: string, body: string): string =>
    framed(names, info.version, { here, title, body })
  const ofTag = (tag: string): readonly Described[] =>
    all.filter(
      ({ tags: [first], operationId }) => first === tag && (tag === keptTag.name || !isAlias(operationId)),
    )
  const linkTo = (operationId: unknown): string | undefined => {
    const operation = all.find((each) => each.operationId === operationId)
    if (!operation) return undefined
    const { method, path } = operation
    return `<a href="/docs/${pageOf(operation.tags[0] ?? '')}#${operationId}"><code>${method.toUpperCase()} ${safe(path)}</code> ${words(operation.summary)}</a>`
  }

  const domains = tags.map(({ name, description }) => {
    const shapes = shapesOf(components.schemas)
    const own = ofTag(name)
    const parts = own.map((operation) => {
      const domain = isAlias(operation.operationId) ? undefined : clientOperations.get(operation.operationId)
      return operationPart(operation, {
        components,
        shapes,
        common,
        group: domain === undefined ? undefined : camel(domain),
        instead: linkTo(operation['x-replaced-by']),
      })
    })
    const shown = shapes.named()
    const named = shown === '' ? '' : `<h2 id="shapes">Shapes</h2>${shown}`
    const body = `<h1>${safe(titleOf(name))}</h1><p class="lead">${words(description)}.</p><details class="contents" open><summary>${count(own)}</summary><ul>${contents(own, pageOf(name))}</ul></details>${parts.join('')}${named}`
    return [`${pageOf(name)}.html`, page(pageOf(name), titleOf(name), body)] as const
  })

  const about = new Map(tags.map(({ name, description }) => [name, description]))
  const cards = [...grouped(names), ['More', [keptTag.name]] as const].map(([title, own]) => {
    const rows = own.map(
      (name) =>
        `<li><a href="/docs/${pageOf(name)}"><b>${safe(titleOf(name))}</b></a> <span class="soft">${words(about.get(name) ?? '')} · ${count(ofTag(name))}</span></li>`,
    )
    return `<h3>${title}</h3><ul class="domains">${rows.join('')}</ul>`
  })
  const [lead = '', ...guide] = info.description.split('\n\n')
  const guideBody = `<h1>Get started</h1><p class="lead">${words(lead)}</p>${taskParts}${prose(guide.join('\n\n'))}<h2 id="common-errors">Common errors</h2><p>Most operations can return these errors. Each operation lists its own errors too.</p>${errorList([...common].sort())}<h2 id="domains">All operations</h2>${cards.join('')}<p>For programs: <a href="/openapi.json">OpenAPI document</a>, <a href="/llms.txt">plain text for coding agents</a>.</p>`

  return new Map([
    ['guide.html', page('', 'Get started', `<div class="guide">${guideBody}</div>`)],
    [
      'changes.html',
      page(
        'changes',
        'Changes',
        `<div class="guide">${changesBody(lastRelease(), surfaceOf(document))}</div>`,
      ),
    ],
    ['llms.txt', llmsText(document, all)],
    ['search.json', searchIndex(all, components)],
    ...domains,
  ])
}
