import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read } from './files.ts'
import { type Copy, editedCopy } from './recipe/copy.ts'
import type { Edit } from './recipe/edits.ts'

const long = 600_000
const table = 'functions/events/contract/planner-fields.ts'
const section = read('CONTRIBUTING.md').split('## Adding a field to events')[1]?.split('\n## ')[0] ?? ''

/** Parts of a row that every text needs. */
const parts = { label: "'Dress code'", about: "'Clothes to wear'", longest: '200' }
type Part = keyof typeof parts

const rowOf = (name: string, leftOut?: Part): string => {
  const kept = Object.entries(parts).filter(([part]) => part !== leftOut)
  return `  ${name}: textField({ ${kept.map(([part, value]) => `${part}: ${value}`).join(', ')} }),\n`
}

const inTable = (text: string): Edit => ({ path: table, before: /^ {2}description: textField\(/m, text })

/** A field that requests have and nothing stores. */
const requests = 'functions/planning/contract/request-bodies.ts'
const requestOnly: readonly Edit[] = [
  { path: requests, before: /^const ownFields = /m, text: 'const others = { unstored: text(200) }\n' },
  { path: requests, before: '...requests, ...times', text: '...others, ' },
]

let copy: Copy

beforeAll(() => {
  copy = editedCopy([inTable(rowOf('dressCode'))])
}, long)
afterAll(() => copy.remove())

describe('a text that planners set', () => {
  it('needs one line in the file that the guide names', { timeout: long }, () => {
    expect(section).toContain(`\`${table}\``)
    for (const command of [
      'npm run types',
      'npm run check:derived',
      "npx vitest run tests/planning/fields.test.ts -t 'dressCode|request to plan' --reporter=verbose",
    ]) {
      const { passed, said } = copy.run(command)
      expect(passed, `${command}\n${said}`).toBe(true)
      if (command.includes('vitest')) expect(said.match(/✓.*the text dressCode/g)).toHaveLength(6)
    }
    expect(copy.changed()).toEqual([table])
  })

  it('does not compile without a part of its row, or in requests alone', { timeout: long }, () => {
    const rows = (Object.keys(parts) as Part[]).map((part) => rowOf(`without_${part}`, part))
    copy.edit([inTable(rows.join('')), ...requestOnly])
    const { passed, said } = copy.run('npm run types')
    const missing = [...said.matchAll(/Property '(\w+)' is missing/g)].map(([, name]) => name)
    expect([passed, new Set(missing)]).toEqual([false, new Set([...Object.keys(parts), 'unstored'])])
  })
})
