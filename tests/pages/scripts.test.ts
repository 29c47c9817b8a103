import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scriptMessages } from '../../functions/pages/browser/messages.ts'
import { textsOf } from './messages.ts'

const messagesIn = (script: string): string[] =>
  textsOf(readFileSync(`functions/pages/browser/${script}`, 'utf8')).messages.toSorted()

describe('scripts of pages', () => {
  it.each(Object.entries(scriptMessages))('get every text that they show: %s', (script, messages) => {
    expect([...new Set(messagesIn(script))]).toEqual([...messages].sort())
  })
})
