'use strict'
const { enableCompileCache } = require('node:module')
const { join, resolve } = require('node:path')
const { pathToFileURL } = require('node:url')

const root = join(__dirname, '..')

/** Packages whose name differs from their program. */
const packages = { cdk: 'aws-cdk' }

const fileOf = (program) => {
  if (program.endsWith('.ts')) return resolve(root, program)
  const name = packages[program] ?? program
  const folder = join(root, 'node_modules', name)
  const { bin } = require(join(folder, 'package.json'))
  return join(folder, typeof bin === 'string' ? bin : bin[program])
}

const words = process.argv.slice(2)
const named = []
while (/^[A-Z][A-Z0-9_]*=/.test(words[0] ?? '')) named.push(words.shift())
const options = []
while (words[0]?.startsWith('--')) options.push(words.shift())
for (const one of named) {
  const [name, ...value] = one.split('=')
  process.env[name] = value.join('=')
}
const [program, ...rest] = words
if (program === undefined)
  throw new Error(
    'Usage: node infra/run.cjs [NAME=value ...] [--option ...] <file.ts | program> [argument ...]',
  )
const file = fileOf(program)

// Node keeps compiled code by the content of each file, which halves the processor time of the next start.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node-compile')

// A signal that stops npm must reach the program itself, in every shell. So the program replaces this process, even when
// Node options or early environment variables require a restart. Where it cannot, the program runs without them.
if (options.length > 0 && process.platform !== 'win32' && process.execve) {
  const quiet = '--disable-warning=ExperimentalWarning'
  process.execve(
    process.execPath,
    [process.execPath, quiet, ...process.execArgv, ...options, file, ...rest],
    process.env,
  )
}
enableCompileCache(process.env.NODE_COMPILE_CACHE)
process.argv = [process.execPath, file, ...rest]
void import(pathToFileURL(file).href)
