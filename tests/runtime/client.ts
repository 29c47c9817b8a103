import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const version = '4.0.2'
const needed = ['cmake', 'g++', 'make', 'python3'] as const

/** Kept from run to run: building it takes most of a minute. */
const folder = join(tmpdir(), `quad-runtime-client-${version}`)
const entry = join(folder, 'node_modules', 'aws-lambda-ric', 'index.mjs')
const addon = join(folder, 'node_modules', 'aws-lambda-ric', 'rapid-client.node')

const install = (): void => {
  const missing = needed.filter((program) => spawnSync(program, ['--version']).status !== 0)
  if (missing.length > 0)
    throw new Error(
      `AWS's runtime client is built from source, and these programs are missing: ${missing.join(', ')}.`,
    )
  mkdirSync(folder, { recursive: true })
  const asked = ['install', '--no-audit', '--no-fund', '--no-save', `aws-lambda-ric@${version}`]
  // Its build scripts are what it is installed for.
  const env = { ...process.env, npm_config_ignore_scripts: 'false' }
  execFileSync('npm', asked, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * The program that AWS itself starts a function with (`aws-lambda-ric`): what it is run by, installed below the system's
 * temporary folder at first use. Throws one sentence that names the programs it cannot be built without.
 */
export const runtimeClient = (): string => {
  if (!existsSync(addon)) install()
  if (!existsSync(addon)) throw new Error(`AWS's runtime client was not built: see ${folder}.`)
  return entry
}
