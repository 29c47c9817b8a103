import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type contracts, routes } from '../../functions/routes.ts'
import type { Call, Done, Input, Refusal, Settings } from '../../infra/client/outcome.ts'
import { clientPackage } from '../../infra/derive/client/package.ts'
import { schemaNames } from '../../infra/derive/openapi/openapi.ts'

/** What of an answer the tests look into. Its true type comes with the package: `packed.test.ts` compiles against that. */
type Data = {
  readonly user?: { readonly _id: string }
  readonly data: readonly { readonly username: string }[]
}
type Asked = (input?: Input, call?: Call) => Promise<Done<Data> | Refusal>
type Contracts = typeof contracts
type Quad = {
  readonly [D in keyof Contracts]: { readonly [O in keyof Contracts[D]['rows']]: Asked }
}

/** The package as `npm run build` makes it, in a folder of its own. */
export const buildClient = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-client-'))
  const files = await clientPackage(routes, await schemaNames(routes))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { quad } = await import(join(folder, 'index.mjs'))
  return {
    folder,
    files,
    quad: quad as (settings: Settings) => Quad,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const run = promisify(execFile)

/** The package as `npm pack` makes it: the file, and how large it is. */
export const packClient = async (folder: string): Promise<{ file: string; bytes: number }> => {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: folder })
  const [{ filename, size }] = JSON.parse(stdout)
  return { file: join(folder, filename), bytes: size }
}

/** A project of somebody else, with the package installed and a program in it. */
export const projectWith = async (file: string, kind: 'module' | 'commonjs', program: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-project-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'theirs', type: kind, private: true }))
  writeFileSync(join(folder, 'main.ts'), program)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
