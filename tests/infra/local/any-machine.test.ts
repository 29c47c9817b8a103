import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { engineBinary } from '../../../infra/local/data/engine-binary.ts'
import { temporaryFolder } from './local-folder.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const guard = join(root, 'infra', 'run.cjs')

/** A program in a folder of its own; answers the folder. */
const programIn = (folder: string, name: string): string => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), '#!/bin/sh\n')
  chmodSync(join(folder, name), 0o755)
  return folder
}

const absent = (): string => {
  throw new Error('no such package')
}

describe('the table engine', () => {
  it.each([
    ['darwin', 'arm64', '@dynoxide/darwin-arm64', 'dynoxide'],
    ['darwin', 'x64', '@dynoxide/darwin-x64', 'dynoxide'],
    ['linux', 'arm64', '@dynoxide/linux-arm64', 'dynoxide'],
    ['linux', 'x64', '@dynoxide/linux-x64', 'dynoxide'],
    ['win32', 'x64', '@dynoxide/win32-x64', 'dynoxide.exe'],
  ])('for %s %s is the one of %s', (platform, arch, name, program) => {
    const folder = programIn(temporaryFolder(), program)
    const asked: string[] = []
    const resolve = (manifest: string): string => {
      asked.push(manifest)
      return join(folder, 'package.json')
    }
    expect(engineBinary({ platform, arch, env: {}, resolve })).toBe(join(folder, program))
    expect(asked).toEqual([`${name}/package.json`])
  })

  it('is on the path where no package is, and what DYNOXIDE names before both', () => {
    const machine = { platform: 'freebsd', arch: 'x64', resolve: absent }
    const onPath = programIn(join(temporaryFolder(), 'two words'), 'dynoxide')
    const PATH = [temporaryFolder(), onPath].join(delimiter)
    expect(engineBinary({ ...machine, env: { PATH } })).toBe(join(onPath, 'dynoxide'))
    const named = join(programIn(temporaryFolder(), 'mine'), 'mine')
    expect(engineBinary({ ...machine, env: { PATH, DYNOXIDE: named } })).toBe(named)
    expect(() => engineBinary({ ...machine, env: { PATH, DYNOXIDE: '/nowhere' } })).toThrow(
      'DYNOXIDE=/nowhere',
    )
  })

  it('says where to get it when there is none', () => {
    const nowhere = { platform: 'darwin', arch: 'arm64', env: { PATH: temporaryFolder() }, resolve: absent }
    expect(() => engineBinary(nowhere)).toThrow('npm install --no-save dynoxide@')
  })
})

describe('a program of package.json', () => {
  const run = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root })

  it('is refused on an old Node with the one that is needed, in JavaScript that any Node reads', async () => {
    const old = join(temporaryFolder(), 'old.cjs')
    writeFileSync(old, `Object.defineProperty(process, 'versions', { value: { node: '0.12.18' } })`)
    const { status, stderr } = run('-r', old, guard, 'vitest', 'run')
    expect([status, stderr]).toEqual([1, expect.stringContaining('Quad needs Node 24 or newer')])
    expect(stderr).not.toContain('    at ')
    await expect(transform(readFileSync(guard, 'utf8'), { target: 'es5' })).resolves.toBeTruthy()
  })

  it.skipIf(process.platform === 'win32')(
    'is the same process with the options of Node before its name',
    () => {
      const file = join(temporaryFolder(), 'program.ts')
      writeFileSync(
        file,
        'console.log(process.pid, process.execArgv.at(-1), process.env.ONE, process.argv[2])',
      )
      const { pid, stdout, stderr } = run(guard, 'ONE=1', '--max-semi-space-size=4', file, '--own')
      expect([stdout, stderr]).toEqual([`${pid} --max-semi-space-size=4 1 --own\n`, ''])
    },
  )

  it('takes settings before its name and arguments behind it', () => {
    const file = join(temporaryFolder(), 'program.ts')
    writeFileSync(file, 'console.log(process.env.ONE_1, process.env.TWO, process.argv.slice(2).join())')
    expect(run(guard, 'ONE_1=a=b', 'TWO=', file, '-t', 'C=d').stdout).toBe('a=b  -t,C=d\n')
  })

  it('needs nothing of a shell but to start programs', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const plain = /^(?:node|npm|tsc|biome) [^'$`;|<>*]*$|^tsc$/
    const parts = Object.values<string>(scripts).flatMap((script) => script.split(' && '))
    expect(parts.filter((part) => !plain.test(part))).toEqual([])
  })
})
