import { afterEach, describe, expect, it } from 'vitest'
import { read } from './files.ts'
import { type Copy, editedCopy } from './recipe/copy.ts'
import { behaviour, declaring, newFields } from './recipe/new-fields.ts'

const long = 600_000
const section = read('CONTRIBUTING.md').split('## Adding a field')[1]?.split('\n## ')[0] ?? ''
const guards = 'npx vitest run tests/organizations/fields.test.ts tests/documents/descriptions.test.ts'

let copy: Copy | undefined
afterEach(() => copy?.remove())

describe('a new field', () => {
  it.each(Object.entries(newFields))('takes at most three files: %s', (_, edits) => {
    const files = edits.map(({ path }) => path)
    expect(new Set(files).size).toBeLessThanOrEqual(3)
    expect(files.filter((path) => !path.startsWith('functions/pages/') && !section.includes(path))).toEqual(
      [],
    )
  })

  it('is set, shown, exported, cleared and documented', { timeout: long }, () => {
    copy = editedCopy([...Object.values(newFields).flat(), behaviour])
    for (const command of ['npm run types', `${guards} ${behaviour.path}`]) {
      const { passed, said } = copy.run(command)
      expect(passed, `${command}\n${said}`).toBe(true)
    }
  })

  it('is missed when it is incomplete', { timeout: long }, () => {
    copy = editedCopy([
      // No first value for a required field.
      declaring('motto', "described(text(120), 'Motto of the organization')"),
      declaring('pronouns', "described(line(40), 'Pronouns of the person')"),
      // No description.
      declaring('purpose', 'z.optional(text(300, 0))'),
      // A field that the record alone declares.
      {
        path: 'lib/identity/org/records.ts',
        before: '  ...orgProfile.stored,',
        text: '  slogan: maybe(text),\n',
      },
    ])
    const types = copy.run('npm run types')
    const tests = copy.run(guards)
    expect([types.passed, tests.passed]).toEqual([false, false])
    for (const file of ['functions/organizations/creation.ts', 'lib/identity/person/membership.ts'])
      expect(types.said).toContain(file)
    for (const name of ['purpose', 'slogan']) expect(tests.said).toMatch(new RegExp(`\\+\\s+"${name}"`))
  })
})
