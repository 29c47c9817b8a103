'use strict'
const { join, resolve } = require('node:path')
const { pathToFileURL } = require('node:url')

const root = join(__dirname, '..')

/** The package that a program comes with, where it has another name. */
const packages = { cdk: 'aws-cdk' }

const fileOf = (program) => {
  if (program.endsWith('.ts')) return resolve(root, program)
  const name = packages[program] ?? program
  const folder = join(root, 'node_modules', name)
  const { bin } = require(join(folder, 'package.json'))
  return join(folder, typeof bin === 'string' ? bin : bin[program])
}

const words = process.argv.slice(2)
while (/^[A-Z][A-Z0-9_]*=/.test(words[0] ?? '')) {
  const [name, ...value] = words.shift().split('=')
  process.env[name] = value.join('=')
}
const [program, ...rest] = words
if (program === undefined)
  throw new Error('Usage: node infra/run.cjs [NAME=value ...] <file.ts | program> [argument ...]')

// In this process: what stops npm has to reach the program itself, in every shell.
const file = fileOf(program)
process.argv = [process.execPath, file, ...rest]
void import(pathToFileURL(file).href)
