import { readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { scriptMessages } from '../../../functions/pages/browser/messages.ts'
import { calledDomains } from '../../../functions/pages/contract.ts'
import catalogue from '../../../functions/pages/es/catalogue.json' with { type: 'json' }
import { routes } from '../../../functions/routes.ts'
import { sources } from '../../house/files.ts'
import { textsOf } from './messages.ts'

// The gallery is for developers.
const files = sources('functions/pages').filter((path) => !path.endsWith('/gallery.ts'))
const texts = files.map((path) => ({ path, ...textsOf(readFileSync(path, 'utf8')) }))
const messages = new Set(texts.flatMap((file) => file.messages))
/** Texts of failures with values of their own, and parts of them. */
const failureTexts = new Set(
  [...sources('functions'), ...sources('lib')]
    .map((path) => readFileSync(path, 'utf8'))
    .filter((source) => source.includes('failureText('))
    .flatMap((source) => textsOf(source, ['failureText']).messages),
)
const spanish: Readonly<Record<string, string>> = catalogue

const failures = new Set(
  routes
    .filter(({ domain }) => (calledDomains as readonly string[]).includes(domain))
    .flatMap(({ rows }) =>
      Object.values(rows).flatMap(({ fails = [] }) => fails.map(({ message }) => message)),
    ),
)

/** Names of the values of a message, sorted. */
const valuesOf = (message: string): readonly string[] => {
  const names = new Set<string>()
  const visit = (elements: readonly unknown[]): void => {
    for (const element of elements as readonly { type: number; value: string; options?: object }[]) {
      if (element.type >= 1 && element.type <= 6) names.add(element.value)
      for (const { value } of Object.values(element.options ?? {})) visit(value)
    }
  }
  visit(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst())
  return [...names].sort()
}

/** A script of browsers with the files that it imports. */
const withImports = (script: string): string => {
  const text = readFileSync(`functions/pages/browser/${script}`, 'utf8')
  const imported = [...text.matchAll(/from '\.\/([a-z-]+\.js)'/g)].map(([, name = '']) => name)
  return [text, ...imported.filter((name) => name !== 'translate.js').map(withImports)].join('\n')
}

describe('page texts', () => {
  it('are all translated', () => {
    const left = texts.flatMap(({ path, untranslated }) => untranslated.map((text) => `${path}: ${text}`))
    expect(left).toEqual([])
  })

  it('have a Spanish message each, failures included', () => {
    expect(messages.size).toBeGreaterThan(1000)
    expect(failures.size).toBeGreaterThan(400)
    expect(failureTexts.size).toBeGreaterThan(40)
    const missing = [...messages, ...failures, ...failureTexts].filter(
      (message) => !Object.hasOwn(spanish, message),
    )
    expect(missing).toEqual([])
  })

  it('keep no Spanish for a text that is gone', () => {
    const code = [...sources('functions'), ...sources('lib')]
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
    const forms = (text: string) => [text, text.replaceAll("'", "\\'"), JSON.stringify(text).slice(1, -1)]
    const known = (text: string) =>
      messages.has(text) ||
      failures.has(text) ||
      failureTexts.has(text) ||
      forms(text).some((form) => code.includes(form))
    const stale = Object.keys(spanish).filter((text) => !known(text))
    expect(stale).toEqual([])
  })

  it('keep their values in Spanish', () => {
    const differing = [...messages, ...failureTexts].filter(
      (message) =>
        message.includes('{') &&
        JSON.stringify(valuesOf(message)) !== JSON.stringify(valuesOf(spanish[message] ?? '')),
    )
    expect(differing).toEqual([])
  })

  it.each(Object.entries(scriptMessages))('reach the script that shows them: %s', (script, listed) => {
    const { messages: shown } = textsOf(withImports(script))
    expect([...new Set(shown)].sort()).toEqual([...listed].sort())
  })
})
