import { isAlias } from '../changes/surface.ts'
import { pageOf } from './groups.ts'
import type { Described } from './operation.ts'

type Source = {
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
}

/**
 * The guide and every operation as plain text for programs (llmstxt.org). It has a title, a summary, the guide, and a
 * line for each operation with a link to its page.
 */
export const llmsText = ({ info, tags }: Source, all: readonly Described[]): string => {
  const [summary = '', ...guide] = info.description.split('\n\n')
  const domains = tags.map(({ name, description }) => {
    const own = all.filter(({ tags: of, operationId }) => of[0] === name && !isAlias(operationId))
    const lines = own.map(
      ({ operationId, method, path, summary: said }) =>
        `- [${operationId}](/docs/${pageOf(name)}#${operationId}): \`${method.toUpperCase()} ${path}\` ${said}`,
    )
    return `### ${name}\n\n${description}\n\n${lines.join('\n')}`
  })
  const links = [
    '- [OpenAPI document](/openapi.json): requests, responses and failures of every operation',
    '- [Changes](/docs/changes): additions, breaking changes and planned removals',
    '- [Reference](/docs): all operations as HTML',
  ]
  return `# Quad\n\n> ${summary}\n\n${guide.join('\n\n')}\n\n## Documents\n\n${links.join('\n')}\n\n## Operations\n\n${domains.join('\n\n')}\n`
}
