import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { root, trackedFiles } from '../files.ts'
import { type Edit, steps } from './edits.ts'

/** The repository as it is, in a folder of its own. `run` answers with what a command printed, and whether it passed. */
export type Copy = {
  readonly folder: string
  run(
    command: string,
    more?: Readonly<Record<string, string>>,
  ): { readonly passed: boolean; readonly said: string }
  /** Makes further edits. */
  edit(edits: readonly Edit[]): void
  /** Paths that are not as they were copied. */
  changed(): readonly string[]
  remove(): void
}

/** Makes the edits. Fails when a file no longer has the place that an edit looks for. */
const apply = (folder: string, chosen: readonly Edit[]): void => {
  for (const { path, text, before } of chosen) {
    const file = join(folder, path)
    if (before === undefined) {
      writeFileSync(file, text, { flag: 'wx' })
      continue
    }
    const source = readFileSync(file, 'utf8')
    const at = typeof before === 'string' ? source.indexOf(before) : source.search(before)
    if (at < 0) throw new Error(`${path} has no ${before}: bring tests/house/recipe up to date`)
    writeFileSync(file, source.slice(0, at) + text + source.slice(at))
  }
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** A copy with the steps of the recipe carried out, without those whose path contains `leftOut`. */
export const copyWith = (leftOut?: string): Copy =>
  editedCopy(steps.filter(({ path }) => leftOut === undefined || !path.includes(leftOut)))

/** A copy of the repository with these edits. */
export const editedCopy = (edits: readonly Edit[]): Copy => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-recipe-'))
  for (const path of trackedFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const git = (...argv: string[]) => execFileSync('git', argv, { cwd: folder, encoding: 'utf8' })
  git('init', '--quiet')
  git('add', '--all')
  apply(folder, edits)
  const bin = join(root, 'node_modules', '.bin')
  return {
    folder,
    edit: (more) => apply(folder, more),
    run(command, more = {}) {
      const { SUITE: _, ...env } = process.env
      const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...env, NO_COLOR: '1', PATH: `${bin}${delimiter}${env.PATH}`, ...more },
        maxBuffer: 1e8,
      })
      return { passed: status === 0, said: `${stdout}${stderr}`.replace(colours, '') }
    },
    changed: () =>
      git('status', '--porcelain', '--untracked-files=all')
        .split('\n')
        .filter((line) => (line !== '' && line[1] !== ' ') || line.startsWith('??'))
        .map((line) => line.slice(3))
        .filter((path) => path !== 'node_modules'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
